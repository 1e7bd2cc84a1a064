import { tmpdir } from "node:os";
import { localAddress } from "#scripts/local/settings.ts";
import { withDatabase } from "./bench-database.ts";
import { type Attacker, attack, LONG } from "./gateway/attackers.ts";
import { middle, ms } from "./gateway/figures.ts";
import type { LoadResult } from "./gateway/load-process.ts";
import { type Rig, startRig } from "./gateway/rig.ts";
import { MEMORY_FOLDER } from "./memory-folder.ts";
import { printReport } from "./report.ts";

const ATTACK_MS = 60_000;
const IDLE_MS = 20_000;
const PER_SECOND = 20;
/** A key is admitted 100 times a minute. */
const KEYS = 30;
const FEW_DOLLARS = 5_000_000;
const UPLOADS = 5;
/** The longest body is sent so often to see what it costs. */
const TRIES = 5;

/** Measures how much two attacking accounts slow down a third one in the same isolate. */
export async function gatewayHostile(): Promise<boolean> {
  const folder = MEMORY_FOLDER ?? tmpdir();
  return await withDatabase(async (database) => {
    const rig = await startRig(database, folder);
    try {
      return await report(rig);
    } finally {
      await rig.stop();
    }
  });
}

async function report(rig: Rig): Promise<boolean> {
  const honest = await rig.newCustomer(KEYS);
  const [uploader = ""] = await rig.newCustomer(1);
  const attackers = [await newAttacker(rig), await newAttacker(rig)];
  const load = (time: number) => rig.run(jobOf(rig, honest, time));
  const idle = await load(IDLE_MS);
  const cost = await costOfLongest(rig, uploader);
  const ended = new AbortController();
  const attacking = attack(rig.ports.ours, attackers, ended.signal);
  const uploading = upload(rig, uploader);
  const under = await load(ATTACK_MS);
  const uploads = await uploading;
  ended.abort();
  const statuses = await attacking;
  const most = idle.p99 + cost;
  return printReport("gateway-hostile: 20 small requests a second beside two hostile accounts", [
    { what: "idle, p99", figure: ms(idle.p99) },
    { what: "one accepted body of 8 MB", figure: ms(cost) },
    {
      what: "under attack, p99",
      figure: ms(under.p99),
      target: `at most ${ms(most)}`,
      met: under.p99 <= most,
    },
    failedLine("under attack, failed", under),
    {
      what: "uploads of 8 MB by an honest account",
      figure: uploads.join(", "),
      target: "all 200",
      met: uploads.every((status) => status === 200),
    },
    { what: "responses to the attackers", figure: JSON.stringify(statuses) },
  ]);
}

async function newAttacker(rig: Rig): Promise<Attacker> {
  const [key = ""] = await rig.newCustomer(1, { micros: FEW_DOLLARS });
  const [testKey = ""] = await rig.newCustomer(1, { micros: FEW_DOLLARS, test: true });
  return { key, testKey };
}

const jobOf = (rig: Rig, keys: readonly string[], time: number) => ({
  port: rig.ports.ours,
  headers: keys.map((key) => ({ authorization: `Bearer ${key}` })),
  body: JSON.stringify({ model: "demo-small", messages: [{ role: "user", content: "x".repeat(500) }] }),
  connections: 16,
  perSecond: PER_SECOND,
  ms: time,
});

async function longest(rig: Rig, key: string): Promise<{ status: number; took: number }> {
  const began = performance.now();
  const response = await fetch(`${localAddress(rig.ports.ours)}/v1/chat/completions`, {
    method: "POST",
    headers: { authorization: `Bearer ${key}`, "content-type": "application/json" },
    body: LONG,
  });
  await response.text();
  return { status: response.status, took: performance.now() - began };
}

/** Time of a whole request while the gateway has nothing else to do. */
async function costOfLongest(rig: Rig, key: string): Promise<number> {
  const times: number[] = [];
  for (let i = 0; i < TRIES; i += 1) {
    const { status, took } = await longest(rig, key);
    if (status !== 200) throw new Error(`A body of 8 MB returned ${status}.`);
    times.push(took);
  }
  return middle(times);
}

async function upload(rig: Rig, key: string): Promise<number[]> {
  const statuses: number[] = [];
  for (let i = 0; i < UPLOADS; i += 1) {
    await new Promise((resolve) => setTimeout(resolve, ATTACK_MS / (UPLOADS + 1)));
    statuses.push((await longest(rig, key)).status);
  }
  return statuses;
}

const failedLine = (what: string, { failed }: LoadResult) => ({
  what,
  figure: Object.keys(failed).length === 0 ? "none" : JSON.stringify(failed),
  target: "none",
  met: Object.keys(failed).length === 0,
});
