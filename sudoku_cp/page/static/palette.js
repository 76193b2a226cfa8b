/** The palette: a tool for each rule, in groups, with a search. */

import { byId, draw, make, title, words } from "./elements.js";
import { draws, store } from "./store.js";
import { chooseTool, leaveTool } from "./tools.js";

const GROUPS = [
  ["Your own", (rule) => rule.own],
  ["Cages", (rule) => rule.shape === "cage"],
  ["Lines", (rule) => ["line", "arrow"].includes(rule.tool)],
  ["Between cells", (rule) => ["edge", "corner"].includes(rule.tool)],
  ["Outside the grid", (rule) => ["outside", "diagonal"].includes(rule.tool) || rule.shape === "outside"],
  ["Cells", (rule) => ["cell", "cells"].includes(rule.tool)],
  ["Whole grid and others", (rule) => rule.tool === "form"],
];

/** What setters use most, which comes first in its group. */
const COMMON = [
  "killer", "thermo", "arrow", "renban", "whisper", "palindrome", "between_line", "region_sum_line", "entropic_line",
  "kropki_white", "kropki_black", "xv", "quadruple", "little_killer", "sandwich", "x_sum", "skyscraper", "odd", "even",
  "extra_region",
];

const rank = (rule) => (COMMON.includes(rule.name) ? COMMON.indexOf(rule.name) : COMMON.length);

/** How many of the tools that were used last come first. */
const MOST_RECENT = 5;

/** What this browser keeps of the palette: favourite rules, the rules used last, and the groups that are folded. */
const kept = { favourites: [], recent: [], folded: [], ...JSON.parse(localStorage.getItem("palette") ?? "{}") };

function keep(changes) {
  Object.assign(kept, changes);
  localStorage.setItem("palette", JSON.stringify(kept));
}

const without = (names, name) => names.filter((each) => each !== name);
const plain = (text) => text.toLowerCase().replace(/[-_\s]+/g, " ").trim();

/** How well a rule fits what is searched: 0 if it, or a synonym, begins with it, 1 if the words are in these, 2 in its text; -1 if not. */
function fit(rule, wanted) {
  const names = [rule.name, ...rule.synonyms].map(plain), parts = wanted.split(" ");
  const isIn = (text) => parts.every((part) => text.includes(part));
  if (names.some((name) => name.startsWith(wanted))) return 0;
  if (names.some(isIn)) return 1;
  return isIn(`${names.join(" ")} ${plain(rule.text)}`) ? 2 : -1;
}

function show() {
  const focused = byId("palette").contains(document.activeElement) ? document.activeElement.dataset.rule : null;
  const wanted = plain(byId("search").value);
  const rules = (store.palette?.rules ?? []).filter((rule) => rule.tool !== "text");
  const parts = wanted ? found(rules, wanted) : groups(rules);
  byId("palette").replaceChildren(...(parts.length ? parts : [make("p", { class: "empty" }, "No rule has these words.")]));
  for (const tool of byId("palette").querySelectorAll("[data-rule]")) if (tool.dataset.rule === focused) tool.focus();
}

/** The rules that are searched, the best fit first. */
function found(rules, wanted) {
  const fits = rules.map((rule) => [fit(rule, wanted), rule]).filter(([how]) => how >= 0);
  return fits.sort(([one, first], [other, second]) => one - other || rank(first) - rank(second)).map(([, rule]) => toolButton(rule));
}

function groups(rules) {
  const named = (names) => names.map((name) => rules.find((rule) => rule.name === name)).filter(Boolean);
  const favourites = named(kept.favourites), recent = named(kept.recent).filter((rule) => !favourites.includes(rule));
  const taken = new Set([...favourites, ...recent]), parts = [...group("Favourites", favourites), ...group("Recent", recent)];
  for (const [heading, belongs] of GROUPS) {
    const members = rules.filter((rule) => !taken.has(rule) && belongs(rule)).sort((one, other) => rank(one) - rank(other));
    members.forEach((rule) => taken.add(rule));
    parts.push(...group(heading, members));
  }
  return parts;
}

/** A group that folds, unless it is empty. */
function group(heading, members) {
  if (!members.length) return [];
  const box = make("details", { class: "tools", open: !kept.folded.includes(heading) }, make("summary", { class: "group" }, heading), ...members.map(toolButton));
  box.ontoggle = () => keep({ folded: box.open ? without(kept.folded, heading) : [...new Set([...kept.folded, heading])] });
  return [box];
}

/** Note that a tool is used; the list changes when it is shown again, so that no tool goes while it is pressed. */
function noteUse({ name }) {
  keep({ recent: [name, ...without(kept.recent, name)].slice(0, MOST_RECENT) });
}

function star(rule) {
  const isKept = kept.favourites.includes(rule.name);
  const change = (event) => {
    event.stopPropagation();
    keep({ favourites: isKept ? without(kept.favourites, rule.name) : [...kept.favourites, rule.name] });
    show();
  };
  const words_ = isKept ? `Remove ${words(rule.name)} from the favourites` : `Keep ${words(rule.name)} among the favourites`;
  return make("button", { class: isKept ? "star kept" : "star", title: words_, "aria-label": words_, "aria-pressed": isKept, onclick: change }, isKept ? "★" : "☆");
}

const isInUse = (name) => store.tool?.rule.name === name;

function toolButton(rule) {
  const chosen = () => {
    if (isInUse(rule.name)) return leaveTool();
    noteUse(rule);
    return chooseTool(rule);
  };
  const attributes = { class: "tool", title: rule.text, "aria-pressed": isInUse(rule.name), "data-rule": rule.name, onclick: chosen };
  return make("div", { class: "tool-row" }, make("button", attributes, icon(rule), title(rule.name)), star(rule));
}

/** Mark the tool in use. The buttons stay, as one that is replaced while it is pressed would miss the click. */
function mark() {
  for (const tool of byId("palette").querySelectorAll("[data-rule]")) tool.setAttribute("aria-pressed", isInUse(tool.dataset.rule));
}

const PLAIN = "#9aa0a8";

/** A small picture of the drawing of a rule. */
function icon(rule) {
  const svg = draw("svg", { viewBox: "0 0 26 18", "aria-hidden": "true" });
  const colour = rule.colour || PLAIN;
  const add = (name, attributes) => svg.append(draw(name, attributes));
  if (rule.shape === "line") {
    add("path", { d: "M5 13L12 6L21 11", fill: "none", stroke: colour, "stroke-width": 4.5, "stroke-linecap": "round", "stroke-linejoin": "round" });
    if (rule.tool === "arrow") {
      svg.lastChild.setAttribute("stroke-width", 1.8);
      add("circle", { cx: 5, cy: 12.5, r: 4, fill: "none", stroke: colour, "stroke-width": 1.6 });
      add("path", { d: "M16.500 11.800L21 11L18.800 7", fill: "none", stroke: colour, "stroke-width": 1.6, "stroke-linecap": "round" });
    }
    if (/thermo/.test(rule.name)) add("circle", { cx: 5, cy: 12.5, r: 4.5, fill: colour });
  } else if (rule.shape === "cage") {
    add("rect", { x: 3, y: 2, width: 20, height: 14, fill: "none", stroke: PLAIN, "stroke-dasharray": "3 2", "stroke-width": 1.3 });
  } else if (rule.shape === "dot") {
    add("path", { d: "M13 1V17M3 9H23", stroke: PLAIN, "stroke-width": 0.8, opacity: 0.6 });
    add("circle", { cx: 13, cy: 9, r: 4.3, fill: colour === PLAIN ? "white" : colour, stroke: "#555", "stroke-width": 1.2 });
  } else if (rule.shape === "outside") {
    add("rect", { x: 11, y: 3, width: 12, height: 12, fill: "none", stroke: PLAIN });
    svg.append(draw("text", { x: 5, y: 13, "font-size": 11, fill: PLAIN, "text-anchor": "middle" }, "5"));
  } else if (rule.shape === "mark") {
    add("circle", { cx: 13, cy: 9, r: 6.5, fill: colour });
  } else if (rule.shape === "shade") {
    add("rect", { x: 4, y: 2, width: 18, height: 14, rx: 2, fill: colour, stroke: PLAIN, "stroke-width": 0.6 });
  } else {
    add("path", { d: "M5 3H21V15H5ZM10.3 3V15M15.700 3V15M5 7H21M5 11H21", fill: "none", stroke: PLAIN, "stroke-width": 0.9 });
  }
  return svg;
}

/** Show the palette, and search in it. */
export function startPalette() {
  byId("search").addEventListener("input", show);
  draws("palette", show);
  draws("tool", mark);
}
