import { createHash } from "node:crypto";
import { connect, type Socket } from "node:net";

export interface Received {
  status: number;
  /** The status line and the headers, in lower case. */
  head: string;
  /** Until the first byte of the body, milliseconds. */
  firstMs: number;
  ms: number;
  body: Buffer;
}

const HEAD_END = Buffer.from("\r\n\r\n");
const LINE_END = Buffer.from("\r\n");
const STATUS_AT = 9;

/** One kept connection, a request at a time: HTTP/1.1 as its servers write it, and nothing that costs time. */
export class HttpConnection {
  private readonly socket: Socket;
  private received: Buffer = Buffer.alloc(0);
  private sentAt = 0;
  private firstAt = 0;
  private done: { resolve: (received: Received) => void; reject: (error: Error) => void } | null = null;

  constructor(port: number) {
    this.socket = connect({ port, host: "127.0.0.1", noDelay: true });
    this.socket.on("data", (bytes) => this.receive(bytes));
    this.socket.on("error", (error) => this.fail(error));
    this.socket.on("close", () => this.fail(new Error("The connection was closed.")));
  }

  /** @throws Error when the server closed the connection, also while it was idle. */
  send(request: Buffer): Promise<Received> {
    this.sentAt = performance.now();
    this.firstAt = 0;
    this.received = Buffer.alloc(0);
    return new Promise((resolve, reject) => {
      // A destroyed socket reports no further error.
      if (!this.open) return reject(new Error("The connection was closed."));
      this.done = { resolve, reject };
      this.socket.write(request);
    });
  }

  get open(): boolean {
    return !this.socket.destroyed;
  }

  close(): void {
    this.done = null;
    this.socket.destroy();
  }

  private fail(error: Error): void {
    this.done?.reject(error);
    this.done = null;
  }

  private receive(bytes: Buffer): void {
    this.received = this.received.length === 0 ? bytes : Buffer.concat([this.received, bytes]);
    const end = this.received.indexOf(HEAD_END);
    if (end < 0) return;
    const head = this.received.toString("latin1", 0, end).toLowerCase();
    const rest = this.received.subarray(end + HEAD_END.length);
    if (this.firstAt === 0 && rest.length > 0) this.firstAt = performance.now();
    const body = bodyOf(head, rest);
    if (body === null) return;
    const now = performance.now();
    const received = {
      status: Number(head.slice(STATUS_AT, STATUS_AT + 3)),
      head,
      firstMs: (this.firstAt || now) - this.sentAt,
      ms: now - this.sentAt,
      body,
    };
    this.done?.resolve(received);
    this.done = null;
  }
}

/** Null while it is not whole. */
function bodyOf(head: string, rest: Buffer): Buffer | null {
  if (head.includes("\r\ntransfer-encoding: chunked")) return unchunked(rest);
  const length = Number(/\r\ncontent-length: (\d+)/.exec(head)?.[1] ?? 0);
  return rest.length >= length ? rest.subarray(0, length) : null;
}

function unchunked(rest: Buffer): Buffer | null {
  const parts: Buffer[] = [];
  for (let at = 0; ; ) {
    const line = rest.indexOf(LINE_END, at);
    if (line < 0) return null;
    const size = Number.parseInt(rest.toString("latin1", at, line), 16);
    const from = line + LINE_END.length;
    at = from + size + LINE_END.length;
    if (rest.length < at) return null;
    if (size === 0) return Buffer.concat(parts);
    parts.push(rest.subarray(from, from + size));
  }
}

export const digestOf = (body: Buffer) => createHash("sha256").update(body).digest("hex");
