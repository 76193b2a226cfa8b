/**
 * Regions that are drawn: a pen paints cells, in one drag a region. What is drawn is a draft until all regions have their
 * size; then it goes into the document. The draft is kept while other tools are used, and for the next load of the page.
 *
 * `store.regions` is the draft: the label of each cell, the label that the pen paints (null: that of the cell in which
 * the drag begins, or a new one; "" for none), whether cells are swapped, and the draft before this one.
 */

import { byId, draw, fill, make } from "./elements.js";
import { corner, nameAt, outline, unit } from "./geometry.js";
import { COLOURS } from "./marks.js";
import { notice } from "./notices.js";
import { change } from "./pens.js";
import { draws, on, set, store } from "./store.js";

const LABELS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789";

/** The tool, which is no rule: it is found by the words of its text. */
export const REGIONS = {
  name: "regions", text: "Regions of any shape in place of boxes, as in a jigsaw or an irregular sudoku. Drag over the cells of a region, one after the other.",
  synonyms: ["jigsaw", "irregular", "region", "boxes"], tool: "form", collects: [], parameters: [], shape: "", colour: "", module: "", own: false, paints: true,
};

const sizeOf = () => Math.max(store.view.height, store.view.width);
const count = () => Math.ceil(Object.keys(store.view.cells).length / sizeOf());
const known = () => LABELS.slice(0, Math.max(count(), store.view.boxes.length));
const cellsOf = (label, labels) => Object.keys(store.view.cells).filter((name) => labels[name] === label);
const keptAs = () => `regions ${store.file}`;

/** The draft with which drawing begins: the regions of the puzzle. */
function ofPuzzle() {
  const labels = Object.fromEntries(store.view.boxes.flatMap((box, at) => box.map((name) => [name, LABELS[at]])));
  return { labels, pen: null, swaps: false, first: null, before: null, base: baseOf() };
}

const baseOf = () => JSON.stringify([store.view.height, store.view.width, store.view.boxes]);

function take(draft) {
  set({ regions: draft });
  sessionStorage.setItem(keptAs(), JSON.stringify({ ...draft, before: null }));
}

const isNew = () => store.regions && JSON.stringify(store.regions.labels) !== JSON.stringify(ofPuzzle().labels);

/** Go on with the draft, unless the board has become another one. */
function refresh() {
  if (!store.view?.cells || store.unanswered) return;
  if (!store.regions) {
    const kept = JSON.parse(sessionStorage.getItem(keptAs()));
    if (kept?.base === baseOf()) set({ regions: kept });
  }
  if (store.regions && store.regions.base !== baseOf()) set({ regions: store.tool?.rule.paints ? ofPuzzle() : null });
}

/** The regions with a wrong number of cells, each with its number. */
export function wrongRegions() {
  const { labels } = store.regions;
  const used = [...new Set(Object.values(labels))].filter(Boolean).sort();
  return used.map((label) => [label, cellsOf(label, labels).length]).filter(([, number]) => number !== sizeOf());
}

const openCells = () => Object.keys(store.view.cells).filter((name) => !store.regions.labels[name]);

/** Put the regions into the document, if all are complete. */
function commit() {
  if (!isNew() || wrongRegions().length || openCells().length) return;
  divide();
}

function divide() {
  const { labels } = store.regions, { height, width } = store.view;
  const row = (at) => Array.from({ length: width }, (_, column) => labels[nameAt(at + 1, column + 1)]).join("");
  change({ kind: "divide", labels: openCells().length ? [] : Array.from({ length: height }, (_, at) => row(at)) });
}

let painted = null;

/** Begin to paint, or to swap, at a cell. */
export function beginPainting(name) {
  const draft = store.regions;
  if (!name || !draft) return;
  if (draft.swaps) {
    swap(name);
    return;
  }
  const free = [...known()].find((label) => !cellsOf(label, draft.labels).length);
  painted = draft.pen ?? draft.labels[name] ?? free ?? null;
  if (painted === null) return;
  take({ ...draft, before: draft });
  paint(name);
}

/** Paint the next cell of a drag. */
export function paint(name) {
  const draft = store.regions;
  if (painted === null || !name || (draft.labels[name] ?? "") === painted) return;
  const labels = { ...draft.labels };
  if (painted) labels[name] = painted;
  else delete labels[name];
  take({ ...draft, labels });
}

export function endPainting() {
  painted = null;
  if (store.regions) commit();
}

function swap(name) {
  const draft = store.regions, { first } = draft;
  if (first === null || first === name) {
    set({ regions: { ...draft, first: first === name ? null : name } });
    return;
  }
  take({ ...draft, labels: { ...draft.labels, [first]: draft.labels[name], [name]: draft.labels[first] }, first: null, before: draft });
}

/** Paint the selected cells, all as one region. */
export function paintSelection() {
  const names = [...store.selection].filter((name) => name in store.view.cells);
  if (!names.length || store.regions?.swaps) return;
  beginPainting(names[0]);
  names.forEach(paint);
  endPainting();
}

/** Choose the region that the pen paints by its number, counted from 1. */
export function choosePen(number) {
  if (number <= known().length) set({ regions: { ...store.regions, pen: LABELS[number - 1], swaps: false } });
}

/** Take the last stroke back; whether there was one. */
export function undoPainting() {
  if (!store.tool?.rule.paints || !store.regions?.before) return false;
  take(store.regions.before);
  return true;
}

const clearAll = () => take({ ...store.regions, labels: {}, first: null, before: store.regions });

/** The usual boxes: the server has them for a grid whose regions are not written. */
function useBoxes() {
  const { height, width } = store.view, size = sizeOf();
  const sides = Array.from({ length: size }, (_, at) => at + 1).filter((side) => side * side <= size && size % side === 0).reverse();
  const pairs = sides.flatMap((side) => [[side, size / side], [size / side, side]]);
  const [rows, columns] = pairs.find(([down, across]) => height % down === 0 && width % across === 0);
  const labelAt = ([row, column]) => LABELS[Math.floor((row - 1) / rows) * (width / columns) + Math.floor((column - 1) / columns)];
  const labels = Object.fromEntries(Object.entries(store.view.cells).map(([name, place]) => [name, labelAt(place)]));
  take({ ...store.regions, labels, first: null, before: store.regions });
  commit();
}

function useNone() {
  take({ ...store.regions, labels: {}, first: null, before: store.regions });
  divide();
}

/** What is wrong with the regions, in words. */
function faults() {
  const size = sizeOf(), open = openCells().length;
  const words = wrongRegions().map(([label, number]) => `region ${LABELS.indexOf(label) + 1} has ${number} of ${size} cells`);
  if (open) words.push(`${open} cell${open > 1 ? "s have" : " has"} no region`);
  return words;
}

const colourOf = (label) => COLOURS[1 + LABELS.indexOf(label) % (COLOURS.length - 1)];

/** Show the form of the tool. */
export function showRegions(form) {
  if (!store.regions && store.view?.cells) set({ regions: ofPuzzle() });
  form.replaceChildren(
    make("h2", {}, "Regions"),
    make("p", {}, "Drag over the cells of a region; a drag that begins in a region makes it larger. Digits choose the region."),
    make("div", { id: "region-pens", class: "pens", role: "group", "aria-label": "What the pen paints" }),
    make("p", { id: "region-faults", class: "fault", role: "status" }),
    make("div", { class: "row" },
      make("button", { type: "button", onclick: clearAll }, "Clear"),
      make("button", { type: "button", onclick: useBoxes }, "Boxes"),
      make("button", { type: "button", onclick: useNone }, "None")),
    make("div", { class: "row" }, make("button", { type: "button", class: "main", id: "regions-done" }, "Done")),
  );
  showState();
}

function showState() {
  if (!store.tool?.rule.paints || !store.regions || !byId("region-pens")) return;
  const { pen, swaps, labels } = store.regions;
  const choose = (changes) => () => set({ regions: { ...store.regions, first: null, swaps: false, ...changes } });
  const button = (label, isOn, changes, tint = "") => {
    const made = make("button", { type: "button", "aria-pressed": isOn, onclick: choose(changes) }, label);
    if (tint) made.style.setProperty("--tint", tint);
    return made;
  };
  const sizes = [...known()].map((label) => cellsOf(label, labels).length);
  fill(byId("region-pens"), [pen, swaps, sizes], () => [
    button("Auto", pen === null && !swaps, { pen: null }),
    ...[...known()].map((label, at) => button(`${at + 1}`, pen === label && !swaps, { pen: label }, colourOf(label))),
    button("Erase", pen === "" && !swaps, { pen: "" }),
    button("Swap", swaps, { swaps: true }),
  ]);
  const words = faults();
  byId("region-faults").textContent = words.length ? `Not in the puzzle yet: ${words.join("; ")}.` : "";
}

/** Draw the regions of the draft over the board: those that are wrong with their number of cells. */
export function drawRegions(layer) {
  layer.replaceChildren();
  const isShown = store.tool?.rule.paints && store.regions;
  byId("board").classList.toggle("painting", Boolean(isShown));
  if (!isShown) return;
  const { labels, first } = store.regions, wrong = new Map(wrongRegions()), u = unit();
  for (const label of new Set(Object.values(labels))) {
    const names = cellsOf(label, labels), [x, y] = corner(names[0]);
    layer.append(...names.map((name) => draw("rect", { x: corner(name)[0], y: corner(name)[1], width: u, height: u, fill: colourOf(label), class: "tint" })));
    layer.append(draw("path", { d: outline(names), class: wrong.has(label) ? "region wrong" : "region" }));
    if (wrong.has(label)) layer.append(draw("text", { x: x + 6, y: y + 16, class: "region-size" }, `${wrong.get(label)} of ${sizeOf()}`));
  }
  if (first) layer.append(draw("rect", { x: corner(first)[0] + 3, y: corner(first)[1] + 3, width: u - 6, height: u - 6, class: "region first" }));
}

/** Say that a draft is not in the puzzle when its tool is left. */
function sayLeft() {
  if (!store.view?.cells) return;
  const isDraft = store.regions && !store.tool?.rule.paints && isNew() && !store.unanswered;
  notice("regions", isDraft ? `The regions are drawn, but not in the puzzle yet: ${faults().join("; ") || "they are swapped"}. The tool Regions goes on with them.` : "");
}

/** Follow the tool and the puzzle. */
export function startRegions() {
  on("view unanswered", refresh);
  on("tool", () => {
    if (!store.tool?.rule.paints && store.regions) commit();
  });
  draws("regions view tool", showState);
  draws("tool view regions", sayLeft);
}
