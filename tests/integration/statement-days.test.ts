import fc from "fast-check";
import { afterAll, beforeAll, expect, it } from "vitest";
import { type StatementDay, statementResponse } from "#core/contract/ledger.ts";
import { DAY_MS, HOUR_MS } from "#core/domain/time.ts";
import { bookDays } from "#core/services/ledger/book-days.ts";
import { listStatementDays } from "#core/services/ledger/list-statement-days.ts";
import { listLedger } from "#core/services/ledger/statement.ts";
import { spend, transferMoney } from "#tests/support/money.ts";
import { startPatientDatabase } from "#tests/support/patient-database.ts";
import type { TestDatabase } from "#tests/support/test-database.ts";
import { runs } from "#tests/support/tier.ts";
import { someTransfer, store } from "./reads/random-transfers.ts";
import { allPages, contextOf, newReader, type Reader } from "./reads/reader.ts";

let server: TestDatabase;
beforeAll(async () => {
  server = await startPatientDatabase();
});
afterAll(() => server.stop());

const micros = (dollars: number) => Math.round(dollars * 1_000_000);
const sum = (amounts: number[]) => amounts.reduce((total, amount) => total + micros(amount), 0);
const START = Date.parse("2026-10-22T20:00:00Z");

/** The UTC days of all transfers, newest first. */
async function expectedDays(reader: Reader) {
  const items = await allPages((cursor) => listLedger(reader.ctx, { ...cursor, limit: 100 }));
  const byDate = Map.groupBy(items, ({ created_at }) => created_at.slice(0, 10));
  const isUsage = ({ kind }: { kind: string }) => kind === "usage";
  return [...byDate]
    .map(([date, entries]) => {
      const amounts = (chosen: (item: (typeof items)[number]) => boolean) =>
        sum(entries.filter(chosen).map(({ amount }) => amount));
      return {
        date,
        usage: amounts(isUsage),
        late: 0,
        added: amounts((item) => !isUsage(item) && item.amount > 0),
        taken: amounts((item) => !isUsage(item) && item.amount <= 0),
        transactions: entries.filter((item) => !isUsage(item)),
      };
    })
    .sort((one, other) => other.date.localeCompare(one.date));
}

const asMicros = ({ date, usage, late, added, taken, transactions }: StatementDay) => ({
  date,
  usage: micros(usage),
  late: micros(late),
  added: micros(added),
  taken: micros(taken),
  transactions,
});

/** Each balance is the next older one plus the day's amounts. */
function expectChain(days: readonly StatementDay[]) {
  days.forEach(({ usage, late, added, taken, balance_after }, i) => {
    const before = micros(days[i + 1]?.balance_after ?? 0);
    expect(micros(balance_after)).toBe(before + sum([usage, late, added, taken]));
  });
}

it("lists each day once and whole, while transfers are added, and its balances follow from each other", async () => {
  const step = fc.record({ any: someTransfer, step: fc.integer({ min: 0, max: 14_000_000 }) });
  const history = fc.record({
    first: fc.array(step, { maxLength: 60, size: "max" }),
    meanwhile: fc.array(step, { maxLength: 5 }),
    days: fc.integer({ min: 1, max: 8 }),
  });
  const property = fc.asyncProperty(history, async ({ first, meanwhile, days: limit }) => {
    const [me, stranger] = await Promise.all([newReader(server.db), newReader(server.db)]);
    const owner = { me: me.id, stranger: stranger.id };
    let at = START;
    const timed = (steps: typeof first) =>
      steps.map(({ any, step: pause }) => {
        at += pause;
        return { ...any, at };
      });
    await store(server.db, timed(first), owner);
    const expected = await expectedDays(me);
    at += 30 * DAY_MS;
    const list = (cursor: { cursor?: string }) => listStatementDays(me.ctx, { ...cursor, days: limit });
    const days = await allPages(list, async (page) => {
      if (page === 0) await store(server.db, timed(meanwhile), owner);
    });
    expect(days.map(asMicros)).toEqual(expected);
    expectChain(days);
  });
  await fc.assert(property, { numRuns: runs(60), endOnFailure: true });
});

it("has a day's usage under that day until its month is closed, then as recorded late, booked or not", async () => {
  const { id } = await newReader(server.db);
  const on = (day: string) => Date.parse(`${day}T10:00:00Z`);
  const top = { debit: "stripe:usd", credit: `account:${id}`, kind: "top_up", micros: 25_000_000 } as const;
  await transferMoney(server.db, { ...top, at: on("2026-10-30") });
  const used = (amount: number, timestamp: number, at: number) =>
    spend(server.db, id, amount, { timestamp, at });
  const read = async (at: number) => {
    const ctx = contextOf(server.db, id, at);
    const { items } = await listStatementDays(ctx, { days: 14 });
    expect(statementResponse.parse({ items, next_cursor: null }).items).toEqual(items);
    expectChain(items);
    const { items: ledger } = await listLedger(ctx, { limit: 25 });
    expect(sum(ledger.map(({ amount }) => amount))).toBe(micros(items[0]?.balance_after ?? Number.NaN));
    return items.map(({ date, usage, late, open, transactions }) => {
      const listed = transactions.map(({ kind, usage_day }) =>
        usage_day === null ? kind : `${kind} ${usage_day}`,
      );
      return [date, micros(usage), micros(late), open, listed];
    });
  };
  await used(3, on("2026-10-31"), on("2026-10-31"));
  expect(await read(on("2026-10-31"))).toEqual([
    ["2026-10-31", -3, 0, true, []],
    ["2026-10-30", 0, 0, false, ["top_up"]],
  ]);
  await used(4, on("2026-10-31"), on("2026-11-03"));
  await bookDays(contextOf(server.db, id, on("2026-11-03")));
  await used(5, on("2026-10-31"), on("2026-11-04"));
  await used(6, on("2026-11-04"), on("2026-11-04"));
  const [late, own] = ["usage 2026-10-31", -7];
  expect(await read(on("2026-11-04"))).toEqual([
    ["2026-11-04", -6, -5, true, [late]],
    ["2026-10-31", own, 0, false, []],
    ["2026-10-30", 0, 0, false, ["top_up"]],
  ]);
  await bookDays(contextOf(server.db, id, on("2026-11-05") + HOUR_MS));
  // Booked a day later: the late usage is of the day on which the ledger has it.
  expect(await read(on("2026-11-05"))).toEqual([
    ["2026-11-05", 0, -5, false, [late]],
    ["2026-11-04", -6, 0, false, []],
    ["2026-10-31", own, 0, false, []],
    ["2026-10-30", 0, 0, false, ["top_up"]],
  ]);
});

it("is empty for an account without transfers, and refuses another list's cursor", async () => {
  const me = await newReader(server.db);
  expect(await listStatementDays(me.ctx, { days: 14 })).toEqual({ items: [], next_cursor: null });
  await expect(listStatementDays(me.ctx, { days: 14, cursor: "1-2" })).rejects.toMatchObject({
    code: "invalid_request",
    details: { field: "cursor" },
  });
});
