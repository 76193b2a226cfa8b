/** The form of the tool in use: the rule's text, and the parameters that are not drawn. */

import { byId, fill, make, title, words } from "./elements.js";
import { change } from "./pens.js";
import { actions } from "./picking.js";
import { showRegions } from "./regions.js";
import { draws, on, set, store } from "./store.js";
import { addSelection, commitTyped, connectForm, discardTyped, leaveTool, nextParameter, setValue, submit, typedParameter } from "./tools.js";

const form = byId("form");
let shown = "";

/** Whether fields are being replaced, so that one that goes is not left by the user. */
let isShowing = false;

const HOW = {
  line: "Drag along the cells.",
  arrow: "Drag from the circle along the line. For a pill, select its cells before you choose the tool, then press Enter.",
  cells: "Drag over the cells, or select them and press Enter.",
  edge: "Click the border between two cells.",
  corner: "Click the corner of four cells.",
  cell: "Click a cell.",
  outside: "Click beside the grid.",
  diagonal: "Click beside the grid, on the half to which the arrow points, or drag along the diagonal.",
  form: "",
};

function show() {
  const tool = store.tool;
  form.hidden = !tool;
  if (!tool) return;
  const label = tool.path ? "Change" : "Add";
  if (keyOf(tool) === shown) {
    if (!tool.rule.paints) form.querySelector("button.main").textContent = label;
    return;
  }
  shown = keyOf(tool);
  if (tool.rule.paints) {
    showRegions(form);
    byId("regions-done").onclick = leaveTool;
    return;
  }
  const focused = form.contains(document.activeElement) ? document.activeElement.name : null;
  const fields = tool.rule.parameters.filter((parameter) => parameter.kind !== "clues").map(field);
  isShowing = true;
  form.replaceChildren(...[
    make("h2", {}, title(tool.rule.name)),
    make("p", {}, firstSentence(tool.rule.text)),
    make("p", {}, howToDraw(tool)),
    ...fields,
    negative(tool.rule),
    make("div", { class: "row", id: "actions" }),
    make("div", { class: "row" },
      make("button", { type: "submit", class: "main" }, label),
      make("button", { type: "button", onclick: leaveTool }, "Done")),
  ].filter(Boolean));
  showActions();
  if (focused) form.elements.namedItem(focused)?.focus();
  isShowing = false;
}

/** The clue that says that all dots of a rule are given. */
const negativeClue = (rule) => store.view.clues.find((clue) => clue.path && clue.rule === rule.negative) ?? null;

/** A check box for the negative constraint of a rule, if it has one. */
function negative(rule) {
  if (!rule.negative) return null;
  const box = make("input", { type: "checkbox", id: "negative" });
  box.onchange = () => {
    const clue = negativeClue(rule);
    if (box.checked && !clue) change({ kind: "add", rule: rule.negative, parameters: {} });
    else if (!box.checked && clue) change({ kind: "remove", paths: [clue.path] });
    byId("board").focus({ preventScroll: true });
  };
  return make("label", {}, "All are given", box);
}

/** Show what can be done with the clue that is edited, once the server has it; what is being typed stays. */
function showActions() {
  const row = byId("actions"), box = byId("negative");
  if (!row || form.hidden) return;
  if (box && !store.unanswered) box.checked = negativeClue(store.tool.rule) !== null;
  fill(row, actions().map(([name]) => name), () => actions().map(([name, act]) => make("button", { type: "button", onclick: act }, name)));
}

/** What the form shows. */
const keyOf = ({ rule, values }) => JSON.stringify([rule.name, values]);

/** What to do on the board; where cells are collected for several parameters, for which one. */
function howToDraw(tool) {
  const { tool: kind, collects } = tool.rule;
  if (kind !== "cells" || collects.length < 2) return HOW[kind];
  const { name, wanted } = nextParameter(tool);
  return wanted === 1 ? `Click the cell of “${words(name)}”.` : `Drag over the cells of “${words(name)}”, or select them and press Enter.`;
}

const firstSentence = (text) => text.split("\n\n")[0].replaceAll("\n", " ").replaceAll("`", "");

function field(parameter) {
  const { name, kind, choices, required } = parameter;
  const value = store.tool.values[name] ?? parameter.default ?? "";
  let control;
  if (kind === "choice") {
    control = make("select", { name }, ...choices.map((choice) => make("option", {}, choice)));
    control.value = value || choices[0];
    if (required && !(name in store.tool.values)) {
      setValue(name, control.value);
      store.tool.base = { ...store.tool.base, [name]: control.value };
      shown = keyOf(store.tool);
    }
  } else if (kind === "flag") {
    control = make("input", { name, type: "checkbox" });
    control.checked = value === true;
  } else {
    control = make("input", { name, autocomplete: "off", placeholder: required ? parameter.words : "" });
    if (kind === "number") control.inputMode = "numeric";
    control.value = value;
  }
  control.addEventListener("input", () => {
    setValue(name, valueOf(control, kind));
    shown = keyOf(store.tool);
    store.tool.isTyped = true;
  });
  const isShort = ["number", "flag", "choice"].includes(kind);
  return make("label", { class: isShort ? "" : "wide" }, title(name), control);
}

function valueOf(control, kind) {
  if (kind === "flag") return control.checked;
  const text = control.value.trim();
  return kind === "number" && /^[+-]?\d+$/.test(text) ? Number(text) : text;
}

/** After something was drawn, go to the number that belongs to it; Escape and Enter come back to the board. */
function goToNumber() {
  const field = form.elements.namedItem(typedParameter(store.tool.rule)?.name ?? "");
  field?.focus();
  field?.select();
}

function submitted(event) {
  event.preventDefault();
  const { rule, values, path, isTyped } = store.tool;
  if (rule.paints) return;
  if (rule.collects.some((name) => !values[name])) addSelection();
  else if (isTyped || !path) submit();
  byId("board").focus({ preventScroll: true });
}

/** Show the form of whatever tool is chosen. */
export function startForm() {
  on("tool", show);
  draws("tool view unanswered", showActions);
  connectForm(goToNumber);
  form.addEventListener("submit", submitted);
  form.addEventListener("focusout", () => isShowing || commitTyped());
  form.addEventListener("pointerdown", (event) => {
    if (event.target.closest("button")) event.preventDefault(); // the field is left when the button has acted
  });
  form.addEventListener("keydown", (event) => {
    if (event.key === "Escape") {
      discardTyped();
      set({ drawn: null });
      byId("board").focus({ preventScroll: true });
    }
  });
}
