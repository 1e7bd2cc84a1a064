import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { sql } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import { parsePriceEntries } from "#core/contract/price-list.ts";
import { publishPrices } from "#core/services/prices/publish-prices.ts";
import { priceListOf as asPriceList, readPrices } from "#core/services/prices/read-prices.ts";
import { findPriceListRow } from "#core/storage/price-lists.ts";
import { operatorLog } from "#core/storage/schema/operations.ts";
import { priceLists } from "#core/storage/schema/usage.ts";
import { EXAMPLE_PRICES, ensurePrices } from "#scripts/local/example-prices.ts";
import { runOperator } from "#scripts/operator/run-operator.ts";
import { testOperator } from "#tests/support/operator-context.ts";
import { priceListOf, publishExamplePrices } from "#tests/support/prices.ts";
import { startTestDatabase, type TestDatabase } from "#tests/support/test-database.ts";

let database: TestDatabase;
const folder = mkdtempSync(join(tmpdir(), "latchkey-prices-"));
beforeAll(async () => {
  database = await startTestDatabase();
  vi.stubEnv("LIBSQL_URL", database.url);
});
afterAll(async () => {
  vi.unstubAllEnvs();
  rmSync(folder, { recursive: true, force: true });
  await database.stop();
});
beforeEach(async () => {
  // Lists can't be deleted, and each test needs a database without any.
  await database.db.run(sql`DROP TRIGGER IF EXISTS price_lists_no_delete`);
  await database.db.delete(priceLists);
});

const NOW = Date.UTC(2026, 10, 22, 10);
const entry = (input: number, more: object = {}) => ({
  model: "m",
  input,
  output: 4,
  context: 100,
  max_output: 10,
  ...more,
});
const modelsOf = (...entries: object[]) => parsePriceEntries(JSON.stringify(entries));
const publish = (input: number, effectiveFrom: number, now = NOW) =>
  publishPrices(testOperator(database.db, { operator: "ines", now: () => now }), {
    models: modelsOf(entry(input)),
    effectiveFrom,
    reason: "New prices",
  });
/** The rates of input in force at a time, and next. */
async function ratesAt(now: number) {
  const { current, next } = await readPrices(database.db, now);
  return [current, next].map((list) => list?.models.get("m")?.rates.input ?? null);
}
const stored = () => database.db.select().from(priceLists);

describe("published price lists", () => {
  test("are in force from their start until the next one's", async () => {
    await publish(1, NOW);
    await publish(3, NOW + 2_000);
    await publish(2, NOW + 1_000);
    expect(await ratesAt(NOW - 1)).toEqual([null, 1]);
    expect(await ratesAt(NOW)).toEqual([1, 2]);
    expect(await ratesAt(NOW + 999)).toEqual([1, 2]);
    expect(await ratesAt(NOW + 1_000)).toEqual([2, 3]);
    expect(await ratesAt(NOW + 2_000)).toEqual([3, null]);
  });

  test("that begin together: the last published counts, which takes back an earlier one", async () => {
    await publish(1, NOW);
    await publish(2, NOW + 1_000);
    await publish(5, NOW + 1_000);
    expect(await ratesAt(NOW)).toEqual([1, 5]);
    expect(await ratesAt(NOW + 1_000)).toEqual([5, null]);
  });

  test("are read with all their dimensions, and found by their id for receipts", async () => {
    const id = await publishExamplePrices(database.db);
    const { current } = await readPrices(database.db, Date.now());
    expect(current?.id).toBe(id);
    expect(current?.models).toEqual(priceListOf(EXAMPLE_PRICES).models);
    const row = await findPriceListRow(database.db, id ?? 0);
    expect(row && asPriceList(row)).toEqual(current);
    expect(await findPriceListRow(database.db, (id ?? 0) + 1)).toBeNull();
  });

  test("that the reader knows are not read again", async () => {
    await publish(1, NOW);
    await publish(2, NOW + 1_000);
    const { current, next } = await readPrices(database.db, NOW);
    if (current === null || next === null) throw new Error("no lists");
    const again = await readPrices(database.db, NOW, [current, next]);
    expect([again.current === current, again.next === next]).toEqual([true, true]);
  });

  test("with the prices already in force at that time add nothing, even twenty times at once", async () => {
    const results = await Promise.all(Array.from({ length: 20 }, () => publish(1, NOW)));
    expect(results.filter(({ id }) => id !== null)).toHaveLength(1);
    expect(await publish(1, NOW + 5_000)).toEqual({ id: null, from: NOW + 5_000 });
    expect(await stored()).toMatchObject([{ effectiveFrom: NOW, createdAt: NOW, publishedBy: "ines" }]);
    await publish(2, NOW + 1_000);
    expect(await publish(1, NOW + 5_000)).toEqual({ id: expect.any(Number), from: NOW + 5_000 });
    expect(await stored()).toHaveLength(3);
  });

  test("begin now at the earliest; a minute ago counts as now", async () => {
    expect(await publish(1, NOW - 60_000)).toMatchObject({ from: NOW });
    for (const from of [NOW - 60_001, Number.NaN, 0.5])
      await expect(publish(2, from)).rejects.toMatchObject({
        code: "invalid_request",
        details: { field: "from" },
      });
    expect(await stored()).toHaveLength(1);
  });

  test("never change", async () => {
    await publish(1, NOW);
    const change = database.db.update(priceLists).set({ effectiveFrom: 0 });
    await expect(change).rejects.toThrow();
    expect(await ratesAt(NOW)).toEqual([1, null]);
  });
});

test("a local stack publishes the example list in a database without any, and leaves others alone", async () => {
  await ensurePrices(database.db);
  await ensurePrices(database.db);
  expect(await stored()).toHaveLength(1);
  await publishExamplePrices(database.db, [entry(9)]);
  await ensurePrices(database.db);
  expect(await ratesAt(Date.now())).toEqual([9, null]);
});

/** Publishes a file. */
const publishing = (file: string, ...more: string[]) => operator(file, "--reason", "New prices", ...more);

/** The command's output, as an operator sees it. */
async function operator(...words: string[]) {
  const lines: string[] = [];
  const note = (line: string) => void lines.push(line);
  const code = await runOperator(["prices", ...words], { log: note, error: note });
  return { code, text: lines.join("\n") };
}
function fileOf(...models: unknown[]): string {
  const file = join(folder, `${crypto.randomUUID()}.json`);
  writeFileSync(file, JSON.stringify(models));
  return file;
}

describe("the operator's command", () => {
  test("publishes a file, shows what changes, and prints the list in force in the same form", async () => {
    const first = await publishing(fileOf(entry(1), entry(7, { model: "old" })), "--by", "ines");
    expect(first.code).toBe(0);
    expect(first.text).toMatch(
      /^ {2}added {4}m\n {2}added {4}old\nPublished price list \d+, in force from [\d-]+ [\d:]+ UTC\./,
    );
    const file = fileOf(entry(2, { tiers: { flex: 500 }, cached_input: 1 }), entry(7, { model: "new" }));
    const second = await publishing(file);
    expect(second.text).toMatch(/^Compared with price list \d+, in force since [\d-]+ [\d:]+ UTC:\n/);
    expect(second.text).toContain(
      '\n  changed  m: input 1 → 2, tiers {} → {"flex":500}, cached_input none → 1\n  added    new\n  removed  old: requests for it will be refused\n',
    );
    expect(await ratesAt(Date.now())).toEqual([2, null]);
    const published = await database.db.select().from(operatorLog).orderBy(operatorLog.id);
    const lists = await stored();
    expect(published.slice(-2)).toMatchObject([
      { operator: "ines", via: "command", action: "prices.published", accountId: null, reason: "New prices" },
      { action: "prices.published", place: null },
    ]);
    expect(published.slice(-2).map(({ detail }) => JSON.parse(detail))).toMatchObject([
      { list: lists[0]?.id, models: 2 },
      { list: lists[1]?.id, models: 2 },
    ]);
    const printed = await operator();
    const [head, ...list] = printed.text.split("\n");
    expect(head).toMatch(/^Price list \d+, in force since .* UTC, published by .+\.$/);
    expect(await publishing(fileOf(...JSON.parse(list.join("\n"))))).toMatchObject({
      code: 0,
      text: expect.stringMatching(/^Nothing was published: price list \d+ has the same prices\.$/),
    });
  });

  test("publishes a list that begins later, compared with the one before it", async () => {
    await publishing(fileOf(entry(1)));
    const later = await publishing(fileOf(entry(2)), "--from", "2099-01-01");
    expect(later.text).toContain("in force from 2099-01-01 00:00:00 UTC");
    await publishing(fileOf(entry(3)), "--from", "2099-01-01T02:00:00+02:00");
    expect(await ratesAt(Date.now())).toEqual([1, 3]);
    const after = await publishing(fileOf(entry(4)), "--from", "2099-02-01T00:00Z");
    expect(after.text).toContain("changed  m: input 3 → 4");
  });

  test("only checks a file with --check, even without a database", async () => {
    vi.stubEnv("LIBSQL_URL", "http://127.0.0.1:1");
    try {
      const file = fileOf(entry(1));
      expect(await operator(file, "--check")).toEqual({
        code: 0,
        text: `${file} is a valid price list: 1 model.`,
      });
    } finally {
      vi.stubEnv("LIBSQL_URL", database.url);
    }
    expect(await stored()).toEqual([]);
  });

  test.each<[string, (file: string) => string[], number, string]>([
    [
      "a wrong list",
      () => [fileOf({ ...entry(1), context: 0 })],
      1,
      "entry 1 (m) context must be a whole number",
    ],
    ["a wrong list with --check", () => [fileOf(7), "--check"], 1, "entry 1 must be an object"],
    ["no such file", () => ["no-such-file.json"], 2, "no-such-file.json can't be read"],
    ["no list to print", () => [], 1, "No price list is in force. Publish one first."],
    ["--check without a file", () => ["--check"], 2, "FILE is missing."],
    ["no reason", (file) => [file], 2, "--reason is missing."],
    ["a reason without a file", () => ["--reason", "x"], 2, "FILE is missing."],
    ["a long reason", (file) => [file, "--reason", "x".repeat(201)], 1, "reason: The reason must have"],
    ["--from without a file", () => ["--from", "2099-01-01"], 2, "FILE is missing."],
    [
      "a start in the past",
      (file) => [file, "--from", "2001-01-01", "--reason", "x"],
      1,
      "from: A price list can't begin in the past.",
    ],
    [
      "a day that doesn't exist",
      (file) => [file, "--from", "2099-02-30"],
      2,
      "--from must be a date or time",
    ],
    [
      "a time without a zone",
      (file) => [file, "--from", "2099-01-01T09:00"],
      2,
      "--from must be a date or time",
    ],
    ["a word", (file) => [file, "--from", "tomorrow"], 2, "--from must be a date or time"],
    ["another option", (file) => [file, "--form", "2099-01-01"], 2, "Usage: npm run operator -- prices"],
  ])("refuses %s by name, and publishes nothing", async (_, words, code, message) => {
    const result = await operator(...words(fileOf(entry(1))));
    expect(result).toEqual({ code, text: expect.stringContaining(message) });
    expect(await stored()).toEqual([]);
  });
});
