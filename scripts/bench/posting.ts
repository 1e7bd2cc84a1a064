import { setTimeout as sleep } from "node:timers/promises";
import { ACCOUNT_PREFIX, OPERATOR_CREDIT } from "#core/domain/ledger.ts";
import { type MeterPost, type MeterTerms, syncMeter, syncMeters } from "#core/services/gateway/sync-meter.ts";
import { rollUpUsage } from "#core/services/rollup/roll-up-usage.ts";
import type { Database } from "#core/storage/database.ts";
import { writeBatch } from "#core/storage/write-batch.ts";
import { Groups, POSTER_LIMITS } from "#worker/gateway/poster/groups.ts";
import { newRequestId } from "#worker/http-headers.ts";
import { type BenchDatabase, withDatabase } from "./bench-database.ts";
import { atRate } from "./gateway/at-rate.ts";
import { printReport } from "./report.ts";

const ACCOUNTS = 5_000;
const CALM = { perSecond: 40, seconds: 15 };
const BUSY = { perSecond: 450, seconds: 90 };
/** More posts at once would wait for one of these. */
const UNDER_WAY = 1_000;
const ROLL_UP_EVERY_MS = 60_000;
const clock = { now: () => Date.now() };

type Post = (post: MeterPost) => Promise<unknown>;
interface Load {
  perSecond: number;
  seconds: number;
}

/** Measures the database's work for posts with one request each: stored alone, and in a poster's groups. */
export async function posting(): Promise<boolean> {
  return withDatabase(async (database) => {
    await openAccounts(database.db);
    const alone = await run(database, CALM, (post) => syncMeter({ db: database.db, clock }, post));
    const calm = await run(database, CALM, inGroups(database.db));
    const busy = await run(database, BUSY, inGroups(database.db));
    const share = calm.cpuMs / alone.cpuMs;
    const shown = ({ cpuMs, p50, p99 }: Figures) =>
      `sqld ${cpuMs.toFixed(2)} ms a post, stored after ${Math.round(p50)} ms, p99 ${Math.round(p99)} ms`;
    const cores = (busy.cpuMs * BUSY.perSecond) / 1000;
    return printReport(`posting: ${ACCOUNTS.toLocaleString("en-US")} accounts, a request in each post`, [
      { what: `${CALM.perSecond} posts a second, each alone`, figure: shown(alone) },
      { what: `${CALM.perSecond} posts a second, in groups`, figure: shown(calm) },
      {
        what: "  against each alone",
        figure: `${share.toFixed(2)}×`,
        target: "at most 0.25×",
        met: share <= 0.25,
      },
      {
        what: `${BUSY.perSecond} posts a second, in groups, rolled up every minute`,
        figure: shown(busy),
        target: "p99 below 1 s",
        met: busy.p99 < 1000,
      },
      { what: "  sqld", figure: `${cores.toFixed(2)} cores`, target: "below 0.5", met: cores < 0.5 },
    ]);
  });
}

async function openAccounts(db: Database): Promise<void> {
  const ids = JSON.stringify(Array.from({ length: ACCOUNTS }, (_, at) => at + 1));
  const names = { ids, prefix: ACCOUNT_PREFIX };
  await writeBatch(db, [
    {
      sql: `INSERT INTO accounts (id, user_id, email, created_at)
        SELECT value, 'user-' || value, value || '@example.com', 0 FROM json_each(:ids)`,
      args: { ids },
    },
    {
      sql: `INSERT INTO api_keys (id, public_id, account_id, name, lookup, sealed, mask, status, created_at)
        SELECT value, 'key_' || value, value, 'k', 'lookup-' || value, 'sealed', 'lk_…', 'active', 0 FROM json_each(:ids)`,
      args: { ids },
    },
    {
      sql: `INSERT INTO ledger_transfers (debit, credit, micros, kind, source, created_at, statement_day)
        SELECT '${OPERATOR_CREDIT}', :prefix || value, 1000000000, 'grant', 'bench:' || value, 0, 0 FROM json_each(:ids)`,
      args: names,
    },
  ]);
}

function inGroups(db: Database): Post {
  const groups = new Groups<MeterPost & { rows: number }, MeterTerms>(
    { store: (posts) => syncMeters({ db, clock }, posts), isUnavailable: () => false },
    POSTER_LIMITS,
  );
  return async (post) => {
    const outcome = await groups.add({ ...post, rows: post.batch?.rows.length ?? 0 });
    if (!("stored" in outcome)) throw new Error("A post was not stored.", { cause: Object.values(outcome) });
  };
}

interface Figures {
  /** The database server's CPU time for a post. */
  cpuMs: number;
  /** Milliseconds from when a post was due until it was stored. */
  p50: number;
  p99: number;
}

async function run({ db, cpu }: BenchDatabase, { perSecond, seconds }: Load, post: Post): Promise<Figures> {
  const before = cpu() ?? Number.NaN;
  let over = false;
  const rollingUp = rollUpMeanwhile(db, () => over);
  const times: number[] = [];
  let turn = 0;
  const rate = { until: performance.now() + seconds * 1000, everyMs: 1000 / perSecond };
  await atRate(Array.from({ length: UNDER_WAY }), rate, async (_, due) => {
    turn += 1;
    await post(postOf((turn % ACCOUNTS) + 1));
    times.push(performance.now() - due);
  });
  over = true;
  await rollingUp;
  const used = (cpu() ?? Number.NaN) - before;
  times.sort((a, b) => a - b);
  const share = (part: number) => times[Math.floor(times.length * part)] ?? 0;
  return { cpuMs: used / times.length, p50: share(0.5), p99: share(0.99) };
}

async function rollUpMeanwhile(db: Database, isOver: () => boolean): Promise<void> {
  for (let next = Date.now() + ROLL_UP_EVERY_MS; !isOver(); await sleep(100)) {
    if (Date.now() < next) continue;
    next += ROLL_UP_EVERY_MS;
    await rollUpUsage({ db, clock, requestId: "bench" });
  }
}

const FACTS = { statusCode: 200, responseTime: 400, costMicros: 900, billedMicros: 900, tokensIn: 900 };

function postOf(accountId: number): MeterPost {
  const request = { requestId: newRequestId(), accountId, keyId: accountId, timestamp: Date.now() };
  const row = { ...request, ...FACTS, endpoint: "/v1/chat/completions", model: "demo-small", tokensOut: 120 };
  return { accountId, batch: { rows: [row], lineages: new Set([accountId]) } };
}
