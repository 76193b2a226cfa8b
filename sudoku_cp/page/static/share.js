/** One button that gives addresses: one at which SudokuPad opens and plays the puzzle, and one of this page that holds it. */

import { byId, make } from "./elements.js";
import { on, store } from "./store.js";

const dialog = byId("dialog");
let send = () => {};
let isWanted = false;

function open(...parts) {
  const close = make("button", { class: "close", onclick: () => dialog.close() }, "Close");
  dialog.replaceChildren(make("h2", {}, "Share"), ...parts, make("div", { class: "row" }, close));
  if (!dialog.open) dialog.showModal();
}

function begin() {
  isWanted = true;
  open(make("p", { role: "status" }, "Looking for the solution …"));
  send("export", { to: "share" });
}

/** An address with a button that copies it. */
function address(id, label, text) {
  const field = make("input", { id, readonly: true, value: text, "aria-label": label });
  field.onfocus = () => field.select();
  const said = make("button", { class: "main", onclick: async () => {
    await navigator.clipboard.writeText(text);
    said.textContent = "Copied";
  } }, "Copy");
  const visit = text.startsWith("https:") ? make("a", { href: text, target: "_blank", rel: "noopener noreferrer" }, "Open") : null;
  return make("div", { class: "address" }, make("h3", {}, label), make("div", { class: "row" }, field, said, visit));
}

/** What SudokuPad checks, and what only this program does. */
function checks({ unchecked, unsolved }) {
  const { texts } = store.view;
  const said = [unsolved ? `It has no solution with it, as ${unsolved}: SudokuPad cannot say when it is solved.` : "It has the solution: SudokuPad says when it is solved."];
  if (unchecked.length) said.push(`SudokuPad only shows ${unchecked.join(", ")}: while it is solved, only this page checks ${unchecked.length > 1 ? "them" : "it"}.`);
  if (!texts.rules) said.push("Its rules are the text of each rule, as you have written none under Puzzle.");
  return make("ul", { id: "checks" }, ...said.map((words) => make("li", {}, words)));
}

function answered() {
  const { answer } = store;
  if (!isWanted || answer?.question !== "export") return;
  isWanted = false;
  if (!dialog.open) return;
  if (answer.failed) {
    open(make("p", { role: "alert" }, answer.words));
    return;
  }
  const own = location.href.split("#")[0] + answer.document.slice(answer.document.indexOf("#"));
  const parts = answer.text ? [address("share-sudokupad", "SudokuPad", answer.text.trim()), checks(answer)]
    : [make("p", { role: "alert" }, `No address of SudokuPad: ${answer.problem}`)];
  open(...parts, address("share-page", "This page on this machine, with the whole puzzle", own),
    address("share-anywhere", "sudoku-cp on any machine: for its commands, and for Import", answer.document));
}

export function startShare(sending) {
  send = sending;
  byId("share").onclick = begin;
  on("answer", answered);
}
