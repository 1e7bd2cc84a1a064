import fc from "fast-check";
import { afterAll, beforeAll, expect, it } from "vitest";
import { ledgerResponse } from "#core/contract/ledger.ts";
import { DAY_MS } from "#core/domain/time.ts";
import { getBalance } from "#core/services/balance/get-balance.ts";
import { exportLedger, listLedger } from "#core/services/ledger/statement.ts";
import { spend } from "#tests/support/money.ts";
import { noMetering } from "#tests/support/no-metering.ts";
import { parseCsv } from "#tests/support/parse-csv.ts";
import { startPatientDatabase } from "#tests/support/patient-database.ts";
import type { TestDatabase } from "#tests/support/test-database.ts";
import { runs } from "#tests/support/tier.ts";
import { countedDatabase } from "./reads/counted-database.ts";
import { type SomeTransfer, signedMicros, someTransfer, store } from "./reads/random-transfers.ts";
import { allPages, contextOf, newReader, type Reader } from "./reads/reader.ts";

const HISTORIES = runs(150);
let server: TestDatabase;
beforeAll(async () => {
  server = await startPatientDatabase();
});
afterAll(() => server.stop());

const wholeList = (reader: Reader, limit: number, between?: (page: number) => Promise<void>) =>
  allPages((cursor) => listLedger(reader.ctx, { ...cursor, limit }), between);

const csvOf = async (reader: Reader) => parseCsv(await new Response(await exportLedger(reader.ctx)).text());

const micros = (dollars: number) => BigInt(Math.round(dollars * 1_000_000));

const grant = (n: number): SomeTransfer => ({
  micros: n,
  into: true,
  elsewhere: "operator:credit",
  kind: "grant",
  note: undefined,
  at: n,
  stranger: false,
});

/** The transfers the account should see, newest first. */
function expected(transfers: readonly SomeTransfer[]) {
  let balance = 0;
  const entries = transfers
    .filter(({ stranger }) => !stranger)
    .map((transfer) => {
      balance += signedMicros(transfer);
      const { kind, note = null, at } = transfer;
      return {
        kind,
        note,
        at,
        amount: micros(signedMicros(transfer) / 1e6),
        balanceAfter: micros(balance / 1e6),
      };
    });
  return entries.reverse();
}

it(`lists each transfer once and in order, page by page, while others are added (${HISTORIES} histories)`, async () => {
  const history = fc.record({
    first: fc.array(someTransfer, { maxLength: 40, size: "max" }),
    meanwhile: fc.array(fc.array(someTransfer, { maxLength: 3 }), { maxLength: 6 }),
    limit: fc.integer({ min: 1, max: 12 }),
  });
  const property = fc.asyncProperty(history, async ({ first, meanwhile, limit }) => {
    const [me, stranger] = await Promise.all([newReader(server.db), newReader(server.db)]);
    const owner = { me: me.id, stranger: stranger.id };
    await store(server.db, first, owner);
    const items = await wholeList(me, limit, (page) => store(server.db, meanwhile[page] ?? [], owner));
    const seen = items.map(({ kind, note, created_at, amount, balance_after }) => {
      const at = Date.parse(created_at);
      return { kind, note, at, amount: micros(amount), balanceAfter: micros(balance_after) };
    });
    expect(seen).toEqual(expected(first));
    expect(new Set(items.map(({ id }) => id)).size).toBe(items.length);
  });
  await fc.assert(property, { numRuns: HISTORIES, endOnFailure: true });
});

it("adds up: the sum of the amounts is the balance and the newest line's running balance, in list and file", async () => {
  const usage = fc.record({ micros: fc.integer({ min: 1, max: 9_000_000 }), day: fc.nat({ max: 3 }) });
  const property = fc.asyncProperty(
    fc.array(someTransfer, { minLength: 1, maxLength: 40, size: "max" }),
    fc.array(usage, { maxLength: 4 }),
    async (transfers, spent) => {
      const [me, stranger] = await Promise.all([newReader(server.db), newReader(server.db)]);
      await store(server.db, transfers, { me: me.id, stranger: stranger.id });
      for (const { micros, day } of spent)
        for (const { id } of [me, stranger]) await spend(server.db, id, micros, { at: day * DAY_MS });
      const [items, [, ...lines], { balance }] = await Promise.all([
        wholeList(me, 100),
        csvOf(me),
        getBalance({ ...me.ctx, metering: noMetering }),
      ]);
      const sum = items.reduce((total, { amount }) => total + micros(amount), 0n);
      expect(sum).toBe(micros(balance));
      expect(items[0]?.balance_after ?? 0).toBe(balance);
      expect(lines.map(([date, kind, amount, after]) => [date, kind, Number(amount), Number(after)])).toEqual(
        items.map(({ created_at, kind, amount, balance_after }) => [created_at, kind, amount, balance_after]),
      );
      const texts = lines.map(([, , , , reference, note, day]) => [
        reference,
        note?.replace(/^'(?=[=-])/, ""),
        day,
      ]);
      expect(texts).toEqual(
        items.map(({ reference, note, usage_day }) => [reference ?? "", note ?? "", usage_day ?? ""]),
      );
      const days = spent.map(({ day }) => `1970-01-0${day + 1}`);
      expect(items.flatMap(({ open, usage_day }) => (open ? usage_day : []))).toEqual(
        [...new Set(days)].sort().reverse(),
      );
    },
  );
  await fc.assert(property, { numRuns: runs(60), endOnFailure: true });
});

it("streams a long file in chunks as it is read, without transfers added after it started", async () => {
  const me = await newReader(server.db);
  const owner = { me: me.id, stranger: me.id };
  await store(
    server.db,
    Array.from({ length: 1_234 }, (_, i) => grant(i + 1)),
    owner,
  );
  const counted = countedDatabase(server.db);
  const reader = (await exportLedger({ ...me.ctx, db: counted.db })).getReader();
  const chunks = [await reader.read()];
  // The first chunk comes with the open usage, and the second may have been read ahead.
  expect(counted.reads()).toBeLessThanOrEqual(3);
  await store(server.db, [grant(5_000_000), grant(6_000_000)], owner);
  while (!chunks.at(-1)?.done) chunks.push(await reader.read());
  const text = chunks.map(({ value }) => new TextDecoder().decode(value)).join("");
  const [columns, ...lines] = parseCsv(text);
  expect(columns).toEqual(
    "date,kind,amount,balance_after,reference,note,usage_day,currency,receipt_number".split(","),
  );
  expect(lines.map(([, , amount]) => Math.round(Number(amount) * 1e6))).toEqual(
    Array.from({ length: 1_234 }, (_, i) => 1_234 - i),
  );
  expect(counted.reads()).toBe(4);
});

it.each([500, 1_000])("ends a file of exactly %i transfers with the last of them", async (count) => {
  const me = await newReader(server.db);
  const transfers = Array.from({ length: count }, (_, i) => grant(i + 1));
  await store(server.db, transfers, { me: me.id, stranger: me.id });
  expect(await csvOf(me)).toHaveLength(count + 1);
});

it("gives an account without transfers an empty list and a file with its columns only", async () => {
  const me = await newReader(server.db);
  expect(await listLedger(me.ctx, { limit: 25 })).toEqual({ items: [], next_cursor: null });
  expect(await csvOf(me)).toHaveLength(1);
});

it("refuses another account its transfers, even with a cursor from their list", async () => {
  const [owner, other] = await Promise.all([newReader(server.db), newReader(server.db)]);
  await store(server.db, [grant(1), grant(2)], { me: other.id, stranger: other.id });
  await store(server.db, [grant(3), grant(4), grant(5)], { me: owner.id, stranger: other.id });
  const { next_cursor } = await listLedger(owner.ctx, { limit: 2 });
  const stolen = await listLedger(other.ctx, { limit: 25, cursor: next_cursor ?? "" });
  expect(stolen.items.map(({ amount }) => amount)).toEqual([0.000002, 0.000001]);
  expect((await wholeList(other, 25)).map(({ amount }) => amount)).toEqual([0.000002, 0.000001]);
});

it("refuses a cursor that no page issued, by the field's name", async () => {
  const { ctx } = await newReader(server.db);
  for (const cursor of ["order_abc", "1-2", "-", "zzzzzzzzzzzzzz"]) {
    await expect(listLedger(ctx, { limit: 25, cursor })).rejects.toMatchObject({
      code: "invalid_request",
      details: { field: "cursor" },
    });
  }
});

it("matches the contract, with nothing added", async () => {
  const me = await newReader(server.db);
  await store(server.db, [grant(1)], { me: me.id, stranger: me.id });
  const response = await listLedger(contextOf(server.db, me.id, 0), { limit: 25 });
  expect(ledgerResponse.strict().parse(response)).toEqual(response);
});
