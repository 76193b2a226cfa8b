/** The document as text beside the board; either side can be edited. */

import { byId, fill, make } from "./elements.js";
import { noteDocument } from "./marks.js";
import { draws, on, set, store } from "./store.js";

const PAUSE = 200;

let sent = null;
let timer = 0;

function lines() {
  const count = byId("source").value.split("\n").length, wrong = store.view?.error?.line;
  const number = (_, at) => [make("span", { class: at + 1 === wrong ? "wrong" : "" }, `${at + 1}`), "\n"];
  fill(byId("gutter"), [count, wrong], () => Array.from({ length: count }, number).flat());
}

function scroll() {
  byId("gutter").scrollTop = byId("source").scrollTop;
}

function show() {
  const source = byId("source"), text = store.document?.text ?? "";
  if (text === sent) sent = null;
  else if (text !== source.value && !timer && sent === null) source.value = text;
}

function fault() {
  const error = store.view?.error;
  byId("fault").textContent = error ? `${error.line ? `line ${error.line}: ` : ""}${error.message}` : "";
  lines();
}

/** Show the document, and send what is typed. */
export function startText(send) {
  const source = byId("source");
  const pass = () => {
    timer = 0;
    if (source.value !== store.document.text) {
      sent = source.value;
      noteDocument();
      send("write", { text: sent });
    }
    set({ isTyping: false });
  };
  source.addEventListener("input", () => {
    clearTimeout(timer);
    timer = setTimeout(pass, PAUSE);
    set({ isTyping: true });
    lines();
  });
  source.addEventListener("scroll", scroll);
  on("document", show);
  draws("document", lines);
  draws("view", fault);
}
