/** The line below the header: what happened that was not asked for, one text of each kind. */

import { byId } from "./elements.js";

const notices = new Map();

/** Show a text of a kind in place of the one before; an empty one takes it away. */
export function notice(kind, text) {
  if (text) notices.set(kind, text);
  else if (!notices.delete(kind)) return;
  byId("notice").hidden = !notices.size;
  byId("notices").textContent = [...notices.values()].join("\n");
}
