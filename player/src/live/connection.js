// The socket to the server of a live model: it comes back by itself, and says how things are.

const FIRST_WAIT = 500; // milliseconds before another attempt
const LONGEST_WAIT = 8000;

export class Connection {
  /**
   * @param {string} url
   * @param {{frame: (data: ArrayBuffer) => void, status: (status: Object) => void, refused: (sentence: string) => void,
   *   state: (state: "open" | "lost") => void}} told
   */
  constructor(url, told) {
    Object.assign(this, { url, told });
    this._wait = FIRST_WAIT;
    this._open();
  }

  get isOpen() {
    return this._socket?.readyState === WebSocket.OPEN;
  }

  /** Asks for something: `do` and its arguments. Nothing is kept for later: what was asked while the link was lost is old. */
  ask(action, given = {}) {
    if (this.isOpen) this._socket.send(JSON.stringify({ do: action, ...given }));
  }

  _open() {
    const socket = new WebSocket(this.url);
    socket.binaryType = "arraybuffer";
    this._socket = socket;
    socket.addEventListener("open", () => {
      this._wait = FIRST_WAIT;
      this.told.state("open");
    });
    socket.addEventListener("message", ({ data }) => {
      if (typeof data !== "string") return this.told.frame(data);
      const message = JSON.parse(data);
      if ("refused" in message) this.told.refused(message.refused);
      else this.told.status(message);
    });
    socket.addEventListener("close", () => {
      this.told.state("lost");
      setTimeout(() => this._open(), this._wait);
      this._wait = Math.min(LONGEST_WAIT, 1.6 * this._wait);
    });
  }
}
