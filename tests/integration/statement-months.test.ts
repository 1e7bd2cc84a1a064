import fc from "fast-check";
import { afterAll, beforeAll, expect, it } from "vitest";
import type { StatementDay } from "#core/contract/ledger.ts";
import type { StatementSummary } from "#core/contract/statement.ts";
import { daysOfMonth, utcMonthOf } from "#core/domain/months.ts";
import type { Month } from "#core/domain/ranges.ts";
import { DAY_MS, HOUR_MS } from "#core/domain/time.ts";
import { bookDays } from "#core/services/ledger/book-days.ts";
import { getStatement } from "#core/services/ledger/get-statement.ts";
import { listStatementDays } from "#core/services/ledger/list-statement-days.ts";
import { listStatementMonths } from "#core/services/ledger/list-statement-months.ts";
import { exportLedger } from "#core/services/ledger/statement.ts";
import { buildDays } from "#core/services/rollup/build-days.ts";
import { rollUpUsage } from "#core/services/rollup/roll-up-usage.ts";
import type { Database } from "#core/storage/database.ts";
import { spend, transferMoney } from "#tests/support/money.ts";
import { parseCsv } from "#tests/support/parse-csv.ts";
import { startPatientDatabase } from "#tests/support/patient-database.ts";
import type { TestDatabase } from "#tests/support/test-database.ts";
import { runs } from "#tests/support/tier.ts";
import { allPages, contextOf, newReader, type Reader } from "./reads/reader.ts";

let server: TestDatabase;
beforeAll(async () => {
  server = await startPatientDatabase();
});
afterAll(() => server.stop());

const micros = (dollars: number) => Math.round(dollars * 1_000_000);
const sum = (amounts: number[]) => amounts.reduce((total, amount) => total + micros(amount), 0);
const START = Date.parse("2026-09-27T20:00:00Z");
const MODELS = ["demo-large", "demo-small", undefined] as const;

const amount = fc.oneof(fc.integer({ min: 1, max: 60_000_000 }), fc.constantFrom(1, 9_999, 25_000_000));
/** Of requests up to three weeks ago, so that some come after their month was closed. */
const usage = fc.record({
  does: fc.constant("usage" as const),
  micros: amount,
  ago: fc.oneof(fc.integer({ min: 0, max: 2 * DAY_MS }), fc.integer({ min: 0, max: 21 * DAY_MS })),
  model: fc.constantFrom(...MODELS),
  paidBy: fc.constantFrom("balance", "balance", "plan", "import"),
});
const money = fc.record({
  does: fc.constantFrom("top_up", "refund", "grant", "take_back", "dispute", "dispute_won"),
  micros: amount,
});
const step = fc.record({
  act: fc.oneof(
    usage,
    money,
    fc.constantFrom({ does: "book" as const }, { does: "roll up" as const }, { does: "build" as const }),
  ),
  /** Or at the next month's beginning, or a millisecond before it. */
  pause: fc.oneof(
    { weight: 3, arbitrary: fc.integer({ min: 0, max: 6 * DAY_MS }) },
    fc.constantFrom("first", "last"),
  ),
});
type Act = (typeof step extends fc.Arbitrary<infer Step extends { act: unknown }> ? Step : never)["act"];

async function play(db: Database, { id, ctx }: Reader, act: Act, at: number): Promise<void> {
  if (act.does === "book") await bookDays({ ...ctx, clock: { now: () => at } });
  else if (act.does === "roll up") await rollUpUsage({ ...ctx, clock: { now: () => at } });
  else if (act.does === "build") await buildDays({ ...ctx, clock: { now: () => at } });
  else if (act.does === "usage") {
    const { micros: cost, model, paidBy } = act;
    const paid = {
      billedMicros: paidBy === "balance" ? cost : 0,
      planMicros: paidBy === "plan" ? cost : 0,
    };
    const named = model === undefined ? {} : { model };
    await spend(db, id, cost, { at, timestamp: at - act.ago, tokensIn: 10, ...paid, ...named });
  } else {
    const [mine, other] = [`account:${id}`, act.does.startsWith("t") ? "operator:credit" : "stripe:usd"];
    const isAdded = ["top_up", "grant", "dispute_won"].includes(act.does);
    const [debit, credit] = isAdded ? [other, mine] : [mine, other];
    await transferMoney(db, { debit, credit, kind: act.does, micros: act.micros, at });
  }
}

function after(at: number, pause: number | string): number {
  if (typeof pause === "number") return at + pause;
  const next = daysOfMonth(utcMonthOf(at)).end * DAY_MS;
  return pause === "first" ? next : next - 1;
}

/** The months from the account's first transaction to now. */
function monthsUntil(first: string, now: number): Month[] {
  const months: Month[] = [];
  for (let day = Date.parse(`${first}-01`); day <= now; day = daysOfMonth(utcMonthOf(day)).end * DAY_MS)
    months.push(utcMonthOf(day));
  return months;
}

function expectSums(statement: StatementSummary): void {
  const { opening, added, taken, usage, closing, models, differences } = statement;
  expect(sum([opening, added, taken, usage])).toBe(micros(closing));
  const charged = models.map((one) => one.charged);
  const others = differences.map((one) => one.amount);
  expect(sum([...charged, ...others, usage])).toBe(0);
}

async function expectTransactions(ctx: Reader["ctx"], statement: StatementSummary, month: Month) {
  const days = await allPages((cursor) => listStatementDays(ctx, { ...cursor, month, days: 4 }));
  const total = (name: "usage" | "late" | "added" | "taken") =>
    sum(days.map((day: StatementDay) => day[name]));
  expect(days.every(({ date }) => date.startsWith(month))).toBe(true);
  expect([total("usage") + total("late"), total("added"), total("taken")]).toEqual(
    [statement.usage, statement.added, statement.taken].map(micros),
  );
  const listed = days.flatMap((day) => [...day.transactions, ...(day.usage === 0 ? [] : [day])]);
  expect(statement.transactions).toBe(listed.length);
  if (days[0]) expect(micros(days[0].balance_after)).toBe(micros(statement.closing));
  const [columns, ...lines] = parseCsv(await new Response(await exportLedger(ctx, { month })).text());
  const column = (name: string) => lines.map((line) => line[columns?.indexOf(name) ?? -1] ?? "");
  expect(column("date").every((date) => date.startsWith(month))).toBe(true);
  expect(column("amount").every((text) => /^-?\d+\.\d{6}$/.test(text))).toBe(true);
  expect(sum(column("amount").map(Number))).toBe(micros(statement.closing) - micros(statement.opening));
  const balances = column("balance_after").map((text) => micros(Number(text)));
  const amounts = column("amount").map((text) => micros(Number(text)));
  for (const [i, balance] of balances.entries())
    expect(balance - (amounts[i] ?? 0)).toBe(balances[i + 1] ?? micros(statement.opening));
}

it("closes each month with what opened it, what moved and what was used, and opens the next with that", async () => {
  const history = fc.array(step, { minLength: 1, maxLength: 40, size: "max" });
  const property = fc.asyncProperty(history, async (steps) => {
    const me = await newReader(server.db);
    let at = START;
    for (const { act, pause } of steps) {
      at = after(at, pause);
      await play(server.db, me, act, at);
    }
    at += HOUR_MS;
    const ctx = contextOf(server.db, me.id, at);
    const { items } = await listStatementMonths(ctx);
    const months = monthsUntil(items.at(-1)?.month ?? utcMonthOf(at), at);
    const statements = await Promise.all(months.map((month) => getStatement(ctx, { month })));
    let opening = 0;
    for (const [i, statement] of statements.entries()) {
      expect(micros(statement.opening)).toBe(opening);
      expectSums(statement);
      expect(statement.differences.map(({ kind }) => kind)).not.toContain("other");
      await expectTransactions(ctx, statement, months[i] ?? "2026-01");
      opening = micros(statement.closing);
    }
    const ofMonths = new Map(statements.map(({ month, usage }) => [month, usage]));
    for (const { month, usage } of items) expect(ofMonths.get(month)).toBe(usage);
    const whole = await getStatement(ctx, {});
    expectSums(whole);
    expect(whole).toMatchObject({ opening: 0, closing: opening / 1_000_000, differences: [] });
    expect(micros(whole.usage)).toBe(sum(statements.map(({ usage }) => usage)));
  });
  await fc.assert(property, { numRuns: runs(24), endOnFailure: true });
});
