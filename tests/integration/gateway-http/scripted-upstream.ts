import { createServer, type IncomingMessage, type ServerResponse } from "node:http";

export interface SentOn {
  method: string;
  /** Path and query. */
  path: string;
  headers: NodeJS.Dict<string | string[]>;
  body: Buffer;
}
type Script = (answer: ServerResponse, sent: SentOn) => void;

/** An AI service that does what a test says, and keeps what it was sent. */
export async function startScriptedUpstream() {
  const received: SentOn[] = [];
  let script: Script = (answer) => answer.end();
  const server = createServer({ keepAliveTimeout: 0 }, async (request, answer) => {
    // Null when it was broken off on its way.
    const sent = await readAll(request).catch(() => null);
    if (sent === null) return;
    received.push(sent);
    script(answer, sent);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("no port");
  return {
    url: `http://127.0.0.1:${address.port}/base/v1`,
    received,
    answerWith(next: Script) {
      received.length = 0;
      script = next;
    },
    stop() {
      server.closeAllConnections();
      return new Promise<void>((resolve) => server.close(() => resolve()));
    },
  };
}

async function readAll(request: IncomingMessage): Promise<SentOn> {
  const parts: Buffer[] = [];
  for await (const part of request) parts.push(part as Buffer);
  const { method = "", url = "", headers } = request;
  return { method, path: url, headers, body: Buffer.concat(parts) };
}

export const json =
  (body: unknown, status = 200, headers: Record<string, string> = {}): Script =>
  (answer) => {
    answer.writeHead(status, { "content-type": "application/json", ...headers });
    answer.end(JSON.stringify(body));
  };

/** Server-sent events, `pauseMs` apart; ends as `end` says. */
export const events =
  (list: readonly string[], { pauseMs = 5, end = "close" as "close" | "cut" | "hang" } = {}): Script =>
  (answer) => {
    answer.writeHead(200, { "content-type": "text/event-stream" });
    const left = [...list];
    const timer = setInterval(() => {
      const next = left.shift();
      if (next !== undefined) return void answer.write(next);
      clearInterval(timer);
      if (end === "cut") answer.destroy();
      if (end === "close") answer.end();
    }, pauseMs);
  };
