/**
 * Playing the puzzle: answers and tools are hidden, time runs, and digits are checked on request. `store.play` is null
 * while the puzzle is set; `elapsed` are the milliseconds up to `since`, from which on the clock runs, or null; `replay`
 * has the player's `own` marks while former ones are shown.
 */

import { byId, fill, make } from "./elements.js";
import { entries, restart } from "./marks.js";
import { ask } from "./questions.js";
import { draws, on, set, store } from "./store.js";
import { openTab } from "./tabs.js";
import { leaveTool } from "./tools.js";

/** The marks after each change with their time, from which the replay is made. */
let record = [];

/** The speed of a replay, and the longest pause that it keeps, in milliseconds. */
const SPEED = 20, LONGEST_PAUSE = 400;

const now = () => performance.now();
const elapsed = ({ elapsed: before, since }) => before + (since === null ? 0 : now() - since);
const isRunning = () => store.play && store.play.since !== null;

function inTime(milliseconds) {
  const seconds = Math.floor(milliseconds / 1000), two = (number) => String(number).padStart(2, "0");
  const hours = Math.floor(seconds / 3600), minutes = Math.floor(seconds / 60) % 60;
  return `${hours ? `${hours}:${two(minutes)}` : minutes}:${two(seconds % 60)}`;
}

function begin() {
  leaveTool();
  openTab("clues");
  record = [{ at: 0, marks: store.marks }];
  const { meaning } = store.document;
  set({ play: { meaning, elapsed: 0, since: now(), words: "", isSolved: false, replay: null }, pen: "digit", layer: "own", lit: null, step: null, wrong: new Set() });
  byId("board").focus({ preventScroll: true });
}

function leave() {
  if (store.play.replay) endReplay();
  set({ play: null, layer: "true", pen: "given", wrong: new Set(), lit: null });
}

function change(changes) {
  set({ play: { ...store.play, ...changes } });
}

function pause() {
  change({ elapsed: elapsed(store.play), since: isRunning() ? null : now(), words: "" });
}

/** Compare the digits with the only solution, if there is one. */
function compare() {
  const solution = store.status?.solution, digits = Object.entries(entries());
  if (!solution) return change({ words: "There is no single solution to compare with" });
  const wrong = digits.filter(([name, digit]) => solution[name] !== digit).map(([name]) => name);
  set({ wrong: new Set(wrong) });
  return change({ words: wrong.length ? `${wrong.length} of ${digits.length} digits differ from the solution` : `All ${digits.length} digits are right so far` });
}

function startAgain() {
  restart();
  record = [{ at: 0, marks: {} }];
  change({ elapsed: 0, since: now(), words: "", isSolved: false });
}

/** Show the marks as they were, one change after the other; the player's own come back at the end. */
function replay() {
  if (store.play.replay) return endReplay();
  const own = store.marks, steps = record, wasRunning = isRunning();
  let at = 0;
  change({ elapsed: elapsed(store.play), since: null, words: "" });
  const next = () => {
    if (!store.play?.replay) return;
    set({ marks: steps[at].marks });
    at += 1;
    if (at === steps.length) return void (store.play.replay.timer = setTimeout(endReplay, LONGEST_PAUSE));
    const wait = Math.min(LONGEST_PAUSE, (steps[at].at - steps[at - 1].at) / SPEED);
    store.play.replay.timer = setTimeout(next, wait);
  };
  change({ replay: { own, timer: 0, wasRunning } });
  return next();
}

function endReplay() {
  const { own, timer, wasRunning } = store.play.replay;
  clearTimeout(timer);
  change({ replay: null, since: wasRunning ? now() : null });
  set({ marks: own });
}

/** Note the marks, and ask whether they are a solution once each cell has a digit. */
function marked() {
  if (store.wrong.size) set({ wrong: new Set() });
  if (!store.play || store.play.replay || record.at(-1).marks === store.marks) return;
  record.push({ at: elapsed(store.play), marks: store.marks });
  const digits = { ...entries(), ...store.view.givens };
  if (isRunning() && Object.keys(store.view.cells).every((name) => name in digits)) ask("contradictions");
  else if (store.play.words && !store.play.isSolved) change({ words: "" });
}

/** What a check has found; a solution ends the time. */
function answered() {
  const { answer, play } = store;
  if (!play || answer?.question !== "contradictions" || answer.about !== store.document?.revision) return;
  if (answer.solved && play.since !== null) {
    const time = elapsed(play);
    change({ elapsed: time, since: null, words: `Solved in ${inTime(time)}`, isSolved: true });
  } else if (!play.isSolved) {
    change({ words: answer.words });
  }
}

function show() {
  const { play } = store;
  document.body.classList.toggle("playing", play !== null);
  document.body.classList.toggle("paused", Boolean(play) && !isRunning() && !play.isSolved && !play.replay);
  document.body.classList.toggle("solved", play?.isSolved ?? false);
  byId("play").setAttribute("aria-pressed", play !== null);
  byId("play").disabled = Boolean(store.view?.error) && !play;
  byId("play").textContent = play ? "Set" : "Play";
  byId("player").hidden = !play;
  if (!play) return;
  fill(byId("player"), [isRunning(), play.words, Boolean(play.replay), play.isSolved], () => [
    make("span", { id: "time", class: "clock", role: "timer", "aria-label": "Time" }),
    ...(play.isSolved ? [] : [make("button", { id: "pause", onclick: pause }, isRunning() || play.replay ? "Pause" : "Go on")]),
    make("button", { id: "check-digits", title: "Which digits contradict the rules", onclick: () => ask("contradictions") }, "Check"),
    make("button", { id: "compare", title: "Which digits differ from the solution", onclick: compare }, "Compare"),
    make("button", { id: "restart", title: "Erase all marks and start the time again; Undo brings the marks back", onclick: startAgain }, "Restart"),
    make("button", { id: "replay", title: "Show how it was solved", onclick: replay }, play.replay ? "Stop" : "Replay"),
    make("span", { id: "played", class: play.isSolved ? "played solved" : "played", role: "status" }, play.words),
  ]);
  showTime();
}

function showTime() {
  if (store.play) byId("time").textContent = inTime(elapsed(store.play));
}

/** Let a button begin and end the play. */
export function startPlay() {
  byId("play").onclick = () => (store.play ? leave() : begin());
  on("marks", marked);
  on("answer", answered);
  on("document", () => store.play && store.play.meaning !== store.document.meaning && leave());
  draws("play view", show);
  setInterval(() => isRunning() && showTime(), 500);
  addEventListener("pagehide", () => store.play?.replay && endReplay());
}
