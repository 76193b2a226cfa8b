/** The WebSocket to the server: it connects again by itself, and sends again what the server has not acted on. */

const FIRST_WAIT = 200;
const LONGEST_WAIT = 4000;

/** The messages that are kept until the server has acted on them. */
const EDITS = ["write", "change", "undo", "redo", "marks"];

const randomName = () => [...crypto.getRandomValues(new Uint32Array(2))].map((part) => part.toString(36)).join("");

export class Connection {
  /**
   * @param {object} parts
   * @param {(message: object) => void} parts.receive Takes each message.
   * @param {(isOpen: boolean) => void} parts.changed Called when the connection opens or is lost.
   * @param {(hello: object, edits: object[]) => object} parts.joining The message `join` that answers the first one of
   *   the server, with the edits that it has to make.
   * @param {(number: number) => void} parts.counted Takes how many messages the server has not acted on.
   * @param {(edits: object[]) => void} parts.keep Takes the edits that the server has not acted on.
   */
  constructor(parts) {
    Object.assign(this, parts);
    this.client = randomName();
    this.number = 0;
    this.sent = 0;
    this.done = 0;
    this.wait = FIRST_WAIT;
    this.isJoined = false;
    this.waiting = [];
    this.edits = []; // each with the number of the message that has it, null if it is to be sent; a new one never was
    this.open();
  }

  open() {
    const address = new URL("/ws", location.href);
    address.protocol = "ws:";
    address.search = location.search;
    this.socket = new WebSocket(address);
    this.socket.onmessage = (event) => this.take(JSON.parse(event.data));
    this.socket.onclose = () => {
      this.isJoined = false;
      this.sent = this.done = 0;
      for (const edit of this.edits) edit.at = null;
      this.count();
      this.changed(false);
      setTimeout(() => this.open(), this.wait);
      this.wait = Math.min(LONGEST_WAIT, this.wait * 2);
    };
  }

  /** Begin with all edits that the server may not know, which are one message; then what has waited. */
  join(hello) {
    const content = this.joining(hello, this.edits.map(({ message }) => message));
    this.edits = content.edits.map((message) => ({ message, at: null, isNew: false }));
    this.wait = FIRST_WAIT;
    this.isJoined = true;
    this.pass({ type: "join", ...content });
    for (const edit of this.edits) edit.at = this.sent;
    for (const message of this.waiting.splice(0)) this.pass(message);
    this.count();
    this.changed(true);
  }

  /** Send a message, at once or when the connection is there again. */
  send(type, content = {}) {
    if (EDITS.includes(type)) this.edit(type, content);
    else if (this.isJoined) this.pass({ type, ...content });
    else this.waiting.push({ type, ...content });
    this.count();
  }

  /** Send an edit; while there is no connection, what is typed on, and marks, take the place of the edit before. */
  edit(type, content) {
    const last = this.edits.at(-1);
    if (last?.isNew && last.message.type === type && (type === "marks" || last.message.text === content.base)) {
      Object.assign(last.message, { ...content, base: last.message.base });
    } else {
      this.number += 1;
      const edit = { message: { type, id: [this.client, this.number], ...content }, at: null, isNew: !this.isJoined };
      this.edits.push(edit);
      if (this.isJoined) {
        this.pass(edit.message);
        edit.at = this.sent;
      }
    }
    this.keep(this.edits.map(({ message }) => message));
  }

  pass(message) {
    this.socket.send(JSON.stringify(message));
    this.sent += 1;
  }

  take(message) {
    if (message.type === "hello") this.join(message);
    if (message.type !== "done") {
      this.receive(message);
      return;
    }
    this.done = message.number;
    const left = this.edits.filter(({ at }) => at === null || at > this.done);
    if (left.length < this.edits.length) {
      this.edits = left;
      this.keep(left.map(({ message: edit }) => edit));
    }
    this.count();
  }

  /** Questions that were lost with a connection are not counted. */
  count() {
    this.counted(this.sent - this.done + this.waiting.length + this.edits.filter(({ at }) => at === null).length);
  }
}
