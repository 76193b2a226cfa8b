/** Edits that the server has not acted on, kept for this window, so that they outlast a reload. */

import { store } from "./store.js";

/** What the file has, as far as is known. */
let saved = null;

const keyOf = (file) => `edits ${file}`;

/** Note that the file has the document. */
export function noteSaved() {
  if (store.document?.revision === 0 && !store.saved) saved = store.document.text;
  if (store.saved?.problem === "" && store.saved.revision === store.document?.revision) saved = store.document.text;
}

export const savedText = () => saved;

/** Keep edits with the document that they change; a store that is full keeps those before. */
export function keepEdits(edits) {
  const { instance, file, document: shown } = store, history = { texts: [shown?.text ?? ""], at: 0 };
  try {
    if (!edits.length) sessionStorage.removeItem(keyOf(file));
    else sessionStorage.setItem(keyOf(file), JSON.stringify({ instance, history, saved, edits }));
  } catch (error) {
    if (error.name !== "QuotaExceededError") throw error;
  }
}

/** What this window kept of a file before it was loaded again; null for nothing. */
export const leftEdits = (file) => JSON.parse(sessionStorage.getItem(keyOf(file)));
