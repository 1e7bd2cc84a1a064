import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, afterEach, beforeAll, expect, it, vi } from "vitest";
import { parsePriceEntries } from "#core/contract/price-list.ts";
import { cancelPrices } from "#core/services/prices/cancel-prices.ts";
import { listPriceHistory } from "#core/services/prices/price-history.ts";
import { publishPrices, rollBackPrices } from "#core/services/prices/publish-prices.ts";
import { readPrices } from "#core/services/prices/read-prices.ts";
import { insertUsage } from "#core/storage/usage.ts";
import { runOperator } from "#scripts/operator/run-operator.ts";
import { startTestDatabase, type TestDatabase } from "#tests/support/test-database.ts";

const NOW = Date.UTC(2026, 10, 22, 10);
const HOUR = 3_600_000;

let database: TestDatabase;
beforeAll(async () => {
  database = await startTestDatabase();
});
afterAll(() => database.stop());
afterEach(() => void vi.unstubAllEnvs());

const at = (now: number) => ({
  db: database.db,
  clock: { now: () => now },
  requestId: "r",
  operator: "ines",
  operatorUserId: null,
  via: "command" as const,
  address: null,
  refreshMeter: async () => {},
});
const listOf = (inputs: Record<string, number>) =>
  parsePriceEntries(
    JSON.stringify(
      Object.entries(inputs).map(([model, input]) => ({
        model,
        input,
        output: 4,
        context: 100,
        max_output: 10,
      })),
    ),
  );
const publish = (inputs: Record<string, number>, effectiveFrom: number, now = NOW) =>
  publishPrices(at(now), { models: listOf(inputs), effectiveFrom, reason: "test" });
const history = async (now: number) =>
  (await listPriceHistory(at(now))).map(({ id, state, until, changed }) => [
    id,
    state,
    until,
    changed.join(" "),
  ]);
const inputAt = async (now: number) =>
  (await readPrices(database.db, now)).current?.models.get("a")?.rates.input;

it("lists are scheduled, in force, past or replaced, and rolled back or canceled by a new list", async () => {
  const first = (await publish({ a: 1, b: 1 }, NOW)).id;
  expect(await listPriceHistory(at(NOW))).toMatchObject([{ reason: "test", publishedBy: "ines" }]);
  const second = (await publish({ a: 2, c: 1 }, NOW + HOUR)).id;
  expect(await history(NOW)).toEqual([
    [second, "scheduled", null, "a b c"],
    [first, "in_force", NOW + HOUR, "a b"],
  ]);
  expect(await history(NOW + HOUR)).toEqual([
    [second, "in_force", null, "a b c"],
    [first, "past", NOW + HOUR, "a b"],
  ]);

  await expect(cancelPrices(at(NOW), { id: first ?? 0, reason: "x" })).rejects.toMatchObject({
    details: { field: "id" },
  });
  await cancelPrices(at(NOW), { id: second ?? 0, reason: "too early" });
  expect(await history(NOW)).toEqual([
    [second, "canceled", null, "a b c"],
    [first, "in_force", null, "a b"],
  ]);
  expect(await listPriceHistory(at(NOW))).toMatchObject([
    { reason: "test", cancelReason: "too early" },
    { reason: "test", cancelReason: null },
  ]);
  expect([await inputAt(NOW), await inputAt(NOW + HOUR)]).toEqual([1, 1]);
  await expect(cancelPrices(at(NOW), { id: second ?? 0, reason: "again" })).rejects.toMatchObject({
    details: { field: "id" },
  });

  const later = NOW + 2 * HOUR;
  const { id: back } = await rollBackPrices(at(later), { id: second ?? 0, reason: "after all" });
  expect(await history(later)).toEqual([
    [back, "in_force", null, "a b c"],
    [second, "canceled", null, "a b c"],
    [first, "past", later, "a b"],
  ]);
  expect((await listPriceHistory(at(later)))[0]).toMatchObject({ reason: "after all" });
  const { rows: log } = await database.db.$client.execute(
    "SELECT action, detail FROM operator_log ORDER BY id DESC LIMIT 2",
  );
  expect(log.map(({ action, detail }) => [action, JSON.parse(String(detail))])).toMatchObject([
    ["prices.rolled_back", { list: back, back_to: second }],
    ["prices.canceled", { list: second }],
  ]);
  expect([await inputAt(later - 1), await inputAt(later)]).toEqual([1, 2]);
  expect(await rollBackPrices(at(later), { id: second ?? 0, reason: "again" })).toMatchObject({ id: null });
  await expect(rollBackPrices(at(later), { id: 99, reason: "x" })).rejects.toMatchObject({
    code: "not_found",
  });
});

it("what a canceled list leaves behind changes nothing, whatever is published before it begins", async () => {
  const other = await startTestDatabase();
  const ctx = { ...at(NOW), db: other.db };
  const put = (input: number, hours: number) =>
    publishPrices(ctx, { models: listOf({ a: input }), effectiveFrom: NOW + hours * HOUR, reason: "test" });
  const inputsAt = async (...hours: number[]) => {
    const read = hours.map((each) => readPrices(other.db, NOW + each * HOUR));
    return (await Promise.all(read)).map(({ current }) => current?.models.get("a")?.rates.input);
  };
  await put(1, 0);
  await put(3, 9);
  for (const hours of [4, 6]) {
    const { id } = await put(2, hours);
    await cancelPrices(ctx, { id: id ?? 0, reason: "not yet" });
  }
  expect(await inputsAt(0, 4, 6, 9)).toEqual([1, 1, 1, 3]);
  await put(5, 1);
  expect(await inputsAt(0, 1, 4, 6, 9)).toEqual([1, 5, 5, 5, 3]);
  await put(7, 5);
  expect(await inputsAt(0, 1, 4, 5, 6, 9)).toEqual([1, 5, 5, 7, 7, 3]);
  const changing = (await listPriceHistory(ctx)).filter(({ state }) => state !== "canceled");
  expect(changing.map(({ from }) => (from - NOW) / HOUR)).toEqual([9, 5, 1, 0]);
  await other.stop();
});

it("the first list can't be canceled, as nothing would be in force", async () => {
  const other = await startTestDatabase();
  const ctx = { ...at(NOW), db: other.db };
  const { id } = await publishPrices(ctx, {
    models: listOf({ a: 1 }),
    effectiveFrom: NOW + HOUR,
    reason: "first",
  });
  await expect(cancelPrices(ctx, { id: id ?? 0, reason: "x" })).rejects.toMatchObject({
    details: { field: "id" },
  });
  await other.stop();
});

it("commands list the lists, preview a file, and roll back and cancel with a reason", async () => {
  const other = await startTestDatabase();
  vi.stubEnv("LIBSQL_URL", other.url);
  const folder = mkdtempSync(join(tmpdir(), "latchkey-price-lists-"));
  const file = join(folder, "prices.json");
  writeFileSync(file, JSON.stringify(listOf({ a: 2_000_000 })));
  const operator = async (...words: string[]) => {
    const lines: string[] = [];
    const note = (line: string) => void lines.push(line);
    return { code: await runOperator(words, { log: note, error: note }), text: lines.join("\n") };
  };
  const now = Date.now();
  const ctx = { ...at(now), db: other.db };
  const publishAt = (input: number, effectiveFrom: number) =>
    publishPrices(ctx, { models: listOf({ a: input }), effectiveFrom, reason: "test" });
  await publishAt(1_000_000, now);
  const scheduled = (await publishAt(3_000_000, now + HOUR)).id;
  expect((await operator("price-lists")).text).toMatch(/scheduled .*1 model changed {2}ines\n.*in force /);

  expect((await operator("preview", file)).text).toBe("There were no requests in the last seven days.");
  await insertUsage(other.db, [
    {
      requestId: "r1",
      accountId: 1,
      keyId: 1,
      timestamp: now,
      statusCode: 200,
      responseTime: 1,
      endpoint: "/v1/chat/completions",
      tokensIn: 1000,
      tokensOut: 0,
      model: "a",
      priceListId: 1,
      costMicros: 1000,
      priceLines: '{"tier":"default","lines":[{"dimension":"input","quantity":1000}]}',
    },
  ]);
  expect((await operator("preview", file)).text).toBe(
    `${"a".padEnd(24)}        $0.001000 →        $0.002000  +100.0%
Would have charged $0.002000 instead of $0.001000 (+100.0%).
1 account would have paid more.`,
  );
  const costed = join(folder, "costed.json");
  const cost = { input: 1_250_000, output: 1 };
  writeFileSync(
    costed,
    JSON.stringify(listOf({ a: 2_000_000 }).map((entry) => ({ ...entry, provider_cost: cost }))),
  );
  expect((await operator("preview", costed)).text).toBe(
    `${"a".padEnd(24)}        $0.001000 →        $0.002000  +100.0%  cost $0.001250, margin $0.000750
Would have charged $0.002000 instead of $0.001000 (+100.0%).
1 account would have paid more.
Provider cost $0.001250, margin $0.000750 instead of -$0.000250.`,
  );

  expect(await operator("cancel-list", String(scheduled))).toMatchObject({ code: 2 });
  expect((await operator("prices")).text).toMatch(
    /^Price list 1, in force since .* UTC until .* UTC, published/,
  );
  expect(await operator("cancel-list", String(scheduled), "--reason", "too early")).toMatchObject({
    code: 0,
  });
  expect((await operator("price-lists")).text).toMatch(/canceled .*\n.* in force /);
  expect((await operator("prices")).text).toMatch(/^Price list 1, in force since [^u]* UTC, published by/);
  const back = await operator("roll-back", String(scheduled), "--reason", "after all");
  expect(back.text).toMatch(/^Published price list \d+\./);
  expect(await operator("roll-back", "99", "--reason", "x")).toMatchObject({ code: 1 });
  expect(await operator("roll-back", "first", "--reason", "x")).toMatchObject({ code: 2 });
  const { rows } = await other.db.$client.execute("SELECT reason FROM operator_log ORDER BY id");
  expect(rows.map(({ reason }) => reason)).toEqual(["test", "test", "too early", "after all"]);
  rmSync(folder, { recursive: true });
  await other.stop();
});
