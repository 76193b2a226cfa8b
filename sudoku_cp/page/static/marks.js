/** The player's own marks: entered digits, corner and centre marks, colours; and undo over these and documents. */

import { set, store } from "./store.js";

/** The light colours for cells; index 0 is none. */
export const COLOURS = ["", "#f28b82", "#f7b267", "#f6e27a", "#a8d98a", "#8ccfe0", "#8fb0f0", "#c9a2e8", "#e8a2c8", "#b5b9c0"];

const done = [];
const undone = [];
let send = () => {};

/** Takes back the last stroke of what is being drawn and not in the document yet; whether there was one. */
let undoDraft = () => false;

export function connectDraft(undoing) {
  undoDraft = undoing;
}

export function connectMarks(sending) {
  send = sending;
}

/** Note that the document is about to change, so that undo takes it back. */
export function noteDocument() {
  done.push("document");
  undone.length = 0;
}

/** Note that the last change was refused, so that there is nothing to undo. */
export function forgetDocument() {
  const at = done.lastIndexOf("document");
  if (at >= 0) done.splice(at, 1);
}

/** How many of the marks that were sent have not come back: until then, what comes is older than what is shown. */
let underway = 0;

export function receiveMarks(marks) {
  if (underway > 0) underway -= 1;
  else if (isReplayed()) store.play.replay.own = marks;
  else set({ marks });
}

/** Whether the marks that are shown are former ones, which nothing changes. */
const isReplayed = () => Boolean(store.play?.replay);

/** The player's marks, whatever is shown. */
export const ownMarks = () => store.play?.replay?.own ?? store.marks;

/** Take the next marks that come, as the server is another one or the connection a new one. */
export function forgetUnderway() {
  underway = 0;
}

function show(marks) {
  const base = store.marks;
  underway += 1;
  set({ marks });
  send("marks", { marks, base });
}

function replace(marks) {
  if (isReplayed()) return;
  done.push(store.marks);
  undone.length = 0;
  show(marks);
}

/** Change the mark of each cell by a function that returns the new mark. */
export function markCells(names, change) {
  const marks = { ...store.marks };
  for (const name of names) {
    const mark = change({ ...marks[name] });
    for (const key of Object.keys(mark)) if (mark[key] === undefined || mark[key].length === 0) delete mark[key];
    if (Object.keys(mark).length) marks[name] = mark;
    else delete marks[name];
  }
  replace(marks);
}

/** Take all marks away. */
export function restart() {
  if (Object.keys(store.marks).length) replace({});
}

/** Add a digit to the small marks of cells, or take it away if all of them have it. */
export function toggle(names, kind, digit) {
  const open = names.filter((name) => !(name in store.view.givens) && store.marks[name]?.digit === undefined);
  const haveAll = open.every((name) => (store.marks[name]?.[kind] ?? []).includes(digit));
  markCells(open, (mark) => {
    const others = (mark[kind] ?? []).filter((each) => each !== digit);
    return { ...mark, [kind]: haveAll ? others : [...others, digit].sort((a, b) => a - b) };
  });
}

/** The digits that the player has entered, by cell. */
export function entries() {
  const found = {};
  for (const [name, mark] of Object.entries(store.marks)) {
    if (mark.digit !== undefined && !(name in store.view.givens)) found[name] = mark.digit;
  }
  return found;
}

/** Whether a step of undo or redo may be made: while the puzzle is played, only those of marks. */
function isOpen(steps, hasDocuments) {
  if (store.play) return !isReplayed() && (steps.at(-1) ?? "document") !== "document";
  return Boolean(steps.length || hasDocuments);
}

export const canUndo = () => isOpen(done, store.document?.undo);
export const canRedo = () => isOpen(undone, store.document?.redo);

export function undo() {
  if (undoDraft()) return;
  if (!canUndo()) return;
  const last = done.pop() ?? "document";
  undone.push(last === "document" ? last : store.marks);
  if (last === "document") send("undo");
  else show(last);
}

export function redo() {
  if (!canRedo()) return;
  const next = undone.pop() ?? "document";
  done.push(next === "document" ? next : store.marks);
  if (next === "document") send("redo");
  else show(next);
}
