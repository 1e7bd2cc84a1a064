import { z } from "zod";
import { atRate } from "#scripts/bench/gateway/at-rate.ts";
import { HttpConnection } from "#scripts/bench/gateway/http-connection.ts";
import { drawnKinds } from "./request-mix.ts";

/** A process of its own, so that reading the database delays no request. It reports each second and stops after its job. */
const drillJob = z.object({
  port: z.number(),
  keys: z.array(z.string()),
  perSecond: z.number(),
  seconds: z.number(),
});
export type DrillJob = z.infer<typeof drillJob>;

export const loadReport = z.object({
  /** By kind of request; milliseconds from when it was due until its last byte. */
  times: z.array(z.tuple([z.string(), z.number()])),
  /** Failed requests by kind and status. */
  failed: z.record(z.string(), z.number()),
  /** Ids of a few requests that have ended in this second, to be found in the database. */
  probes: z.array(z.object({ id: z.string(), endedAt: z.number() })),
  over: z.boolean(),
});
export type LoadReport = z.infer<typeof loadReport>;

/** Requests under way at once; each waits for its whole response. */
const CONNECTIONS = 400;
const PROBES_A_SECOND = 4;
const REQUESTS_DRAWN = 10_000;
const REPORT_MS = 1_000;
/** Servers close connections that are idle for longer; one in ours would lose the request. */
const IDLE_MS = 2_000;

async function run({ port, keys, perSecond, seconds }: DrillJob): Promise<void> {
  const kinds = drawnKinds(REQUESTS_DRAWN);
  const connections = Array.from({ length: CONNECTIONS }, () => ({
    http: new HttpConnection(port),
    usedAt: performance.now(),
  }));
  const renew = (connection: (typeof connections)[number]) => {
    connection.http.close();
    connection.http = new HttpConnection(port);
  };
  let report = newReport();
  const send = () => {
    process.send?.(report);
    report = newReport();
  };
  const timer = setInterval(send, REPORT_MS);
  let turn = 0;
  const one = async (connection: (typeof connections)[number], due: number) => {
    const kind = kinds[turn % kinds.length];
    const key = keys[turn % keys.length];
    turn += 1;
    if (kind === undefined || key === undefined) throw new Error("There is nothing to send.");
    const fail = (status: string) => {
      const what = `${kind.name}: ${status}`;
      report.failed[what] = (report.failed[what] ?? 0) + 1;
    };
    if (performance.now() - connection.usedAt > IDLE_MS) renew(connection);
    try {
      const { status, head } = await connection.http.send(written(port, key, kind));
      report.times.push([kind.name, performance.now() - due]);
      if (status !== 200) fail(String(status));
      const id = /\r\nx-request-id: ([\w-]+)/.exec(head)?.[1];
      if (report.probes.length < PROBES_A_SECOND && status === 200 && id !== undefined)
        report.probes.push({ id, endedAt: Date.now() });
    } catch {
      fail("connection lost");
      renew(connection);
    }
    connection.usedAt = performance.now();
  };
  await atRate(connections, { until: performance.now() + seconds * 1000, everyMs: 1000 / perSecond }, one);
  clearInterval(timer);
  report.over = true;
  send();
  for (const { http } of connections) http.close();
}

const newReport = (): LoadReport => ({ times: [], failed: {}, probes: [], over: false });

function written(port: number, key: string, { path, body }: { path: string; body: object }): Buffer {
  const json = JSON.stringify(body);
  const lines = [
    `POST ${path} HTTP/1.1`,
    `host: 127.0.0.1:${port}`,
    `authorization: Bearer ${key}`,
    "content-type: application/json",
    `content-length: ${Buffer.byteLength(json)}`,
  ];
  return Buffer.from(`${lines.join("\r\n")}\r\n\r\n${json}`);
}

process.on("message", (message) => {
  void run(drillJob.parse(message)).then(() => process.disconnect());
});
