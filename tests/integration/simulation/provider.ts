import { createServer, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { buffer } from "node:stream/consumers";
import { setTimeout as sleep } from "node:timers/promises";
import { encodingOf } from "./forms.ts";
import { numberIn } from "./requests.ts";
import type { Script } from "./scripts.ts";

/** What the provider knows of an exchange. Times are real, epoch ms. */
export interface Served {
  bodies: string[];
  /** Bytes of the response's body that were sent. */
  sent: number;
  receivedAt: number;
  endedAt: number | null;
}

/** Time for what was sent to arrive before a connection is reset. */
const ARRIVAL_MS = 15;

/** An upstream provider that does what each exchange's script says, and keeps what it got. */
export async function startProvider(scriptOf: (exchange: number) => Script | null) {
  const served = new Map<number, Served>();
  const server = createServer({ keepAliveTimeout: 0 }, async (request, response) => {
    const bytes = await buffer(request).catch(() => null);
    // The gateway died while it sent it.
    if (bytes === null) return;
    const body = bytes.toString(encodingOf(request.headers["content-type"]));
    const number = numberIn(body);
    const known = served.get(number) ?? { bodies: [], sent: 0, receivedAt: Date.now(), endedAt: null };
    served.set(number, known);
    known.bodies.push(body);
    response.on("close", () => {
      known.endedAt = Date.now();
    });
    response.on("error", () => {});
    const script = scriptOf(number);
    if (script === null) return void response.destroy();
    await perform(script, response, known).catch(() => response.destroy());
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo; // A server that listens on a port has such an address.
  return {
    url: `http://127.0.0.1:${port}/v1`,
    served,
    /** Requests that it has not responded to. */
    get open() {
      return [...served.values()].filter(({ endedAt }) => endedAt === null).length;
    },
    async stop() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

async function perform(script: Script, response: ServerResponse, known: Served): Promise<void> {
  const { head, status, headers, body, announced, stop, delayMs, slices, pauseMs } = script;
  await sleep(delayMs);
  if (head === "silent") return;
  if (head === "reset") return void response.destroy();
  response.writeHead(status, { ...headers, ...(announced && { "content-length": body.length }) });
  response.flushHeaders();
  let from = 0;
  for (const to of slices) {
    if (response.destroyed) return;
    if (to > from) await write(response, body.subarray(from, to));
    from = Math.max(from, to);
    known.sent = from;
    if (pauseMs > 0) await sleep(pauseMs);
  }
  if (stop === null || stop.how === "finish") return void response.end();
  if (stop.how === "hang") return;
  await sleep(ARRIVAL_MS);
  response.destroy();
}

const write = (response: ServerResponse, chunk: Buffer) =>
  new Promise<void>((resolve, reject) => {
    response.write(chunk, (error) => (error ? reject(error) : resolve()));
  });
