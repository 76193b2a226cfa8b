/** New puzzles, import and export. */

import { byId, isField, make } from "./elements.js";
import { change } from "./pens.js";
import { noteDocument } from "./marks.js";
import { on, set, store } from "./store.js";

let send = () => {};

const dialog = byId("dialog");
const SIZES = [["9 × 9", "size = 9"], ["4 × 4", "size = 4"], ["6 × 6", "size = 6\nbox = [2, 3]"], ["8 × 8", "size = 8"],
  ["12 × 12", "size = 12"], ["16 × 16", "size = 16"], ["Samurai", 'model = "samurai"'], ["Windmill", 'model = "windmill"'],
  ["No boxes", 'size = 9\nregions = ""']];
const EXPORTS = { toml: ["Puzzle document (TOML)", "toml"], svg: ["Picture (SVG)", "svg"], png: ["Picture (PNG)", "png"],
  "toml-address": ["Address that holds it all", null], "f-puzzles-address": ["f-puzzles address", null], "sudokupad-address": ["SudokuPad address", null] };

let wanted = null;

function open(title, parts, ...actions) {
  const close = make("button", { class: "close", onclick: () => dialog.close() }, "Close");
  dialog.replaceChildren(make("h2", {}, title), ...parts, make("div", { class: "row" }, ...actions, close));
  dialog.showModal();
}

function showNew() {
  const begin = (text) => () => {
    dialog.close();
    noteDocument();
    set({ marks: {}, answer: null, lit: null, step: null, selection: new Set(), cursor: null });
    send("marks", { marks: {}, base: null });
    send("write", { text: `name = "untitled"\n${text}\n`, base: null });
  };
  open("New puzzle", [make("div", { class: "choices" }, ...SIZES.map(([name, text]) => make("button", { onclick: begin(text) }, name)))]);
}

function showImport() {
  const text = make("textarea", { "aria-label": "Puzzle", placeholder: "Paste it here" });
  const file = make("input", { type: "file", "aria-label": "File" });
  file.onchange = async () => importText(await file.files[0].text());
  const said = "A grid, an address of f-puzzles, SudokuPad or SudokuMaker, a string of Interactive Sudoku Solver, a TOML document, or any other format that sudoku-cp reads.";
  open("Import", [make("p", {}, said), text], make("button", { class: "main", onclick: () => importText(text.value) }, "Import"),
    make("label", { class: "file" }, "From a file …", file));
}

/** The document that an import replaces, until the server has acted on it. */
let replaced = null;

/** The marks of the puzzle before an import go with it. */
function imported() {
  const { document: shown } = store;
  if (replaced === null || store.unanswered || !shown) return;
  const isNew = shown.revision !== replaced;
  replaced = null;
  if (!isNew || !Object.keys(store.marks).length) return;
  set({ marks: {}, selection: new Set(), cursor: null });
  send("marks", { marks: {}, base: null });
}

/** Replace the puzzle by one in any format. */
export function importText(text) {
  dialog.close();
  if (!text.trim()) return;
  replaced = store.document?.revision ?? 0;
  set({ answer: null, lit: null, step: null });
  change({ kind: "import", text });
}

function showExport() {
  open("Export", [make("div", { class: "choices" }, ...Object.entries(EXPORTS).map(([to, [name]]) =>
    make("button", { "data-export": to, onclick: () => start(to) }, name))), make("p", { id: "exported", role: "status" })]);
}

function start(to) {
  wanted = to;
  send("export", { to: to === "png" ? "svg" : to });
}

function offer(text) {
  const field = make("textarea", { readonly: true, "aria-label": "Exported text" });
  field.value = text;
  const copy = make("button", { class: "main", onclick: () => navigator.clipboard.writeText(text) }, "Copy");
  open("Export", [field], copy);
  field.select();
}

function exported() {
  const answer = store.answer;
  if (answer?.question !== "export" || wanted === null) return;
  const to = wanted;
  wanted = null;
  if (!dialog.open || !byId("exported")) return; // it was closed early
  if (answer.failed) byId("exported").textContent = `This export cannot say all of the puzzle: ${answer.words}`;
  else if (to === "png") savePicture(answer.text);
  else if (EXPORTS[to][1]) download(`${fileName()}.${EXPORTS[to][1]}`, answer.text);
  else offer(answer.text.trim());
}

const fileName = () => (store.view.name || "puzzle").replace(/[^\w-]+/g, "-");

function savePicture(text) {
  const image = new Image(), address = URL.createObjectURL(new Blob([text], { type: "image/svg+xml" }));
  image.onload = () => {
    const canvas = make("canvas", { width: image.width * 2, height: image.height * 2 });
    canvas.getContext("2d").drawImage(image, 0, 0, canvas.width, canvas.height);
    canvas.toBlob((blob) => download(`${fileName()}.png`, blob));
    URL.revokeObjectURL(address);
  };
  image.src = address;
}

/** Save a text or a blob as a file. */
export function download(name, content) {
  const address = URL.createObjectURL(content instanceof Blob ? content : new Blob([content], { type: "text/plain" }));
  make("a", { href: address, download: name }).click();
  setTimeout(() => URL.revokeObjectURL(address), 10_000);
}

/** Take a puzzle that is dropped or pasted on the page. */
export function startFiles(sending) {
  send = sending;
  byId("new").onclick = showNew;
  byId("open").onclick = showImport;
  byId("export").onclick = showExport;
  on("answer", exported);
  on("document unanswered", imported);
  const board = byId("board");
  document.addEventListener("dragover", (event) => {
    event.preventDefault();
    board.classList.add("drop");
  });
  document.addEventListener("dragleave", () => board.classList.remove("drop"));
  document.addEventListener("drop", async (event) => {
    event.preventDefault();
    board.classList.remove("drop");
    const [file] = event.dataTransfer.files;
    importText(file ? await file.text() : event.dataTransfer.getData("text"));
  });
  document.addEventListener("paste", (event) => {
    if (!isField(event.target)) importText(event.clipboardData.getData("text"));
  });
}
