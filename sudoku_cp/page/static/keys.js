/** The keyboard, as setters know it from SudokuPad. */

import { byId, isField, make } from "./elements.js";
import { redo, undo } from "./marks.js";
import { erase, PENS, takesGivens, write } from "./pens.js";
import { pickedClue, removePicked } from "./picking.js";
import { choosePen, paintSelection } from "./regions.js";
import { move, select, selectAll } from "./selection.js";
import { set, store } from "./store.js";
import { addSelection, discardTyped, leaveTool } from "./tools.js";

const ARROWS = { ArrowUp: [-1, 0], ArrowDown: [1, 0], ArrowLeft: [0, -1], ArrowRight: [0, 1] };
const PEN_KEYS = { z: "digit", x: "corner", c: "centre", v: "colour", g: "given" };

let typed = "";
let typing = 0;

function pressed(event) {
  if (isField(event.target) || document.querySelector("dialog[open]") || !store.view?.cells) return;
  if ([" ", "Enter"].includes(event.key) && event.target.closest("button, [data-clue]")) return;
  const command = event.ctrlKey || event.metaKey, key = event.key.toLowerCase();
  if (command && "zya".includes(key) && key.length === 1) {
    if (key === "a") selectAll();
    else if (key === "y" || event.shiftKey) redo();
    else undo();
  } else if (event.key in ARROWS) {
    move(...ARROWS[event.key], event.shiftKey || command);
  } else if (["Delete", "Backspace"].includes(event.key)) {
    if (pickedClue() && !store.selection.size) removePicked();
    else erase();
  } else if (event.key === "Escape") {
    discardTyped();
    leaveTool();
    select([]);
    set({ lit: null, step: null, combining: null });
  } else if (event.key === "Enter" && store.tool?.rule.paints) {
    paintSelection();
  } else if (event.key === "Enter" && store.tool) {
    addSelection();
  } else if (event.key === "?") {
    showSheet();
  } else if (event.key === "/" && !store.play) {
    byId("search").focus();
  } else if (event.key === " ") {
    const pens = Object.keys(PENS).filter((pen) => pen !== "given" || takesGivens());
    set({ pen: pens[(pens.indexOf(store.pen) + 1) % pens.length] });
  } else if (store.tool?.rule.paints && /^[1-9]$/.test(event.key)) {
    choosePen(Number(event.key));
  } else if (digitOf(event) !== null) {
    write(digitOf(event), penOf(event, command));
  } else if (!command && !event.altKey && key in PEN_KEYS && (key !== "g" || takesGivens())) {
    set({ pen: PEN_KEYS[key] });
  } else {
    return;
  }
  event.preventDefault();
}

function penOf(event, command) {
  if (command && event.shiftKey) return "colour";
  if (command) return "centre";
  return event.shiftKey && event.code.startsWith("Digit") ? "corner" : store.pen;
}

/** The digit of a key: its own character, or two figures one after the other where digits go beyond nine. */
function digitOf(event) {
  const { digits, symbols } = store.view;
  const figure = /^(?:Digit|Numpad)(\d)$/.exec(event.code)?.[1] ?? (/^\d$/.test(event.key) ? event.key : null);
  if (figure !== null) {
    const at = symbols.indexOf(figure);
    if (at >= 0) return digits[at];
    const both = Number((Date.now() - typing < 900 ? typed : "") + figure);
    typed = figure;
    typing = Date.now();
    return digits.includes(both) ? both : null;
  }
  if (event.ctrlKey || event.metaKey || event.altKey || event.key.length !== 1) return null;
  const at = symbols.indexOf(event.key.toUpperCase());
  return at >= 0 ? digits[at] : null;
}

/** After a click on a tool or a digit, keys are for the board again; who moves by the keyboard stays where they are. */
function returnToBoard(event) {
  if (event.detail && event.target.closest(".palette button, .pad button, .status button")) byId("board").focus({ preventScroll: true });
}

/** The keys, as a sheet over the page. */
const SHEET = [
  ["digits", "with the chosen pen; Shift: corner mark, Ctrl: centre mark, both: colour"],
  ["G Z X C V, Space", "pens: givens, digits, corner marks, centre marks, colours; the next one"],
  ["arrows", "move; with Shift or Ctrl, extend the selection"],
  ["drag, Shift, Ctrl", "select; add to the selection, or take away"],
  ["double click", "all cells with the same digit or marks; the clue of an empty cell"],
  ["Delete", "erase; remove the clue that is picked"],
  ["Enter", "make a clue of the selected cells"],
  ["Escape", "leave the tool, then the selection"],
  ["Ctrl+Z, Ctrl+Y", "undo, redo"],
  ["Ctrl+A", "select all"],
  ["/", "search rules"],
  ["?", "this sheet"],
];

function showSheet() {
  const dialog = byId("dialog"), rows = SHEET.map(([keys, effect]) => make("tr", {}, make("th", { scope: "row" }, keys), make("td", {}, effect)));
  dialog.replaceChildren(make("h2", {}, "Keys"), make("table", { class: "keys" }, make("tbody", {}, ...rows)),
    make("div", { class: "row" }, make("button", { class: "close", onclick: () => dialog.close() }, "Close")));
  dialog.showModal();
}

/** Listen to the keyboard. */
export function startKeys() {
  document.addEventListener("click", returnToBoard);
  document.addEventListener("keydown", pressed);
}
