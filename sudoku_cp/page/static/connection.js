/** The WebSocket to the server: it connects again by itself, and says what it kept meanwhile. */

const FIRST_WAIT = 200;
const LONGEST_WAIT = 4000;

export class Connection {
  /**
   * @param {(message: object) => void} receive Takes each message.
   * @param {(isOpen: boolean) => void} changed Told when the connection opens or is lost.
   * @param {() => object} joining The message `join` to begin with.
   * @param {(number: number) => void} counted Told how many messages the server has not acted on.
   */
  constructor(receive, changed, joining, counted) {
    this.receive = receive;
    this.changed = changed;
    this.joining = joining;
    this.counted = counted;
    this.sent = 0;
    this.done = 0;
    this.wait = FIRST_WAIT;
    this.waiting = [];
    this.open();
  }

  open() {
    const address = new URL("/ws", location.href);
    address.protocol = "ws:";
    address.search = location.search;
    this.socket = new WebSocket(address);
    this.socket.onopen = () => {
      this.wait = FIRST_WAIT;
      this.sent = this.done = 0;
      for (const text of [JSON.stringify(this.joining()), ...this.waiting.splice(0)]) this.pass(text);
      this.count();
      this.changed(true);
    };
    this.socket.onmessage = (event) => this.take(JSON.parse(event.data));
    this.socket.onclose = () => {
      this.changed(false);
      setTimeout(() => this.open(), this.wait);
      this.wait = Math.min(LONGEST_WAIT, this.wait * 2);
    };
  }

  /** Send a message, at once or when the connection is there again. */
  send(type, content = {}) {
    const text = JSON.stringify({ type, ...content });
    if (this.socket.readyState === WebSocket.OPEN) this.pass(text);
    else this.waiting.push(text);
    this.count();
  }

  pass(text) {
    this.socket.send(text);
    this.sent += 1;
  }

  take(message) {
    if (message.type !== "done") {
      this.receive(message);
      return;
    }
    this.done = message.number;
    this.count();
  }

  /** Messages that were lost with a connection are not counted. */
  count() {
    this.counted(this.sent - this.done + this.waiting.length);
  }
}
