/** What is wrong with the document, or with a rule that it uses, and which clue it is about. */

import { openTab } from "./tabs.js";
import { byId } from "./elements.js";
import { store } from "./store.js";

/** The fault, with its message and perhaps its line; null for none. */
export function fault() {
  return store.view?.error ?? store.status?.error ?? null;
}

/** The rule and the number of the clue in whose table a line of the document is; null for a line outside clues. */
function clueAt(line) {
  const counts = new Map();
  let found = null;
  for (const text of store.document.text.split("\n").slice(0, line)) {
    const header = /^\s*\[\[\s*([\w-]+)\s*\]\]/.exec(text);
    if (header) {
      counts.set(header[1], (counts.get(header[1]) ?? -1) + 1);
      found = [header[1], counts.get(header[1])];
    } else if (/^\s*\[[^[]/.test(text)) {
      found = null;
    }
  }
  return found;
}

/** Why a clue is not enforced; empty if it is. */
export function faultOf(clue) {
  const found = fault();
  if (!found) return "";
  const at = found.line && store.view.error ? clueAt(found.line) : null;
  const isMeant = at ? clue.path?.join(" ") === at.join(" ") : found.message.startsWith(`${clue.name}:`);
  return isMeant ? found.message : "";
}

/** Show where the fault is: its line in the text. */
export function showFault() {
  const { line } = fault() ?? {};
  openTab("text");
  if (!line) return;
  const source = byId("source"), lines = source.value.split("\n"), start = lines.slice(0, line - 1).join("\n").length + (line > 1);
  source.focus();
  source.setSelectionRange(start, start + lines[line - 1].length);
  source.scrollTop = Math.max(0, (line - 4) * 19);
}
