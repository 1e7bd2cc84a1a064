import { Agent, type ClientRequest, type IncomingMessage, request as send } from "node:http";
import { limitMs } from "#scripts/testing/slowness.ts";
import { encodingOf } from "./forms.ts";
import type { Leave } from "./plan.ts";

/** What the client knows of an exchange. Times are real, epoch ms. */
export interface Seen {
  startedAt: number;
  endedAt: number;
  /** Null without a response. */
  status: number | null;
  headers: NodeJS.Dict<string | string[]>;
  text: string;
  /** `whole`: read to its end; `left`: the client disconnected; `broken`: the connection ended early. */
  end: "whole" | "left" | "broken";
}

export interface Sent {
  method: string;
  path: string;
  headers: Record<string, string>;
  body: string | null;
}

/** Longest wait for any response; every exchange is over long before. */
const PATIENCE_MS = limitMs(60_000);

/** Clients of a gateway that may be killed: their connections are made anew after that. */
export class Clients {
  private readonly origin: string;
  private agent = new Agent({ keepAlive: false });

  constructor(origin: string) {
    this.origin = origin;
  }

  reconnect(): void {
    this.agent.destroy();
    this.agent = new Agent({ keepAlive: false });
  }

  send({ method, path, headers, body }: Sent, leave: Leave | null): Promise<Seen> {
    const startedAt = Date.now();
    const seen: Seen = { startedAt, endedAt: startedAt, status: null, headers: {}, text: "", end: "broken" };
    const bytes = body === null ? null : Buffer.from(body, encodingOf(headers["content-type"]));
    const length = bytes === null ? {} : { "content-length": String(bytes.length) };
    return new Promise((resolve) => {
      const request = send(this.origin + path, {
        method,
        agent: this.agent,
        headers: { ...headers, ...length },
        signal: AbortSignal.timeout(PATIENCE_MS),
      });
      const finish = () => resolve({ ...seen, endedAt: Date.now() });
      request.on("close", finish).on("error", () => {});
      request.on("response", (response) => read(request, response, { seen, leave }));
      if (leave?.when === "before the head") setTimeout(() => depart(request, seen), leave.afterMs);
      request.end(bytes ?? undefined);
    });
  }

  stop(): void {
    this.agent.destroy();
  }
}

function depart(request: ClientRequest, seen: Seen): void {
  if (seen.status !== null) return;
  seen.end = "left";
  request.destroy();
}

function read(
  request: ClientRequest,
  response: IncomingMessage,
  { seen, leave }: { seen: Seen; leave: Leave | null },
): void {
  const chunks: Buffer[] = [];
  let size = 0;
  seen.status = response.statusCode ?? null;
  seen.headers = response.headers;
  const leaveNow = () => {
    seen.end = "left";
    request.destroy();
  };
  response.on("error", () => {});
  response.on("data", (chunk: Buffer) => {
    chunks.push(chunk);
    size += chunk.length;
    seen.text = Buffer.concat(chunks).toString();
    if (leave?.when === "within the body" && size >= leave.at) leaveNow();
  });
  response.on("end", () => {
    if (response.complete && seen.end === "broken") seen.end = "whole";
  });
  if (leave?.when === "within the body" && leave.at === 0) leaveNow();
}
