/** The page: it connects to the server, and starts its parts. */

import { commitAbout, startAbout } from "./about.js";
import { startBoard } from "./board.js";
import { startClues } from "./clues.js";
import { startConflicts } from "./conflicts.js";
import { Connection } from "./connection.js";
import { withFormerCounts } from "./digits.js";
import { keptHistory, noteNumber, receiveHistory } from "./documents.js";
import { byId } from "./elements.js";
import { importText, startFiles } from "./files.js";
import { startForm } from "./form.js";
import { startKeys } from "./keys.js";
import { canRedo, canUndo, connectDraft, connectMarks, forgetDocument, forgetUnderway, ownMarks, receiveMarks, redo, undo } from "./marks.js";
import { notice } from "./notices.js";
import { startPad } from "./pad.js";
import { startPalette } from "./palette.js";
import { connectPens, forgetAwaited } from "./pens.js";
import { startPlay } from "./play.js";
import { startPointer } from "./pointer.js";
import { startSheet } from "./sheet.js";
import { startZoom } from "./zoom.js";
import { startQuestions } from "./questions.js";
import { REGIONS, startRegions, undoPainting } from "./regions.js";
import { draws, set, store } from "./store.js";
import { startShare } from "./share.js";
import { startSaving } from "./saving.js";
import { startStatus } from "./status.js";
import { openTab, startTabs } from "./tabs.js";
import { disputeText, startText } from "./text.js";
import { commitTyped } from "./tools.js";
import { keepEdits, leftEdits, noteSaved, savedText } from "./unsent.js";

const receivers = {
  hello: ({ instance, file }) => {
    const isFirst = !store.instance;
    forgetUnderway();
    set({ instance, file });
    if (isFirst && location.hash.startsWith("#doc=")) importHash();
  },
  history: receiveHistory,
  document: (message) => {
    noteNumber(message);
    if (message.text !== store.document?.text) set({ lit: null, step: null });
    set({ document: message });
    noteSaved();
  },
  saved: (message) => {
    set({ saved: message });
    noteSaved();
    notice("saving", message.problem || message.news);
  },
  view: (message) => {
    if (message.error && !store.view) openTab("text");
    set({ view: message });
    notice("import", message.notes?.join("\n"));
    notice("refused", "");
  },
  palette: (message) => {
    set({ palette: { ...message, rules: [...(message.rules ?? []), REGIONS] } });
    const error = message.error;
    notice("rules", error && `${error.file}${error.line ? `:${error.line}` : ""}: ${error.message}`);
  },
  marks: ({ marks }) => receiveMarks(marks),
  status: (message) => set({ status: message }),
  candidates: (message) => set({ candidates: message.error ? null : withFormerCounts(message, store.candidates) }),
  check: (message) => set({ check: message }),
  progress: (message) => {
    const isSame = store.progress?.question === message.question && store.progress.about === message.about;
    set({ progress: isSame ? { ...store.progress, ...message } : message });
  },
  answer: (message) => set({ progress: null, answer: message }),
  refused: (message) => {
    forgetAwaited();
    if (message.of === "change") forgetDocument();
    if (message.rows) disputeText(message);
    notice("refused", message.message);
  },
};

function receive(message) {
  if (message.type === "document" && message.revision !== store.document?.revision) notice("refused", "");
  receivers[message.type]?.(message);
}

/** Take the puzzle that the address of this page holds. */
function importHash() {
  const address = location.href;
  history.replaceState(null, "", location.pathname + location.search);
  importText(address);
}

function showTitle() {
  const name = store.view?.name || "untitled";
  byId("title").textContent = name;
  document.title = `${name} – sudoku-cp`;
  byId("undo").disabled = !canUndo();
  byId("redo").disabled = !canRedo();
}

/** What the server has to know of this window: the server that it knew, and the edits that may be lost. */
function joining({ file }, edits) {
  const { instance } = store, marks = ownMarks(), known = { instance, file: store.file, saved: savedText(), history: keptHistory() };
  if (!instance) {
    const left = leftEdits(file);
    return left ? { ...left, file, marks, edits: [...left.edits, ...edits] } : { ...known, marks, edits };
  }
  if (file === store.file) return { ...known, marks, edits };
  setTimeout(() => location.reload()); // it is the page of another file; the edits of this one are kept for its next server
  return { ...known, marks, edits: [] };
}

const connection = new Connection({
  receive,
  joining,
  changed: (isOpen) => notice("connection", isOpen ? "" : "The server does not answer. The page goes on when it is back."),
  counted: (unanswered) => set({ unanswered }),
  keep: keepEdits,
});
const send = connection.send.bind(connection);

connectMarks((type, content) => {
  forgetAwaited();
  send(type, content);
});
connectPens(send);
startBoard();
startPointer();
startZoom();
startSheet();
startKeys();
startPalette();
startForm();
startClues(send);
startStatus(send);
startQuestions(send);
startText(send);
startPad();
startFiles(send);
startTabs();
startSaving();
startConflicts(send);
startPlay();
startRegions();
startAbout();
startShare(send);
connectDraft(undoPainting);
draws("document view marks play", showTitle);
byId("undo").onclick = undo;
byId("redo").onclick = redo;
addEventListener("beforeunload", (event) => {
  commitTyped();
  commitAbout();
  if (store.isTyping || connection.edits.length) event.preventDefault();
});
