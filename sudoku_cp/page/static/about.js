/** The tab with the title, the author, the rules in words and the size of the grid. What is typed is kept when a field is left. */

import { byId, make } from "./elements.js";
import { change } from "./pens.js";
import { draws, store } from "./store.js";
import { chooseTool } from "./tools.js";
import { REGIONS } from "./regions.js";

const TEXTS = { name: "Title", author: "Author", rules: "Rules in words" };
const fields = {};

const shown = () => ({ name: store.view.name, ...store.view.texts, height: `${store.view.height}`, width: `${store.view.width}` });

/** Send the texts that differ from those of the document. */
function describe() {
  const texts = {};
  for (const key of Object.keys(TEXTS)) if (fields[key].value.trim() !== sent[key].trim()) texts[key] = sent[key] = fields[key].value;
  if (Object.keys(texts).length) change({ kind: "describe", texts });
}

/** What the fields had when they were last filled or sent. */
let sent = null;

function resize() {
  const [height, width] = ["height", "width"].map((side) => Number(fields[side].value));
  if (!(height > 0 && width > 0) || (height === store.view.height && width === store.view.width)) return;
  Object.assign(sent, { height: fields.height.value, width: fields.width.value });
  change({ kind: "resize", height, width });
}

/** Show what the document has, but for a field in which something is being typed. */
function show() {
  if (!store.view?.texts || store.unanswered) return;
  const now = shown();
  for (const [key, field] of Object.entries(fields)) {
    const isTyped = sent && document.activeElement === field && field.value !== sent[key];
    if (!isTyped && field.value !== now[key]) field.value = now[key];
    field.readOnly = Boolean(store.play);
  }
  sent = now;
  fields.rules.placeholder = store.view.spoken || "Normal sudoku rules apply.";
  for (const side of ["height", "width"]) fields[side].disabled = !store.view.shapes;
  byId("draw-regions").disabled = !store.view.shapes || Boolean(store.play);
}

/** Send what is typed in the fields. */
export function commitAbout() {
  if (sent && Object.keys(TEXTS).some((key) => fields[key].value.trim() !== sent[key].trim())) describe();
}

export function startAbout() {
  for (const key of Object.keys(TEXTS)) {
    fields[key] = key === "rules" ? make("textarea", { rows: 7, id: `about-${key}` }) : make("input", { id: `about-${key}`, autocomplete: "off" });
    fields[key].addEventListener("change", describe);
  }
  for (const side of ["height", "width"]) {
    fields[side] = make("input", { id: `about-${side}`, type: "number", min: 1, max: 36, inputMode: "numeric", "aria-label": side === "height" ? "Rows" : "Columns" });
    fields[side].addEventListener("change", resize);
  }
  byId("about").replaceChildren(
    ...Object.entries(TEXTS).map(([key, label]) => make("label", {}, label, fields[key])),
    make("p", { class: "muted" }, "Without rules of your own, exports say the text of each rule, as shown above."),
    make("label", { class: "size" }, "Rows and columns", make("span", {}, fields.height, " × ", fields.width)),
    make("button", { id: "draw-regions", onclick: () => chooseTool(REGIONS) }, "Draw regions"),
  );
  draws("view unanswered play", show);
}
