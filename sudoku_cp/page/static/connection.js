/** The WebSocket to the server: it connects again by itself, and says what it kept meanwhile. */

const FIRST_WAIT = 200;
const LONGEST_WAIT = 4000;

export class Connection {
  /**
   * @param {(message: object) => void} receive Takes each message.
   * @param {(isOpen: boolean) => void} changed Told when the connection opens or is lost.
   * @param {() => object} joining The message `join` to begin with.
   */
  constructor(receive, changed, joining) {
    this.receive = receive;
    this.changed = changed;
    this.joining = joining;
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
      this.socket.send(JSON.stringify(this.joining()));
      for (const text of this.waiting.splice(0)) this.socket.send(text);
      this.changed(true);
    };
    this.socket.onmessage = (event) => this.receive(JSON.parse(event.data));
    this.socket.onclose = () => {
      this.changed(false);
      setTimeout(() => this.open(), this.wait);
      this.wait = Math.min(LONGEST_WAIT, this.wait * 2);
    };
  }

  /** Send a message, at once or when the connection is there again. */
  send(type, content = {}) {
    const text = JSON.stringify({ type, ...content });
    if (this.socket.readyState === WebSocket.OPEN) this.socket.send(text);
    else this.waiting.push(text);
  }
}
