/** Whether the file has the document: not while the server has yet to act on a change, or while text is being typed. */

import { byId } from "./elements.js";
import { draws, store } from "./store.js";

/** The milliseconds after which the page says that it is still saving. */
const SOON = 300;

let timer = 0;

/** Whether the file has all that was done here; the document of revision 0 is the one that was read from it. */
export function isSaved() {
  const { saved, document: shown, unanswered, isTyping } = store;
  return !unanswered && !isTyping && !saved?.problem && (saved?.revision ?? 0) === shown?.revision;
}

function show() {
  const isSaving = store.file && !store.saved?.problem && !isSaved();
  if (!isSaving) {
    clearTimeout(timer);
    say();
  } else if (!timer) {
    timer = setTimeout(say, SOON);
  }
}

function say() {
  timer = 0;
  const name = store.file.split("/").at(-1);
  if (!name) byId("saved").textContent = "not saved in a file";
  else if (store.saved?.problem) byId("saved").textContent = `not saved in ${name}`;
  else byId("saved").textContent = isSaved() ? `saved in ${name}` : `saving in ${name} …`;
}

/** Say where the document is saved. */
export function startSaving() {
  draws("document saved file unanswered isTyping", show);
}
