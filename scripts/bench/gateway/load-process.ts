import { z } from "zod";
import { atRate } from "./at-rate.ts";
import { digestOf, HttpConnection, type Received } from "./http-connection.ts";

/** A process of its own, so that its work takes no time from the work it measures. Responds to each job with a `LoadResult`. */
const loadJob = z.object({
  port: z.number(),
  /** Taken in turn. */
  headers: z.array(z.record(z.string(), z.string())),
  body: z.string(),
  /** Requests under way at once; with `perSecond`, the most of them. */
  connections: z.number(),
  /** Requests begun each second, whether earlier ones have ended or not; without it, each connection's next at once. */
  perSecond: z.number().optional(),
  ms: z.number(),
});
export type LoadJob = z.infer<typeof loadJob>;

export const loadResult = z.object({
  perSecond: z.number(),
  /** Milliseconds, from when a request was due. */
  p50: z.number(),
  p99: z.number(),
  /** Median until the first byte of the body. */
  first: z.number(),
  /** Responses other than 200, by status. */
  failed: z.record(z.string(), z.number()),
  /** Of the response bodies; null when they differ, or there was none. */
  digest: z.string().nullable(),
});
export type LoadResult = z.infer<typeof loadResult>;

/** Responses before this are not counted: a process that has just waited is slow, whichever it is. */
const WARM_UP_MS = 300;
const PATH = "/v1/chat/completions";

class Tally {
  readonly times: number[] = [];
  readonly firsts: number[] = [];
  readonly failed: Record<string, number> = {};
  private body: Buffer | null = null;
  private alike = true;

  add({ status, firstMs, ms, body }: Received, waitedMs: number): void {
    this.times.push(ms + waitedMs);
    this.firsts.push(firstMs);
    if (status !== 200) this.failed[status] = (this.failed[status] ?? 0) + 1;
    this.body ??= body;
    this.alike &&= status === 200 && this.body.equals(body);
  }

  result(ms: number): LoadResult {
    const at = (values: number[], share: number) =>
      values.toSorted((a, b) => a - b)[Math.floor(values.length * share)] ?? 0;
    return {
      perSecond: (this.times.length / ms) * 1000,
      p50: at(this.times, 0.5),
      p99: at(this.times, 0.99),
      first: at(this.firsts, 0.5),
      failed: this.failed,
      digest: this.alike && this.body !== null ? digestOf(this.body) : null,
    };
  }
}

const written = ({ port, headers, body }: LoadJob): Buffer[] =>
  headers.map((more) => {
    const lines = { host: `127.0.0.1:${port}`, "content-type": "application/json", ...more };
    const head = Object.entries(lines).map(([name, value]) => `${name}: ${value}\r\n`);
    const length = Buffer.byteLength(body);
    return Buffer.from(`POST ${PATH} HTTP/1.1\r\n${head.join("")}content-length: ${length}\r\n\r\n${body}`);
  });

async function run(job: LoadJob): Promise<LoadResult> {
  const requests = written(job);
  const connections = Array.from({ length: job.connections }, () => new HttpConnection(job.port));
  const tally = new Tally();
  const from = performance.now() + WARM_UP_MS;
  const until = from + job.ms;
  let turn = 0;
  const one = async (connection: HttpConnection, due: number) => {
    const began = performance.now();
    const received = await connection.send(requests[turn++ % requests.length] ?? Buffer.alloc(0));
    if (due >= from) tally.add(received, began - due);
  };
  const enough = () => performance.now() >= until && tally.times.length > 0;
  try {
    if (job.perSecond === undefined)
      await Promise.all(connections.map((each) => unceasing(each, enough, one)));
    else await atRate(connections, { until, everyMs: 1000 / job.perSecond }, one);
  } finally {
    for (const connection of connections) connection.close();
  }
  return tally.result(performance.now() - from);
}

type One = (connection: HttpConnection, due: number) => Promise<void>;

async function unceasing(connection: HttpConnection, enough: () => boolean, one: One): Promise<void> {
  while (!enough()) await one(connection, performance.now());
}

process.on("message", (message) => {
  void run(loadJob.parse(message)).then((result) => process.send?.(result));
});
