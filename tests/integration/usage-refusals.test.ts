import fc from "fast-check";
import { afterAll, beforeAll, expect, it } from "vitest";
import { refusalsResponse } from "#core/contract/usage.ts";
import { RANGE_MS, RANGES } from "#core/domain/ranges.ts";
import { DAY_MS, HOUR_MS } from "#core/domain/time.ts";
import { RETENTION_DAYS } from "#core/domain/usage.ts";
import { retireUsage } from "#core/services/rollup/retire-usage.ts";
import { listRefusals } from "#core/services/usage/list-refusals.ts";
import { keyRefusals } from "#core/storage/schema/usage.ts";
import { startPatientDatabase } from "#tests/support/patient-database.ts";
import type { TestDatabase } from "#tests/support/test-database.ts";
import { runs } from "#tests/support/tier.ts";
import { newReader, type Reader } from "./reads/reader.ts";
import { sum, zoneOffset } from "./rollup/brute-force.ts";

const NOW = Date.parse("2026-05-28T18:37:12.345Z");
const THIS_HOUR = Math.floor(NOW / HOUR_MS);
let server: TestDatabase;
beforeAll(async () => {
  server = await startPatientDatabase();
});
afterAll(() => server.stop());

type Refused = Omit<typeof keyRefusals.$inferInsert, "accountId">;
const refused = (reader: Reader, unlike: Partial<Refused> = {}): Refused => ({
  hour: THIS_HOUR,
  keyId: reader.keys[0]?.id ?? 0,
  code: "rate_limit_exceeded",
  epoch: "a",
  requests: 1,
  ...unlike,
});
const store = (reader: Reader, rows: Refused[]) =>
  server.db.insert(keyRefusals).values(rows.map((row) => ({ ...row, accountId: reader.id })));

const row = fc.record({
  hoursAgo: fc.oneof(fc.nat({ max: 30 }), fc.nat({ max: 31 * 24 })),
  key: fc.constantFrom(0, 1, 2, 3),
  code: fc.constantFrom("rate_limit_exceeded", "budget_exceeded", "model_not_found"),
  epoch: fc.constantFrom("a", "b"),
  requests: fc.integer({ min: 1, max: 1_000_000 }),
});
const story = fc.record({
  rows: fc.uniqueArray(row, {
    maxLength: 40,
    selector: ({ hoursAgo, key, code, epoch }) => [hoursAgo, key, code, epoch].join(),
  }),
  range: fc.constantFrom(...RANGES),
  tz: fc.constantFrom("UTC", "Asia/Kolkata", "America/New_York", "Asia/Kathmandu"),
  key: fc.option(fc.constantFrom(0, 1), { nil: undefined }),
});

/** The local day, or the local hour with its offset, in which a UTC hour begins. */
function dateOf(hour: number, tz: string, range: string): string {
  const at = hour * HOUR_MS;
  const offset = zoneOffset(tz, at);
  const local = new Date(at + offset).toISOString();
  const minutes = offset / 60_000;
  const sign = minutes < 0 ? "-" : "+";
  const two = (n: number) => String(Math.floor(Math.abs(n))).padStart(2, "0");
  return range === "24h"
    ? `${local.slice(0, 13)}:00:00${sign}${two(minutes / 60)}:${two(Math.abs(minutes) % 60)}`
    : local.slice(0, 10);
}

it("lists what was refused by key, code and local hour or day, as a scan of the counts gives it", async () => {
  const property = fc.asyncProperty(story, async ({ rows, range, tz, key }) => {
    const [me, stranger] = await Promise.all([newReader(server.db, NOW), newReader(server.db, NOW)]);
    const stored = rows.map(({ hoursAgo, key: n, ...rest }) =>
      refused(me, { ...rest, hour: THIS_HOUR - hoursAgo, keyId: me.keys[n]?.id ?? 1e9 }),
    );
    if (stored.length > 0) await store(me, stored);
    await store(stranger, [refused(stranger)]);
    const chosen = key === undefined ? undefined : me.keys[key];
    const query = { range, tz, ...(chosen && { key_id: chosen.publicId }) };
    const response = refusalsResponse.strict().parse(await listRefusals(me.ctx, query));
    const first = Math.floor((NOW - RANGE_MS[range]) / HOUR_MS);
    const mine = stored.filter((one) => one.hour >= first && (!chosen || one.keyId === chosen.id));
    const nameOf = (one: Refused) =>
      JSON.stringify([
        dateOf(one.hour, tz, range),
        me.keys.find(({ id }) => id === one.keyId)?.publicId ?? null,
        one.code,
      ]);
    const expected = [...Map.groupBy(mine, nameOf)].map(([name, of]) => [
      name,
      sum(of, ({ requests }) => requests),
    ]);
    expect(
      response.items
        .map(({ date, key_id, code, requests }) => [JSON.stringify([date, key_id, code]), requests])
        .sort(),
    ).toEqual(expected.sort());
    expect(response.items.map(({ date }) => date)).toEqual(
      response.items
        .map(({ date }) => date)
        .toSorted()
        .reverse(),
    );
    const counted = Map.groupBy(mine, ({ code }) => code);
    expect(new Map(response.codes.map(({ code, requests }) => [code, requests]))).toEqual(
      new Map([...counted].map(([code, of]) => [code, sum(of, ({ requests }) => requests)])),
    );
    const dates = Map.groupBy(response.items, ({ date }) => date);
    for (const { date, requests } of response.series)
      expect(requests, date).toBe(sum(dates.get(date) ?? [], (item) => item.requests));
    expect(sum(response.series, ({ requests }) => requests)).toBe(response.total);
    expect(response).toMatchObject({ total: sum(mine, ({ requests }) => requests), complete: true });
    expect(response.from).toBe(new Date(first * HOUR_MS).toISOString());
  });
  await fc.assert(property, { numRuns: runs(200), endOnFailure: true });
});

it("lists the newest thousand, and says that there are more", async () => {
  const me = await newReader(server.db, NOW);
  const codes = Array.from({ length: 50 }, (_, i) => `code_${i}`);
  const rows = Array.from({ length: 30 }, (_, day) =>
    codes.map((code) => refused(me, { hour: THIS_HOUR - day * 24, code })),
  );
  await store(me, rows.flat());
  const response = await listRefusals(me.ctx, { range: "30d", tz: "UTC" });
  expect(response.items).toHaveLength(1000);
  expect(response).toMatchObject({ total: 1500, complete: false });
  expect(response.items.at(-1)?.date).toBe("2026-05-09");
});

it("refuses another account's key and an unknown one with the same error", async () => {
  const [owner, other] = await Promise.all([newReader(server.db, NOW), newReader(server.db, NOW)]);
  await store(owner, [refused(owner)]);
  for (const key_id of [owner.keys[0]?.publicId ?? "", "key_unknown"]) {
    await expect(listRefusals(other.ctx, { range: "24h", tz: "UTC", key_id })).rejects.toMatchObject({
      code: "not_found",
    });
  }
  expect((await listRefusals(other.ctx, { range: "24h", tz: "UTC" })).items).toEqual([]);
});

it("names no key of another account, even if a count was stored with one", async () => {
  const [owner, other] = await Promise.all([newReader(server.db, NOW), newReader(server.db, NOW)]);
  await store(other, [refused(owner)]);
  const { items } = await listRefusals(other.ctx, { range: "24h", tz: "UTC" });
  expect(items).toMatchObject([{ key_id: null, name: null, requests: 1 }]);
});

it("keeps counts for as long as raw rows", async () => {
  const me = await newReader(server.db, NOW);
  const kept = Math.floor(NOW / DAY_MS) * 24 - RETENTION_DAYS * 24;
  await store(me, [refused(me, { hour: kept }), refused(me, { hour: kept - 1, requests: 7 }), refused(me)]);
  const ctx = { db: server.db, clock: { now: () => NOW }, requestId: "test" };
  expect(await retireUsage(ctx)).toMatchObject({ refusals: 1, done: true });
  expect(await retireUsage(ctx)).toMatchObject({ refusals: 0 });
  const left = await server.db.select().from(keyRefusals);
  expect(left.filter(({ accountId }) => accountId === me.id).map(({ hour }) => hour)).toEqual([
    kept,
    THIS_HOUR,
  ]);
});
