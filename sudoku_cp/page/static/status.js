/** The line above the board: how many solutions, how fast, whether two solvers agree, and what candidates are shown. */

import { byId, fill, make } from "./elements.js";
import { fault, showFault } from "./faults.js";
import { draws, store, set } from "./store.js";
import { ask } from "./questions.js";
import { download } from "./files.js";

/** The milliseconds after which an answer that is not about the puzzle as it is fades. */
const SOON = 300;

const fading = new Map();

let send = () => {};

const LAYERS = { own: "Marks", true: "Candidates", logical: "Logical" };

function verdict() {
  const status = store.status;
  if (fault()) return ["faulty", "Not a puzzle yet"];
  if (!status) return ["unknown", "…"];
  if (status.verdict === "none") return ["none", "No solution"];
  if (status.verdict === "unique") return ["unique", "1 solution"];
  if (status.verdict !== "several") return ["unknown", "Not known in time"];
  if (status.exact) return ["several", `${status.count.toLocaleString("en")} solutions`];
  if (status.estimate) return ["several", `≈ ${rounded(status.estimate)} solutions`];
  return ["several", `${status.final ? "More than " : "At least "}${status.count.toLocaleString("en")} solutions`];
}

function rounded(number) {
  if (number < 1e6) return Math.round(number).toLocaleString("en");
  const [mantissa, exponent] = number.toExponential(1).split("e+");
  return `${mantissa} × 10${[...exponent].map((figure) => "⁰¹²³⁴⁵⁶⁷⁸⁹"[figure]).join("")}`;
}

const inTime = (seconds) => (seconds < 1 ? `${(seconds * 1000).toFixed(seconds < 0.01 ? 2 : 0)} ms` : `${seconds.toFixed(1)} s`);

function verdictIn([kind, words]) {
  if (kind !== "faulty") return make("span", { class: `verdict ${kind}`, id: "verdict" }, words);
  const { message, line } = fault();
  return make("button", { class: "verdict faulty", id: "verdict", title: "Show where", onclick: showFault }, words,
    make("span", { class: "reason" }, `${line ? `line ${line}: ` : ""}${message}`));
}

function effort(nodes, seconds) {
  if (nodes === undefined) return null;
  const number = `${nodes.toLocaleString("en")} node${nodes === 1 ? "" : "s"}`, time = inTime(seconds);
  return make("small", { class: "time", title: `${time}, ${number}` }, time, make("span", { class: "nodes" }, ` · ${number}`));
}

const WHY = { none: ["Why not?", "Which clues and givens clash"], several: ["Where?", "In which cells solutions differ"] };

const why = ([name, title]) => make("button", { id: "why", title, onclick: () => ask("why") }, name);

const isChecked = () => store.check && store.status && !store.view?.error && store.check.meaning === store.document?.meaning;

function badge(check) {
  if (check.error) return make("span", { class: "badge", title: check.error.message }, "not checked");
  const texts = { agree: "✓ 2 solvers agree", disagree: "✗ the solvers differ", inconclusive: "1 solver only" };
  const shown = make("span", { class: `badge ${check.verdict}`, title: check.report }, texts[check.verdict]);
  if (!check.bundle) return shown;
  const save = () => download("sudoku-cp-disagreement.toml", check.bundle);
  return make("span", {}, shown, " ", make("button", { onclick: save }, "Download the report"));
}

function show() {
  const found = verdict(), { nodes, seconds, verdict: kind } = store.status ?? {};
  fill(byId("found"), [found, fault(), nodes, seconds], () => [verdictIn(found), fault() ? null : effort(nodes, seconds)].filter(Boolean));
  fill(byId("further"), fault() ? "" : kind ?? "", () => (kind in WHY && !fault() ? [why(WHY[kind])] : []));
  const checked = isChecked() ? store.check : null;
  fill(byId("checked"), checked, () => (checked ? [badge(checked)] : []));
  fill(byId("layers"), [store.layer, store.cap], () => (store.layer === "true" ? [layers(), cap()] : [layers()]));
  for (const [id, answer] of [["facts", "status"], ["board", "candidates"]]) fade(byId(id), answer);
}

/** Let an answer about an older puzzle fade, unless the new one comes soon. */
function fade(element, answer) {
  const isOld = () => Boolean(store[answer]) && store[answer].meaning !== store.document?.meaning;
  if (!isOld()) element.classList.remove("old");
  else if (!fading.has(element)) fading.set(element, setTimeout(() => {
    fading.delete(element);
    element.classList.toggle("old", isOld());
  }, SOON));
}

function layers() {
  const buttons = Object.entries(LAYERS).map(([layer, name]) => make("button",
    { "aria-pressed": store.layer === layer, "data-layer": layer, onclick: () => choose(layer) }, name));
  return make("span", { class: "switch", role: "group", "aria-label": "What small digits show" }, ...buttons);
}

function choose(layer) {
  set({ layer });
  if (layer === "logical") ask("logical");
}

function cap() {
  const select = make("select", { "aria-label": "Count solutions of each candidate up to", title: "Count up to" },
    ...[[1, "–"], [2, "≤ 2"], [8, "≤ 8"]].map(([value, name]) => make("option", { value }, name)));
  select.value = store.cap;
  select.onchange = () => {
    set({ cap: Number(select.value) });
    send("layers", { candidates: store.cap });
  };
  return select;
}

/** Show the status. */
export function startStatus(sending) {
  send = sending;
  draws("document status candidates check view layer", show);
}
