/** The clues of the puzzle as a list: hover shows one on the board, a click edits it. */

import { choose, combiningBar, isChosen } from "./combining.js";
import { byId, fill, make, title, words } from "./elements.js";
import { noteDocument } from "./marks.js";
import { faultOf } from "./faults.js";
import { change } from "./pens.js";
import { draws, set, store } from "./store.js";
import { editClue } from "./tools.js";

const EMPTY = "No clues yet. Choose a rule among the tools, and draw it on the board.";

let send = () => {};

function show() {
  const clues = store.view?.clues;
  if (!clues) return;
  byId("clue-count").textContent = clues.length || "";
  const faults = clues.map(faultOf);
  const combining = store.combining && [[...store.combining.chosen], store.combining.rule.name];
  fill(byId("clues"), [clues, faults, store.view.left_out, store.lit, combining], () => {
    const shown = [...clues.map(chip), ...store.view.left_out.map(leftOut)];
    if (clues.filter(({ path }) => path).length > 1) shown.unshift(combiningBar());
    return shown.length ? shown : [make("p", { class: "empty" }, EMPTY)];
  });
}

function chip(clue) {
  const kinds = ["clue"], wrong = faultOf(clue), isChoosing = store.combining !== null && clue.path;
  if (clue.partly.length) kinds.push("partly");
  if (wrong) kinds.push("faulty");
  if (store.lit?.clues.includes(clue.number)) kinds.push(store.lit.kind === "lit" ? "clash" : "needless");
  if (isChoosing && isChosen(clue)) kinds.push("chosen");
  const state = isChoosing ? make("input", { type: "checkbox", tabindex: -1, checked: isChosen(clue), "aria-label": "Chosen" })
    : make("span", { class: "dot", title: wrong ? "not enforced: it has an error" : clue.partly.length ? "partly enforced: the solvers see what the clue says" : "enforced: the solvers see it" });
  const row = make("div", { class: kinds.join(" "), title: clue.text, tabindex: 0, "data-clue": clue.name }, state, what(clue, wrong), ...buttons(clue));
  row.onpointerenter = () => set({ hovered: clue.cells });
  row.onpointerleave = () => set({ hovered: null });
  row.onclick = (event) => clicked(clue, event.ctrlKey || event.metaKey || event.shiftKey);
  row.onkeydown = (event) => event.key === "Enter" && event.target === row && clicked(clue, event.shiftKey);
  return row;
}

/** A click edits the clue; while clues are combined, or with a modifier, it chooses it. */
function clicked(clue, hasModifier) {
  if (clue.path && (store.combining || hasModifier)) choose(clue);
  else if (!clue.inner.length) editClue(clue);
}

function what(clue, wrong) {
  const own = Object.entries(clue.parameters).map(([name, value]) => `${words(name)} ${value}`).join("; ");
  const parameters = clue.inner.length ? own : clue.words.slice(words(clue.rule).length).trim().replace(/^\((.*)\)$/s, "$1");
  return make("span", { class: "what" }, make("b", {}, title(clue.rule)), " ", make("span", {}, parameters),
    clue.inner.length ? make("ul", {}, ...clue.inner.map((each) => make("li", {}, each))) : null,
    wrong ? make("span", { class: "reason wrong" }, `not enforced: ${wrong}`) : null,
    ...clue.partly.map((reason) => make("span", { class: "reason" }, `partly; left out: ${reason}`)));
}

function buttons(clue) {
  if (!clue.path) return [make("span", { class: "muted", title: "This clue comes with the model" }, "model")];
  const changes = (content) => (event) => {
    event.stopPropagation();
    set({ hovered: null, combining: null });
    change(content);
  };
  const split = { class: "plain", title: "Have the clues that it combines hold one by one", onclick: changes({ kind: "split", path: clue.path }) };
  const remove = { class: "plain", title: "Remove", "aria-label": `Remove ${clue.words}`, onclick: changes({ kind: "remove", paths: [clue.path] }) };
  return [...(clue.inner.length ? [make("button", split, "Split")] : []), make("button", remove, "✕")];
}

/** A clue that an import brought, and that no rule stands for: it is in the text as a comment. */
function leftOut({ state, words: words_, line }) {
  const base = store.document.text, text = base.split("\n").filter((each) => each !== line).join("\n");
  const forget = () => {
    noteDocument();
    send("write", { text, base });
  };
  return make("div", { class: "clue left-out", title: "The import brought it, but no rule here says the same: solvers do not see it" },
    make("span", { class: "dot" }), make("span", { class: "what" }, make("b", {}, state), " ", make("span", {}, words_)),
    make("button", { class: "plain", title: "Forget", "aria-label": `Forget ${words_}`, onclick: forget }, "✕"));
}

/** Show the clues. */
export function startClues(sending) {
  send = sending;
  draws("view status document lit combining palette", show);
}
