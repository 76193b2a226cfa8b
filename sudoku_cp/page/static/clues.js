/** The clues of the puzzle as a list: hover shows one on the board, a click edits it. */

import { byId, fill, make, title, words } from "./elements.js";
import { noteDocument } from "./marks.js";
import { change } from "./pens.js";
import { draws, set, store } from "./store.js";
import { editClue } from "./tools.js";

let send = () => {};

function show() {
  const clues = store.view?.clues;
  if (!clues) return;
  byId("clue-count").textContent = clues.length || "";
  fill(byId("clues"), [clues, store.view.left_out, store.lit], () => {
    const shown = [...clues.map(chip), ...store.view.left_out.map(leftOut)];
    return shown.length ? shown : [make("p", { class: "empty" }, "No clues yet. Choose a rule on the left, and draw it on the board.")];
  });
}

function chip(clue) {
  const isLit = store.lit?.clues.includes(clue.number);
  const kind = `clue${isLit ? (store.lit.kind === "lit" ? " clash" : " needless") : ""}`;
  const parameters = clue.words.slice(words(clue.rule).length).trim().replace(/^\((.*)\)$/s, "$1");
  const remove = (event) => {
    event.stopPropagation();
    set({ hovered: null });
    change({ kind: "remove", paths: [clue.path] });
  };
  const row = make("div", { class: kind, title: clue.text, tabindex: 0, "data-clue": clue.name },
    make("span", { class: "dot", title: "enforced: the solvers see it" }),
    make("span", { class: "what" }, make("b", {}, title(clue.rule)), " ", make("span", {}, parameters)),
    clue.path ? make("button", { class: "plain", title: "Remove", "aria-label": `Remove ${clue.words}`, onclick: remove }, "✕")
      : make("span", { class: "muted", title: "This clue comes with the model" }, "model"));
  row.onpointerenter = () => set({ hovered: clue.cells });
  row.onpointerleave = () => set({ hovered: null });
  row.onclick = () => clue.simple && editClue(clue);
  row.onkeydown = (event) => event.key === "Enter" && event.target === row && row.onclick();
  return row;
}

/** A clue that an import brought, and that no rule stands for: it is in the text as a comment. */
function leftOut(words_) {
  const text = store.document.text.split("\n").filter((line) => line !== `${store.view.comment}${words_}`).join("\n");
  const forget = () => {
    noteDocument();
    send("write", { text });
  };
  return make("div", { class: "clue left-out", title: "The import brought it, but no rule here says the same: solvers do not see it" },
    make("span", { class: "dot" }), make("span", { class: "what" }, make("b", {}, "not enforced"), " ", make("span", {}, words_)),
    make("button", { class: "plain", title: "Forget", "aria-label": `Forget ${words_}`, onclick: forget }, "✕"));
}

/** Show the clues. */
export function startClues(sending) {
  send = sending;
  draws("view lit", show);
}
