import fc from "fast-check";
import { afterAll, beforeAll, expect, it } from "vitest";
import { ALERTS, type AlertName, CALM_MS, CONDITION_GAP_MS, UNWRITABLE_RUNS } from "#core/domain/alerts.ts";
import { MINUTE_MS } from "#core/domain/time.ts";
import type { OutageLog } from "#core/ports.ts";
import { checkDatabase } from "#core/services/alerts/database-outage.ts";
import { evaluateAlerts } from "#core/services/alerts/evaluate-alerts.ts";
import { type AlertRow, readAlerts } from "#core/storage/alerts.ts";
import { type Database, openDatabase } from "#core/storage/database.ts";
import { freePorts } from "#scripts/local/free-port.ts";
import { memoryOutages } from "#tests/support/outage-log.ts";
import { startTestDatabase, type TestDatabase } from "#tests/support/test-database.ts";
import { runs } from "#tests/support/tier.ts";

const BEGAN = Date.UTC(2030, 0, 1, 12);
const ONCALL = "oncall@latchkey.test";

let database: TestDatabase;
let db: Database;
let gone: Database;
beforeAll(async () => {
  database = await startTestDatabase();
  db = database.db;
  const [port = 0] = await freePorts(1);
  gone = openDatabase({ url: `http://127.0.0.1:${port}` });
});
afterAll(() => database.stop());

/** Runs of the cron during which the same holds. */
interface Stretch {
  runs: number;
  minutesApart: number;
  isAway: boolean;
  isUnequal: boolean;
  isStepFailing: boolean;
  /** Targets take no notice. */
  isDeaf: boolean;
  /** The worker ends between sending a notice and remembering it. */
  crashes: boolean;
  /** Two runs at once. */
  overlaps: boolean;
}

const stretch: fc.Arbitrary<Stretch> = fc.record({
  runs: fc.constantFrom(1, 1, 2, 3, 5, 7),
  minutesApart: fc.constantFrom(1, 1, 1, 1, 2, 6),
  isAway: fc.boolean(),
  isUnequal: fc.boolean(),
  isStepFailing: fc.boolean(),
  isDeaf: fc.nat(4).map((dice) => dice === 0),
  crashes: fc.nat(4).map((dice) => dice === 0),
  overlaps: fc.nat(4).map((dice) => dice === 0),
});
/** In the end everything is well, for longer than the pause before a notice is tried again. */
const well = {
  isAway: false,
  isUnequal: false,
  isStepFailing: false,
  isDeaf: false,
  crashes: false,
  overlaps: false,
};
const END: Stretch[] = [
  { ...well, runs: 5, minutesApart: 1 },
  { ...well, runs: 3, minutesApart: 65 },
];

interface Run extends Stretch {
  at: number;
}

function runsOf(stretches: readonly Stretch[]): Run[] {
  let at = BEGAN;
  return stretches.flatMap((each) =>
    Array.from({ length: each.runs }, () => {
      at += each.minutesApart * MINUTE_MS;
      return { ...each, at };
    }),
  );
}

interface Message {
  type: string;
  data: { alert: string; subject: string; started_at: string };
}

async function playBack(all: readonly Run[]): Promise<{ rows: AlertRow[]; sent: Map<string, string> }> {
  const tables = ["alert_notices", "alerts", "alert_conditions", "cron_steps", "ledger_balances"];
  await db.$client.batch(
    tables.map((table) => `DELETE FROM ${table}`),
    "write",
  );
  const outages = memoryOutages();
  const sent = new Map<string, string>();
  for (const run of all) await runCron(run, { outages, sent });
  return { rows: await readAlerts(db, { since: 0, limit: 1000 }), sent };
}

interface World {
  outages: OutageLog;
  /** By the id that tells a receiver what it had already. */
  sent: Map<string, string>;
}

async function runCron(run: Run, { outages, sent }: World): Promise<void> {
  const { at, isAway, isUnequal, isStepFailing, isDeaf, crashes } = run;
  await db.$client.batch(
    [
      isUnequal
        ? "INSERT INTO ledger_balances (account, micros) VALUES ('stray', 5) ON CONFLICT DO NOTHING"
        : "DELETE FROM ledger_balances",
      `INSERT INTO cron_steps (name, request_id, started_at, duration, error, report)
        VALUES ('emails', 'r', 0, 1, ${isStepFailing ? "'no sender'" : "NULL"}, '{}')
        ON CONFLICT DO UPDATE SET error = excluded.error`,
    ],
    "write",
  );
  const accepted = (id: string, text: string) => {
    if (isDeaf) return { outcome: "later" as const, reason: "503" };
    sent.set(id, text);
    return { outcome: "sent" as const, reason: "" };
  };
  const textOf = ({ type, data }: Message, target: string) =>
    [type, data.alert, data.subject, data.started_at, target].join(" ");
  const alertTargets = () => ({
    runbook: "docs",
    emails: [ONCALL],
    mailer: {
      send: async ({ subject }: { subject: string }, id: string) => accepted(id, `${subject} ${ONCALL}`),
    },
    webhook: {
      host: "hooks.latchkey.test",
      send: async (message: object, id: string) => accepted(id, textOf(message as Message, "webhook")),
    },
  });
  const forgetful = { ...outages, notified: () => Promise.reject(new Error("ended")) };
  const ctx = {
    db: isAway ? gone : db,
    clock: { now: () => at },
    requestId: "cron",
    outages: crashes ? forgetful : outages,
  };
  const once = async () => {
    await checkDatabase({ ...ctx, alertTargets });
    await evaluateAlerts({ ...ctx, ...alertTargets() });
  };
  const attempts = await Promise.allSettled(run.overlaps && !isAway ? [once(), once()] : [once()]);
  for (const { status } of attempts) expect(status).toBe(isAway ? "rejected" : "fulfilled");
}

interface Segment {
  from: number;
  to: number;
  runs: number;
}

/** Times without interruption at which runs found the condition. */
function segmentsOf(seen: readonly { at: number; holds: boolean }[]): Segment[] {
  const segments: Segment[] = [];
  let last: { at: number; holds: boolean } | undefined;
  for (const run of seen) {
    const current = segments.at(-1);
    const continues = last?.holds && run.at - last.at < CONDITION_GAP_MS;
    if (run.holds && continues && current) {
      current.to = run.at;
      current.runs += 1;
    } else if (run.holds) segments.push({ from: run.at, to: run.at, runs: 1 });
    last = run;
  }
  return segments;
}

interface Rule {
  name: AlertName;
  holds: (run: Run) => boolean;
  /** Nothing else can be found while the database is away. */
  observed: (run: Run) => boolean;
  isLong: (segment: Segment) => boolean;
}

const lasting =
  (name: AlertName) =>
  ({ from, to }: Segment) =>
    to - from >= ALERTS[name].holdsFor;
const RULES: Rule[] = [
  {
    name: "ledger_unequal",
    holds: ({ isUnequal }) => isUnequal,
    observed: ({ isAway }) => !isAway,
    isLong: lasting("ledger_unequal"),
  },
  {
    name: "cron_step_failing",
    holds: ({ isStepFailing }) => isStepFailing,
    observed: ({ isAway }) => !isAway,
    isLong: lasting("cron_step_failing"),
  },
  {
    name: "database_unwritable",
    holds: ({ isAway }) => isAway,
    observed: () => true,
    isLong: ({ runs: count }) => count >= UNWRITABLE_RUNS,
  },
];

function expectHistory(rule: Rule, all: readonly Run[], rows: readonly AlertRow[]): void {
  const seen = all.filter(rule.observed).map((run) => ({ at: run.at, holds: rule.holds(run) }));
  const long = segmentsOf(seen).filter(rule.isLong);
  const spans = rows
    .filter(({ name }) => name === rule.name)
    .map(({ startedAt, recoveredAt }) => ({ from: startedAt, to: recoveredAt ?? Number.NaN }))
    .toSorted((a, b) => a.from - b.from);
  for (const [index, span] of spans.entries()) {
    const inside = long.filter(({ from, to }) => from >= span.from && to < span.to);
    expect(inside[0]?.from, `${rule.name}: since when`).toBe(span.from);
    const end = seen.findIndex(({ at }) => at === span.to);
    const around = seen.slice(end - 1, end + 1).map(({ holds }) => holds);
    expect(around, `${rule.name}: recovered when it no longer held`).toEqual([true, false]);
    const next = spans[index + 1];
    if (next) expect(next.from - span.to, `${rule.name}: two outages`).toBeGreaterThan(0);
  }
  const reported = long.filter(({ from, to }) => spans.some((span) => from >= span.from && to < span.to));
  expect(reported, `${rule.name}: every outage is reported`).toEqual(long);
}

const TITLES = { firing: { critical: "Critical", warning: "Warning" }, recovered: "Recovered" };

function expectNotices(rows: readonly AlertRow[], sent: ReadonlyMap<string, string>): void {
  const expected = rows.flatMap(({ name, subject, startedAt }) => {
    const { severity, title } = ALERTS[name as AlertName];
    const of = (type: string) => `${type} ${name} ${subject} ${new Date(startedAt).toISOString()} webhook`;
    return [
      of("alert.firing"),
      of("alert.recovered"),
      `${TITLES.firing[severity]}: ${title} ${ONCALL}`,
      `${TITLES.recovered}: ${title} ${ONCALL}`,
    ];
  });
  expect([...sent.values()].toSorted()).toEqual(expected.toSorted());
}

it("each outage is reported once and recovers once, a blip never, and the history is complete", async () => {
  const property = fc.asyncProperty(fc.array(stretch, { minLength: 1, maxLength: 9 }), async (stretches) => {
    const all = runsOf([...stretches, ...END]);
    const { rows, sent } = await playBack(all);
    for (const rule of RULES) expectHistory(rule, all, rows);
    expectNotices(rows, sent);
  });
  await fc.assert(property, { numRuns: runs(40) });
});

it.each([
  ["the database is away", { isAway: true }],
  ["the ledger is unequal", { isUnequal: true }],
])(
  "an outage in which %s ends after a calm, so that one which returns before is the same",
  async (_what, holds) => {
    const holding = { ...well, ...holds, runs: UNWRITABLE_RUNS, minutesApart: 1 };
    const pause = { ...well, runs: 1, minutesApart: CALM_MS / MINUTE_MS - 1 };
    const all = runsOf([holding, pause, holding, ...END]);
    const { rows } = await playBack(all);
    expect(rows).toHaveLength(1);
    for (const rule of RULES) expectHistory(rule, all, rows);
  },
);
