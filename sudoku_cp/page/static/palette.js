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

function show() {
  const focused = byId("palette").contains(document.activeElement) ? document.activeElement.dataset.rule : null;
  const wanted = byId("search").value.trim().toLowerCase().split(/\s+/);
  const rules = (store.palette?.rules ?? []).filter((rule) => rule.tool !== "text");
  const found = rules.filter((rule) => wanted.every((word) => `${words(rule.name)} ${rule.text}`.toLowerCase().includes(word)));
  const taken = new Set(), parts = [];
  for (const [heading, belongs] of GROUPS) {
    const members = found.filter((rule) => !taken.has(rule) && belongs(rule)).sort((one, other) => rank(one) - rank(other));
    members.forEach((rule) => taken.add(rule));
    if (members.length) parts.push(make("div", { class: "group" }, heading), ...members.map(toolButton));
  }
  byId("palette").replaceChildren(...(parts.length ? parts : [make("p", { class: "empty" }, "No rule has these words.")]));
  for (const tool of byId("palette").querySelectorAll("[data-rule]")) if (tool.dataset.rule === focused) tool.focus();
}

const isInUse = (name) => store.tool?.rule.name === name;

function toolButton(rule) {
  const chosen = () => (isInUse(rule.name) ? leaveTool() : chooseTool(rule));
  const attributes = { class: "tool", title: rule.text, "aria-pressed": isInUse(rule.name), "data-rule": rule.name, onclick: chosen };
  return make("button", attributes, icon(rule), title(rule.name));
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
