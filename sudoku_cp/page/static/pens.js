/** What a digit does to the selected cells: a given, an entered digit, a corner or centre mark, a colour. */

import { COLOURS, entries, markCells, noteDocument, toggle } from "./marks.js";
import { on, set, store } from "./store.js";

export const PENS = { given: "Given", digit: "Digit", corner: "Corner", centre: "Centre", colour: "Colour" };

let send = () => {};

export function connectPens(sending) {
  send = sending;
}

/** Change the document, so that undo takes it back. */
export function change(content) {
  noteDocument();
  set({ step: null, lit: null });
  send("change", { change: content, revision: store.document?.revision ?? 0 });
}

/** The givens that were asked for while the server has yet to act on some of them; null for none. */
const awaited = new Map();

/** Forget what was asked for, because something else happens to the document. */
export function forgetAwaited() {
  awaited.clear();
}

on("unanswered", () => store.unanswered || forgetAwaited());

const givenIn = (name) => (awaited.has(name) ? awaited.get(name) : store.view.givens[name] ?? null);

function give(names, digit) {
  for (const name of names) awaited.set(name, digit);
  change({ kind: "give", cells: names, digit });
}

/** Whether digits may become givens: not of a kakuro, nor while the puzzle is played. */
export const takesGivens = () => store.view.takes_givens && !store.play;

/** Write the digit with the pen into the selected cells. */
export function write(digit, wanted = store.pen) {
  const pen = wanted === "given" && !takesGivens() ? "digit" : wanted;
  const names = [...store.selection].filter((name) => name in store.view.cells);
  if (!names.length) return;
  if (pen === "given") {
    give(names, names.every((name) => givenIn(name) === digit) ? null : digit);
  } else if (pen === "digit") {
    const open = names.filter((name) => !(name in store.view.givens));
    const have = open.every((name) => entries()[name] === digit);
    markCells(open, (mark) => ({ ...mark, digit: have ? undefined : digit }));
  } else if (pen === "colour") {
    colour(names, store.view.digits.indexOf(digit) + 1);
  } else {
    set({ layer: "own" });
    toggle(names, pen, digit);
  }
}

/** Add a colour to cells, or take it away if all have it. */
export function colour(names, index) {
  if (!COLOURS[index]) return;
  const haveAll = names.every((name) => (store.marks[name]?.colours ?? []).includes(index));
  markCells(names, (mark) => {
    const others = (mark.colours ?? []).filter((each) => each !== index);
    return { ...mark, colours: haveAll ? others : [...others, index] };
  });
}

/** Empty the selected cells: first the digit that is seen, then the marks. */
export function erase() {
  const names = [...store.selection].filter((name) => name in store.view.cells);
  const given = names.filter((name) => givenIn(name) !== null);
  if (given.length && store.pen === "given" && takesGivens()) {
    give(given, null);
    return;
  }
  const marked = names.filter((name) => store.marks[name]);
  if (!marked.length) return;
  const kinds = ["digit", "centre", "corner", "colours"];
  const first = kinds.find((kind) => marked.some((name) => store.marks[name][kind] !== undefined));
  markCells(marked, (mark) => ({ ...mark, [first]: undefined }));
}
