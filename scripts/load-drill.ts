import { fork } from "node:child_process";
import { tmpdir } from "node:os";
import { setTimeout as sleep } from "node:timers/promises";
import { parseArgs } from "node:util";
import { isDatabaseUnavailable, openDatabase } from "#core/storage/database.ts";
import { MEMORY_FOLDER } from "./bench/memory-folder.ts";
import { progress } from "./bench/report.ts";
import { Figures } from "./load-drill/figures.ts";
import { type DrillJob, loadReport } from "./load-drill/messages.ts";
import { openAccounts } from "./load-drill/open-accounts.ts";
import { cpuByProgram } from "./load-drill/process-tree.ts";
import { LagWatch } from "./load-drill/watch-lag.ts";
import { newStateFolder, startTestStack } from "./testing/test-stack.ts";

const LOAD = new URL("load-drill/load-process.ts", import.meta.url);
/** A key may send 100 requests a minute. */
const MOST_PER_KEY_AND_SECOND = 1.5;
/** An account's first request sets up its object, which takes a few times as long as the next ones. */
const FIRST_PER_SECOND = 30;
/** Until the last requests are posted and rolled up. */
const SETTLED_MS = 60_000;
const SIZE = "SELECT page_count * page_size AS bytes FROM pragma_page_count(), pragma_page_size()";

const options = {
  accounts: { type: "string", default: "10000" },
  active: { type: "string", default: "1000" },
  rate: { type: "string", default: "40" },
  minutes: { type: "string", default: "10" },
  disk: { type: "boolean", default: false },
} as const;
const { values } = parseArgs({ options });
const [accounts, active, perSecond, minutes] = (["accounts", "active", "rate", "minutes"] as const).map(
  (name) => wholeNumber(name, values[name]),
) as [number, number, number, number];
if (active > accounts) throw new Error("--active can't be more than --accounts.");
if (perSecond > active * MOST_PER_KEY_AND_SECOND)
  throw new Error(
    `--rate must be at most ${active * MOST_PER_KEY_AND_SECOND} for ${active} active accounts.`,
  );

// All objects share a thread, which waits for each write of each of them: on a disk, that alone would limit the rate.
const folder = newStateFolder((!values.disk && MEMORY_FOLDER) || tmpdir());
console.log(`Starting a stack of its own in ${folder}`);
const stack = await startTestStack({ args: ["--usage-rows", "1"], folder });
process.once("exit", () => stack.child.kill("SIGTERM"));
try {
  const db = openDatabase({ url: stack.addresses.libsql.url });
  const size = () =>
    db.$client.execute(SIZE).then(
      ({ rows }) => Number(rows[0]?.bytes),
      (error: unknown) => {
        if (isDatabaseUnavailable(error)) return null;
        throw error;
      },
    );
  const keys = await openAccounts(db, stack.folder, { accounts, active });
  const first = new Figures();
  const job = { port: stack.port, keys };
  console.log("Sending each active account's first request");
  const firstSeconds = Math.ceil(active / FIRST_PER_SECOND);
  await load({ ...job, perSecond: FIRST_PER_SECOND, seconds: firstSeconds }, new LagWatch(db), first);
  const before = { bytes: await size(), cpu: cpuByProgram(stack.child.pid) };
  const watch = new LagWatch(db);
  const figures = new Figures();
  const seconds = minutes * 60;
  console.log("Sending the requests");
  await load({ ...job, perSecond, seconds }, watch, figures);
  const after = { bytes: await size(), cpu: cpuByProgram(stack.child.pid) };
  console.log(figures.report({ seconds, perSecond, active, first, watch, before, after }));
} finally {
  await stack.stop();
}

async function load(job: DrillJob, watch: LagWatch, figures: Figures): Promise<void> {
  const child = fork(LOAD);
  const say = progress("seconds of load", job.seconds);
  let seconds = 0;
  let over = false;
  const ended = new Promise<void>((resolve, reject) => {
    child.once("exit", (code, signal) =>
      code === 0 ? resolve() : reject(new Error(`The load ended with ${code ?? signal}.`)),
    );
  });
  const settled = async () => {
    await ended;
    const deadline = Date.now() + SETTLED_MS;
    while (watch.missing > 0 && Date.now() < deadline) await sleep(1_000);
  };
  child.on("message", (message) => {
    const report = loadReport.parse(message);
    figures.add(report);
    watch.add(report.probes);
    seconds += 1;
    say(Math.min(seconds, job.seconds));
  });
  child.send(job);
  const sending = settled().finally(() => {
    over = true;
  });
  try {
    await Promise.all([sending, watch.run(() => over)]);
  } finally {
    child.kill();
  }
}

function wholeNumber(name: string, text: string): number {
  if (/^[1-9]\d{0,5}$/.test(text)) return Number(text);
  throw new Error(`--${name} must be a whole number from 1 to 999999.`);
}
