// The page's channel to its kernel: Jupyter's websocket protocol, version 1, and the comms that travel on it.

const PROTOCOL = "v1.kernel.websocket.jupyter.org";
const TRIES = 5;
const ASLEEP = 4001; // the server's word for a kernel that it has put away
const bytesOf = new TextEncoder();
const textOf = new TextDecoder();

/** 32 random hex digits (crypto.randomUUID would need https). */
export function newId() {
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), (b) => b.toString(16).padStart(2, "0")).join("");
}

/** One message as bytes: a count of offsets, the offsets (64 bit, little-endian), then the parts. */
export function encode(channel, { header, parent_header, metadata, content, buffers = [] }) {
  const parts = [
    bytesOf.encode(channel),
    ...[header, parent_header, metadata, content].map((part) => bytesOf.encode(JSON.stringify(part))),
    ...buffers.map((buffer) =>
      buffer instanceof ArrayBuffer
        ? new Uint8Array(buffer)
        : new Uint8Array(buffer.buffer, buffer.byteOffset, buffer.byteLength),
    ),
  ];
  let at = 8 * (parts.length + 2);
  const bytes = new Uint8Array(at + parts.reduce((sum, part) => sum + part.length, 0));
  const view = new DataView(bytes.buffer);
  view.setBigUint64(0, BigInt(parts.length + 1), true);
  parts.forEach((part, index) => {
    view.setBigUint64(8 * (index + 1), BigInt(at), true);
    bytes.set(part, at);
    at += part.length;
  });
  view.setBigUint64(8 * (parts.length + 1), BigInt(at), true);
  return bytes;
}

/** The reverse of encode. */
export function decode(data) {
  const view = new DataView(data);
  const count = Number(view.getBigUint64(0, true));
  const at = Array.from({ length: count }, (_, index) => Number(view.getBigUint64(8 * (index + 1), true)));
  const text = (part) => textOf.decode(new Uint8Array(data, at[part], at[part + 1] - at[part]));
  const [header, parent_header, metadata, content] = [1, 2, 3, 4].map((part) => JSON.parse(text(part)));
  const buffers = [];
  for (let part = 5; part < count - 1; part++) buffers.push(new DataView(data, at[part], at[part + 1] - at[part]));
  return { channel: text(0), header, parent_header, metadata, content, buffers };
}

/** The value that the server wants back with every request that changes something. */
export function xsrfToken() {
  return document.cookie.match(/(?:^|; )_xsrf=([^;]*)/)?.[1] ?? "";
}

/**
 * A kernel. `onstate` is told "live", "reconnecting", "back", "asleep" (nobody used it, so the server put it away),
 * "lost" (the server does not answer any more) and "dead" (the kernel ended, and with it all that its widgets knew).
 */
export class Kernel {
  comms = new Map();
  waiting = new Map();
  queue = [];
  tail = Promise.resolve();
  session = newId();
  tries = 0;
  closed = false;

  constructor(base, id, onstate) {
    this.base = base;
    this.id = id;
    this.onstate = onstate;
    this.connect();
  }

  connect() {
    const url = new URL(`${this.base}api/kernels/${this.id}/channels?session_id=${this.session}`, location.href);
    url.protocol = url.protocol.replace("http", "ws");
    const socket = new WebSocket(url, [PROTOCOL]);
    this.socket = socket;
    socket.binaryType = "arraybuffer";
    socket.onopen = () => {
      this.onstate(this.tries ? "back" : "live");
      this.tries = 0;
      for (const bytes of this.queue.splice(0)) socket.send(bytes);
    };
    socket.onmessage = ({ data }) => {
      this.tail = this.tail.then(() => this.receive(decode(data))).catch(console.error);
    };
    socket.onclose = ({ code }) => {
      if (this.closed) return;
      if (code === ASLEEP) {
        this.close();
        this.onstate("asleep");
        return;
      }
      this.waiting.clear();
      this.tries += 1;
      this.onstate(this.tries <= TRIES ? "reconnecting" : "lost");
      if (this.tries <= TRIES) this.timer = setTimeout(() => this.connect(), 125 * 2 ** this.tries);
    };
  }

  /** Send a message on the shell channel; `onidle` is called when the kernel has worked it off. */
  send(type, content, { buffers = [], onidle } = {}) {
    const msg_id = newId();
    const date = new Date().toISOString();
    const header = { msg_id, msg_type: type, username: "", session: this.session, date, version: "5.3" };
    if (onidle) this.waiting.set(msg_id, onidle);
    const bytes = encode("shell", { header, parent_header: {}, metadata: {}, content, buffers });
    if (this.socket.readyState === WebSocket.OPEN) this.socket.send(bytes);
    else this.queue.push(bytes);
  }

  receive({ header, parent_header, content, buffers }) {
    const type = header.msg_type;
    if (type === "comm_msg") {
      this.comms.get(content.comm_id)?.receive(content.data, buffers);
    } else if (type === "status") {
      if (content.execution_state === "restarting" || content.execution_state === "dead") {
        this.close();
        this.onstate("dead");
      } else if (content.execution_state === "idle") {
        const onidle = this.waiting.get(parent_header.msg_id);
        this.waiting.delete(parent_header.msg_id);
        onidle?.();
      }
    }
  }

  /** A comm that exists in the kernel already. Set its `receive(data, buffers)`. */
  comm(comm_id) {
    const comm = {
      receive() {},
      send: (data, options) => this.send("comm_msg", { comm_id, data }, options),
    };
    this.comms.set(comm_id, comm);
    return comm;
  }

  close() {
    this.closed = true;
    clearTimeout(this.timer);
    this.socket.close();
  }

  /** Close the channel and have the server end the kernel; works while the page is being left. */
  end() {
    if (this.closed) return;
    this.close();
    fetch(`${this.base}voila/api/shutdown/${this.id}`, {
      method: "POST",
      keepalive: true,
      headers: { "X-XSRFToken": xsrfToken() },
    }).catch(() => {});
  }
}
