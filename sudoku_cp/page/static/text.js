/** The document as text beside the board; either side can be edited. */

import { askWhich } from "./conflicts.js";
import { byId, fill, make } from "./elements.js";
import { noteDocument } from "./marks.js";
import { draws, on, set, store } from "./store.js";

const PAUSE = 200;

/** The document from which the text in the field was made. */
let base = "";
let timer = 0;

/** Whether the server has refused the text, and the user has yet to choose. */
let isDisputed = false;

let send = () => {};

function lines() {
  const count = byId("source").value.split("\n").length, wrong = store.view?.error?.line;
  const number = (_, at) => [make("span", { class: at + 1 === wrong ? "wrong" : "" }, `${at + 1}`), "\n"];
  fill(byId("gutter"), [count, wrong], () => Array.from({ length: count }, number).flat());
}

function scroll() {
  byId("gutter").scrollTop = byId("source").scrollTop;
}

/** Show the document, unless the field has something that the server does not know. */
function show() {
  const source = byId("source"), text = store.document?.text ?? "";
  if (timer || store.unanswered || isDisputed) return;
  base = text;
  if (text === source.value) return;
  const before = source.value, { selectionStart: start, selectionEnd: end } = source;
  source.value = text;
  if (document.activeElement === source) source.setSelectionRange(...[start, end].map((at) => moved(at, before, text)));
  lines();
}

/** Where a place in a text is after a change elsewhere in it. */
function moved(at, before, after) {
  let same = 0;
  while (same < at && before[same] === after[same]) same += 1;
  return same === at ? at : Math.max(same, at + after.length - before.length);
}

function fault() {
  const error = store.view?.error;
  byId("fault").textContent = error ? `${error.line ? `line ${error.line}: ` : ""}${error.message}` : "";
  lines();
}

function pass() {
  const text = byId("source").value;
  timer = 0;
  if (text !== base) {
    noteDocument();
    send("write", { text, base });
    base = text;
  }
  set({ isTyping: false });
}

/** Ask about a text that was refused, as the same lines were changed elsewhere. */
export function disputeText({ message, mine, theirs, rows }) {
  isDisputed = true;
  base = theirs;
  const decide = (text) => () => {
    isDisputed = false;
    byId("source").value = text;
    pass();
    show();
  };
  const title = message.charAt(0).toUpperCase() + message.slice(1);
  askWhich({ title, words: "Nothing is lost: choose which text goes on, and Undo brings the other one back.", rows },
    ["In this window", "In the other"], [["Keep mine", decide(mine)], ["Take the other", decide(theirs)]]);
}

/** Show the document, and send what is typed. */
export function startText(sending) {
  send = sending;
  const source = byId("source");
  source.addEventListener("input", () => {
    clearTimeout(timer);
    timer = setTimeout(pass, PAUSE);
    set({ isTyping: true });
    lines();
  });
  source.addEventListener("scroll", scroll);
  on("document unanswered", show);
  draws("document", lines);
  draws("view", fault);
}
