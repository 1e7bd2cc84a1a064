import { atRate } from "#scripts/bench/gateway/at-rate.ts";
import { HttpConnection } from "#scripts/bench/gateway/http-connection.ts";
import { type DrillJob, drillJob, type LoadReport } from "./messages.ts";
import { drawnKinds } from "./request-mix.ts";

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
    const account = turn % keys.length;
    const key = keys[account];
    turn += 1;
    if (kind === undefined || key === undefined) throw new Error("There is nothing to send.");
    const fail = (reason: string) => {
      const what = `${kind.name}: ${reason}`;
      report.failed[what] = (report.failed[what] ?? 0) + 1;
    };
    if (!connection.http.open || performance.now() - connection.usedAt > IDLE_MS) renew(connection);
    try {
      const { status, head, body } = await connection.http.send(written(port, key, kind, account));
      report.times.push([kind.name, performance.now() - due]);
      if (status !== 200) fail(`${status} ${codeOf(body)}`);
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

/** Each account sends from an address of its own, as customers do: unknown keys count by address. */
function written(
  port: number,
  key: string,
  { path, body }: { path: string; body: object },
  account: number,
): Buffer {
  const json = JSON.stringify(body);
  const lines = [
    `POST ${path} HTTP/1.1`,
    `host: 127.0.0.1:${port}`,
    `authorization: Bearer ${key}`,
    `cf-connecting-ip: 10.0.${account >> 8}.${account & 255}`,
    "content-type: application/json",
    `content-length: ${Buffer.byteLength(json)}`,
  ];
  return Buffer.from(`${lines.join("\r\n")}\r\n\r\n${json}`);
}

const codeOf = (body: Buffer) => /"code":"(\w+)"/.exec(body.toString())?.[1] ?? "without a code";

// A process of its own, so that reading the database delays no request. It stops after its job, or when the drill does.
process.once("disconnect", () => process.exit());
process.on("message", (message) => {
  void run(drillJob.parse(message)).then(() => process.disconnect());
});
