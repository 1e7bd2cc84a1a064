import { createServer, type IncomingMessage, type OutgoingHttpHeaders, type ServerResponse } from "node:http";

export interface ReceivedRequest {
  method: string;
  /** Path and query. */
  path: string;
  headers: NodeJS.Dict<string | string[]>;
  body: Buffer;
}
export type Script = (response: ServerResponse, request: ReceivedRequest) => void;

/** An upstream provider that does what a test says, and keeps what it received. */
export async function startScriptedUpstream() {
  const received: ReceivedRequest[] = [];
  const scripts = new Map<string, Script>();
  let script: Script = (response) => response.end();
  const server = createServer({ keepAliveTimeout: 0 }, async (request, response) => {
    // Null when the connection broke on the way.
    const whole = await readAll(request).catch(() => null);
    if (whole === null) return;
    received.push(whole);
    const [, own = script] = [...scripts].find(([marker]) => whole.body.includes(marker)) ?? [];
    own(response, whole);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("no port");
  return {
    url: `http://127.0.0.1:${address.port}/base/v1`,
    received,
    /** From now on, for all requests. */
    respondWith(next: Script) {
      received.length = 0;
      script = next;
    },
    /** For requests whose body has the marker, so that tests can run at the same time. */
    respondTo: (marker: string, own: Script) => void scripts.set(marker, own),
    stop() {
      server.closeAllConnections();
      return new Promise<void>((resolve) => server.close(() => resolve()));
    },
  };
}

async function readAll(request: IncomingMessage): Promise<ReceivedRequest> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  const { method = "", url = "", headers } = request;
  return { method, path: url, headers, body: Buffer.concat(chunks) };
}

export const text =
  (body: string, status = 200, headers: OutgoingHttpHeaders = {}): Script =>
  (response) =>
    void response.writeHead(status, headers).end(body);

export const json = (body: unknown, status = 200, headers: OutgoingHttpHeaders = {}): Script =>
  text(JSON.stringify(body), status, { "content-type": "application/json", ...headers });

const EVENTS = { "content-type": "text/event-stream" };

/** Server-sent events, `pauseMs` apart; the connection then closes, breaks, or stays open. */
export const events =
  (list: readonly string[], { pauseMs = 2, end = "close" as "close" | "cut" | "hang" } = {}): Script =>
  (response) => {
    response.writeHead(200, EVENTS);
    response.flushHeaders();
    const left = [...list];
    const timer = setInterval(() => {
      const next = left.shift();
      if (next !== undefined) return void response.write(next);
      clearInterval(timer);
      if (end === "cut") response.destroy();
      if (end === "close") response.end();
    }, pauseMs);
    response.on("close", () => clearInterval(timer));
  };

/** A response whose head is sent at once, and whose body the test writes. */
export function liveResponse(headers: OutgoingHttpHeaders = EVENTS) {
  const started = Promise.withResolvers<ServerResponse>();
  const script: Script = (response) => {
    response.writeHead(200, headers);
    response.flushHeaders();
    started.resolve(response);
  };
  return { script, started: started.promise };
}
