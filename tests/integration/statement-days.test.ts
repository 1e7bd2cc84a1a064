import fc from "fast-check";
import { afterAll, beforeAll, expect, it } from "vitest";
import { type StatementDay, statementResponse } from "#core/contract/ledger.ts";
import { localTimes } from "#core/domain/zone.ts";
import { listStatementDays } from "#core/services/ledger/list-statement-days.ts";
import { listLedger } from "#core/services/ledger/statement.ts";
import { startPatientDatabase } from "#tests/support/patient-database.ts";
import type { TestDatabase } from "#tests/support/test-database.ts";
import { runs } from "#tests/support/tier.ts";
import { type SomeTransfer, someTransfer, store } from "./reads/random-transfers.ts";
import { allPages, newReader, type Reader } from "./reads/reader.ts";

let server: TestDatabase;
beforeAll(async () => {
  server = await startPatientDatabase();
});
afterAll(() => server.stop());

const micros = (dollars: number) => Math.round(dollars * 1_000_000);
const sum = (amounts: number[]) => amounts.reduce((total, amount) => total + micros(amount), 0);
const START = Date.parse("2026-10-22T20:00:00Z");

interface Reading {
  tz: string;
  days: number;
  entriesARead?: number;
}

const allDays = (reader: Reader, { tz, days, entriesARead }: Reading, between?: () => Promise<void>) =>
  allPages((cursor) => listStatementDays(reader.ctx, { ...cursor, tz, days }, entriesARead), between);

const wholeLedger = (reader: Reader) =>
  allPages((cursor) => listLedger(reader.ctx, { ...cursor, limit: 100 }));

/** The local days of all transfers, newest first; a time that goes backwards counts as the next newer one's. */
async function expectedDays(reader: Reader, tz: string) {
  const items = await wholeLedger(reader);
  const dateOf = localTimes(tz, 0, 2e12);
  let posted = Number.POSITIVE_INFINITY;
  const dated = items.map((item) => {
    posted = Math.min(posted, Date.parse(item.created_at));
    return { item, date: dateOf(posted).slice(0, 10) };
  });
  return [...Map.groupBy(dated, ({ date }) => date)].map(([date, entries]) => {
    const amounts = (chosen: (item: (typeof items)[number]) => boolean) =>
      sum(
        entries
          .map(({ item }) => item)
          .filter(chosen)
          .map(({ amount }) => amount),
      );
    const isUsage = ({ kind }: { kind: string }) => kind === "usage";
    return {
      date,
      usage: amounts(isUsage),
      added: amounts((item) => !isUsage(item) && item.amount > 0),
      taken: amounts((item) => !isUsage(item) && item.amount <= 0),
      charges: entries.filter(({ item }) => isUsage(item)).length,
      balance_after: micros(entries[0]?.item.balance_after ?? Number.NaN),
      transactions: entries.flatMap(({ item }) => (isUsage(item) ? [] : [item])),
    };
  });
}

const asMicros = ({ date, usage, added, taken, charges, balance_after, parts }: StatementDay) => ({
  date,
  charges,
  usage: micros(usage),
  added: micros(added),
  taken: micros(taken),
  balance_after: micros(balance_after),
  transactions: parts.flatMap(({ transaction }) => transaction ?? []),
});

/** Each balance is the next older one plus the amount, through all days. */
function expectChain(days: readonly StatementDay[]) {
  const parts = days.flatMap((day) => day.parts);
  parts.forEach(({ amount, balance_after }, i) => {
    expect(micros(balance_after)).toBe(micros(parts[i + 1]?.balance_after ?? 0) + micros(amount));
  });
  for (const { usage, added, taken, parts: own } of days)
    expect(sum([usage, added, taken])).toBe(sum(own.map(({ amount }) => amount)));
}

/** A busy week, around a change of the clocks, with times that sometimes go backwards. */
const transfer = fc
  .record({
    transfer: someTransfer,
    usage: fc.integer({ min: 0, max: 3 }),
    step: fc.integer({ min: -900_000, max: 14_000_000 }),
  })
  .map(({ transfer: any, usage, step }) => ({
    any: { ...any, ...(usage > 0 && { kind: "usage" as const }) },
    step,
  }));

const timed = (steps: { any: SomeTransfer; step: number }[], start: number): SomeTransfer[] => {
  let at = start;
  return steps.map(({ any, step }) => {
    at += step;
    return { ...any, at };
  });
};

it("lists each day once and whole, exactly as the ledger adds up, whatever the page and the chunk", async () => {
  const history = fc.record({
    first: fc.array(transfer, { maxLength: 60, size: "max" }),
    meanwhile: fc.array(transfer, { maxLength: 5 }),
    tz: fc.constantFrom("UTC", "Europe/Berlin", "Asia/Kathmandu", "America/Los_Angeles"),
    days: fc.integer({ min: 1, max: 8 }),
    entriesARead: fc.constantFrom(1, 3, 7, 1000),
  });
  const property = fc.asyncProperty(history, async ({ first, meanwhile, ...reading }) => {
    const [me, stranger] = await Promise.all([newReader(server.db), newReader(server.db)]);
    const owner = { me: me.id, stranger: stranger.id };
    await store(server.db, timed(first, START), owner);
    const expected = await expectedDays(me, reading.tz);
    let isFirst = true;
    const days = await allDays(me, reading, async () => {
      if (isFirst) await store(server.db, timed(meanwhile, START + 30 * 86_400_000), owner);
      isFirst = false;
    });
    expect(days.map(asMicros)).toEqual(expected);
    expectChain(days);
  });
  await fc.assert(property, { numRuns: runs(60), endOnFailure: true });
});

const usageAt = (at: string, n: number): SomeTransfer => ({
  micros: n,
  into: false,
  elsewhere: "revenue:usage",
  kind: "usage",
  note: undefined,
  at: Date.parse(at),
  stranger: false,
});

it("adds usage up by three local hours, interrupted by other transfers", async () => {
  const me = await newReader(server.db);
  const topUp = { ...usageAt("2026-11-19T21:30:00+01:00", 10_000_000), into: true, kind: "top_up" as const };
  await store(
    server.db,
    [
      { ...topUp, at: Date.parse("2026-11-18T10:00:00+01:00") },
      usageAt("2026-11-19T20:59:59+01:00", 1),
      usageAt("2026-11-19T21:00:00+01:00", 2),
      topUp,
      usageAt("2026-11-19T21:45:00+01:00", 4),
      usageAt("2026-11-19T23:59:59+01:00", 8),
      usageAt("2026-11-20T00:00:00+01:00", 16),
    ],
    { me: me.id, stranger: me.id },
  );
  const { items } = await listStatementDays(me.ctx, { tz: "Europe/Berlin", days: 14 });
  expect(items.map(({ date, charges }) => [date, charges])).toEqual([
    ["2026-11-20", 1],
    ["2026-11-19", 4],
    ["2026-11-18", 0],
  ]);
  expect(items[1]?.parts.map(({ from, charges, amount }) => [from, charges, micros(amount)])).toEqual([
    ["2026-11-19T20:00:00.000Z", 2, -12],
    ["2026-11-19T20:00:00.000Z", 0, 10_000_000],
    ["2026-11-19T20:00:00.000Z", 1, -2],
    ["2026-11-19T17:00:00.000Z", 1, -1],
  ]);
  expect(statementResponse.parse({ items, next_cursor: null }).items).toEqual(items);
});

it("is empty for an account without transfers, and refuses another list's cursor", async () => {
  const me = await newReader(server.db);
  const query = { tz: "UTC", days: 14 };
  expect(await listStatementDays(me.ctx, query)).toEqual({ items: [], next_cursor: null });
  await expect(listStatementDays(me.ctx, { ...query, cursor: "1-2" })).rejects.toMatchObject({
    code: "invalid_request",
    details: { field: "cursor" },
  });
});
