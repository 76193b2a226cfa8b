/** The questions, and the answer to the last one. */

import { byId, fill, make } from "./elements.js";
import { entries, markCells } from "./marks.js";
import { change } from "./pens.js";
import { draws, on, set, store } from "./store.js";
import { openTab } from "./tabs.js";
import { leaveTool } from "./tools.js";

let send = () => {};

const GROUPS = {
  Solutions: { solve: "Solve", next: "Next solution", count: "Count them all", proof: "Check with proof", best: "Best score" },
  Understand: { contradictions: "Check my digits", why: "Why?", reduce: "Reduce", equal: "Equal cells", rating: "Rating" },
  "Step by step": { hint: "Hint", step: "Step", path: "Whole path" },
  Make: { generate: "Generate givens" },
};

const NAMES = Object.assign({ logical: "Logical candidates", export: "Export" }, ...Object.values(GROUPS));

let stage = 1;

/** Whether an answer has been asked for that has not been shown. */
let isAwaited = false;

/** Ask a question about the document as it is. */
export function ask(question, further = {}) {
  const options = { ...further };
  if (["hint", "step", "path", "logical", "contradictions"].includes(question)) options.entries = entries();
  if (question === "hint") options.stage = stage = store.answer?.question === "hint" && isCurrent(store.answer) ? Math.min(3, stage + 1) : 1;
  if (question === "generate") options.seed = Math.floor(Math.random() * 1e9);
  if (question !== "logical") {
    leaveTool();
    set({ lit: null, step: null });
  }
  send("ask", { question, options });
  if (question === "logical") return;
  if (!store.play) openTab("questions");
  isAwaited = true;
}

const symbol = (digit) => store.view.symbols[store.view.digits.indexOf(digit)];

const isCurrent = (answer) => answer.about === store.document?.revision;

function show() {
  const isScored = store.view?.scored ?? false, isAnswered = Boolean(store.answer) && isCurrent(store.answer);
  fill(byId("asks"), isScored, () => Object.entries(GROUPS).flatMap(([title, questions]) => [
    make("h3", {}, title),
    ...Object.entries(questions).filter(([question]) => question !== "best" || isScored).map(([question, name]) =>
      make("button", { "data-question": question, onclick: () => ask(question) }, name)),
  ]));
  const progress = store.progress?.question === "logical" ? null : store.progress;
  const shown = progress ? [progress.question, progress.about] : [store.answer, isAnswered, store.lit];
  fill(byId("answers"), shown, () => (progress ? running(progress) : answered()));
  if (progress) byId("progress").textContent = facts(progress);
  if (isAwaited && !store.progress && isAnswered) {
    isAwaited = false;
    byId("answers").scrollIntoView({ block: "nearest" });
  }
}

/** The question that runs. Only its facts are renewed, so that the button does not go while it is pressed. */
function running({ question }) {
  return [make("div", { class: "answer" }, make("h3", {}, NAMES[question]), make("p", { id: "progress" }),
    make("div", { class: "row" }, make("button", { id: "cancel", onclick: () => send("cancel") }, "Cancel")))];
}

function facts(progress) {
  const known = [];
  if (progress.count) known.push(`${progress.count.toLocaleString("en")} ${progress.question === "path" ? "steps" : "found"}`);
  if (progress.best !== undefined && progress.best !== null) known.push(`best ${progress.best}`);
  if (progress.bound !== undefined && progress.bound !== null) known.push(`bound ${progress.bound}`);
  if (progress.nodes) known.push(`${progress.nodes.toLocaleString("en")} nodes`);
  if (progress.seconds) known.push(`${progress.seconds.toFixed(1)} s`);
  return known.join(" · ") || "working …";
}

function answered() {
  const answer = store.answer;
  if (!answer || ["logical", "export"].includes(answer.question)) return [];
  const about = isCurrent(answer) ? "about this puzzle" : "about an earlier version";
  const listed = answer.question === "why" && answer.parts?.length > 1;
  const box = make("div", { class: "answer", id: "answer" },
    make("h3", {}, NAMES[answer.question], make("span", { class: `about${isCurrent(answer) ? "" : " old"}` }, about)),
    make("p", {}, listed ? `${answer.words.split(": ")[0]}:` : answer.words));
  if (listed) box.append(make("ul", {}, ...answer.parts.map(({ words, cells }) => hovering(words, cells))));
  if (answer.helps?.length) box.append(make("ul", {}, ...answer.helps.map((help) => make("li", {}, help))));
  if (answer.relations?.length) box.append(make("ul", {}, ...answer.relations.map(({ words, cells }) => hovering(words, cells))));
  if (answer.report) box.append(make("pre", {}, answer.report));
  if (answer.steps?.length) box.append(stepper(answer));
  if (answer.together?.parts.length) box.append(make("p", {}, `Can go at the same time: ${answer.together.parts.map(({ words }) => words).join(", ")}`));
  box.append(make("div", { class: "row" }, ...actions(answer)));
  return [box];
}

function actions(answer) {
  const buttons = [], add = (name, onclick) => buttons.push(make("button", { onclick }, name));
  if (answer.question === "hint" && answer.stage < 3) add("More", () => ask("hint"));
  if (answer.placed && isCurrent(answer)) {
    for (const [name, digit] of Object.entries(answer.placed)) add(`Enter ${symbol(digit)} in ${name}`, () => enter(name, digit));
  }
  if (answer.givens && isCurrent(answer)) add("Add these givens", () => giveAll(answer.givens));
  if (answer.question === "next") add("Next", () => ask("next"));
  if (answer.solution || answer.look || answer.steps?.length || store.lit) add("Clear", () => set({ answer: null, lit: null, step: null }));
  return buttons;
}

function enter(name, digit) {
  set({ step: null, answer: null });
  markCells([name], (mark) => ({ ...mark, digit }));
}

function giveAll(givens) {
  const byDigit = {};
  for (const [name, digit] of Object.entries(givens)) (byDigit[digit] ??= []).push(name);
  for (const [digit, cells] of Object.entries(byDigit)) change({ kind: "give", cells, digit: Number(digit) });
}

/** An item of a list that shows its cells on the board while the pointer is over it. */
function hovering(words, cells) {
  const item = make("li", {}, words);
  item.onpointerenter = () => set({ hovered: cells });
  item.onpointerleave = () => set({ hovered: null });
  return item;
}

function stepper(answer) {
  const { steps } = answer, last = steps.length - 1;
  const slider = make("input", { type: "range", min: 0, max: last, value: 0, "aria-label": "Step" });
  const number = make("span", { class: "muted" }), words = make("p");
  const [back, on_] = [[-1, "‹", "Step back"], [1, "›", "Step on"]].map(([by, sign, label]) =>
    make("button", { "aria-label": label, onclick: () => go(Number(slider.value) + by) }, sign));
  const show = (to) => {
    slider.value = to;
    back.disabled = to <= 0;
    on_.disabled = to >= last;
    number.textContent = `${to + 1} of ${steps.length}`;
    words.textContent = steps[to].words;
  };
  const go = (to) => {
    show(to);
    if (isCurrent(answer)) set({ step: steps[to] });
  };
  slider.oninput = () => go(Number(slider.value));
  show(0);
  return make("div", {}, make("div", { class: "row" }, back, slider, on_, number), words);
}

/** Light up on the board what an answer is about. */
function lightUp() {
  const answer = store.answer;
  if (!answer || answer.failed || !isCurrent(answer)) return;
  if (answer.question === "logical") {
    set({ logical: answer.values });
  } else if (["why", "reduce"].includes(answer.question)) {
    const cells = answer.cells ?? Object.keys(answer.differ ?? {});
    const kind = answer.question === "reduce" ? "needless" : answer.differ ? "looked" : "lit";
    set({ lit: { clues: answer.clues ?? [], cells, kind } });
  } else if (answer.question === "contradictions") {
    set({ wrong: new Set(answer.cells), lit: { clues: answer.clues, cells: [], kind: "lit" } });
  } else if (answer.steps?.length) {
    set({ step: answer.steps[0] });
  } else if (answer.look) {
    set({ step: answer });
  } else if (answer.question === "generate") {
    set({ lit: { clues: [], cells: Object.keys(answer.givens), kind: "looked" } });
  }
}

/** Fill in the selected cell, with its digit if it is known. */
function fillClaim() {
  const name = store.cursor, field = byId("claimed");
  if (document.activeElement === field || store.selection.size !== 1 || !(name in (store.view?.cells ?? {}))) return;
  const values = store.candidates?.values?.[name] ?? [];
  const digit = store.view.givens[name] ?? store.marks[name]?.digit ?? (values.length === 1 ? values[0] : null);
  field.value = `${name}=${digit === null ? "" : symbol(digit)}`;
}

function claimed(event) {
  event.preventDefault();
  const claim = byId("claimed").value.trim();
  ask("why", claim ? { claim } : {});
}

/** Show the questions and their answers. */
export function startQuestions(sending) {
  send = sending;
  draws("answer progress view document step lit", show);
  on("answer", lightUp);
  on("selection marks view candidates", fillClaim);
  byId("claim").addEventListener("submit", claimed);
}
