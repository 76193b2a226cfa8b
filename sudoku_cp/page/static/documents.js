/** The documents of the session, which the server tells: if it ends, the next one gets them back, for undo and redo. */

const MOST = 1 << 19;

let texts = [""];
let first = 0;
let at = 0;

/** Take what the server keeps. */
export function receiveHistory(message) {
  ({ texts, first } = message);
}

/** Note the document that the server has come to; if none is after it, those that were undone are forgotten. */
export function noteNumber({ number, text, redo }) {
  at = number - first;
  texts[at] = text;
  if (!redo) texts.length = at + 1;
}

const sizeOf = (text) => new TextEncoder().encode(JSON.stringify(text)).length;

/** The document with its neighbours, first those before it, as many as fit into one message. */
export function keptHistory() {
  let from = at, to = at + 1, left = MOST;
  while (from > 0 && (left -= sizeOf(texts[from - 1])) >= 0) from -= 1;
  while (to < texts.length && (left -= sizeOf(texts[to])) >= 0) to += 1;
  return { texts: texts.slice(from, to), at: at - from };
}
