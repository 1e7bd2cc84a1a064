import { afterEach, beforeEach, expect, it, vi } from "vitest";
import type { PriceList } from "#core/domain/gateway/price-list.ts";
import type { Prices } from "#core/services/prices/read-prices.ts";
import { CurrentPrices } from "#worker/gateway/current-prices.ts";

const START = Date.UTC(2026, 10, 22);
const listOf = (id: number, from = 0): PriceList => ({ id, from, models: new Map() });

beforeEach(() => {
  vi.useFakeTimers({ now: START });
  vi.mocked(console.error).mockImplementation(() => {});
});
afterEach(() => {
  vi.useRealTimers();
  vi.mocked(console.error).mockClear();
});

interface Read {
  now: number;
  known: number[];
  done: (current: PriceList | null, next?: PriceList | null) => Promise<void>;
  fail: () => Promise<void>;
}

/** Prices whose reads end when a test says so. */
function world() {
  const reads: Read[] = [];
  const kept: Promise<void>[] = [];
  const settle = () => vi.advanceTimersByTimeAsync(0);
  const prices = new CurrentPrices({
    now: () => Date.now(),
    read: (now, known) =>
      new Promise<Prices>((resolve, reject) => {
        reads.push({
          now,
          known: known.map(({ id }) => id),
          done: async (current, next = null) => {
            resolve({ current, next });
            await settle();
          },
          fail: async () => {
            reject(new Error("away"));
            await settle();
          },
        });
      }),
  });
  const get = () => prices.get((read) => void kept.push(read)).then(({ id }) => id);
  const read = (index: number) => {
    const found = reads[index];
    if (found === undefined) throw new Error(`There was no read ${index}.`);
    return found;
  };
  /** The first list is read already. */
  const started = async (current = listOf(1), next: PriceList | null = null) => {
    const first = get();
    await read(0).done(current, next);
    expect(await first).toBe(1);
  };
  return { reads, read, get, started, kept };
}

const errors = () => vi.mocked(console.error).mock.calls.map(([line]) => JSON.parse(String(line)));
const wait = (ms: number) => vi.advanceTimersByTimeAsync(ms);
const unavailable = { code: "service_unavailable", details: { retryAfter: 1 } };

it("reads the list once for all first requests, in work that outlives them", async () => {
  const { get, read, reads, kept } = world();
  const all = Promise.all([get(), get(), get()]);
  await read(0).done(listOf(1));
  expect(await all).toEqual([1, 1, 1]);
  expect([reads.length, kept.length, read(0).now]).toEqual([1, 1, START]);
  expect(errors()).toEqual([]);
});

it("gives all first requests a list although the clock jumped, which made some of them read again", async () => {
  const { get, read, reads } = world();
  const early = get();
  vi.setSystemTime(START + 86_400_000);
  const late = get();
  await read(0).done(listOf(1));
  expect(await early).toBe(1);
  await read(1).done(listOf(2));
  expect([await late, await get(), reads.length]).toEqual([2, 2, 2]);
});

it("serves a list for ten seconds, then the same one while it is read again, once", async () => {
  const { get, read, reads, started } = world();
  await started();
  await wait(9_999);
  expect([await get(), reads.length]).toEqual([1, 1]);
  await wait(1);
  expect([await get(), await get(), reads.length]).toEqual([1, 1, 2]);
  expect(read(1).known).toEqual([1]);
  await read(1).done(listOf(2));
  expect([await get(), reads.length]).toEqual([2, 2]);
});

it("waits for a read when the list is older than a minute", async () => {
  const { get, read, started } = world();
  await started();
  await wait(60_000);
  const late = get();
  await read(1).done(listOf(2));
  expect(await late).toBe(2);
});

it("waits for a slow read no longer than two seconds, and from then on not at all", async () => {
  const { get, read, started } = world();
  await started();
  await wait(60_000);
  const late = get();
  await wait(1_999);
  expect(await Promise.race([late, "waiting"])).toBe("waiting");
  await wait(1);
  expect([await late, await get()]).toEqual([1, 1]);
  expect(errors()).toMatchObject([{ event: "prices_unreadable", stale: true }]);
  await read(1).done(listOf(2));
  expect(await get()).toBe(2);
});

it("serves the last list while reads fail, trying again once a second", async () => {
  const { get, read, reads, started } = world();
  await started();
  await wait(10_000);
  expect(await get()).toBe(1);
  await read(1).fail();
  expect(errors()).toMatchObject([{ event: "prices_unreadable", cause: "away", stale: true }]);
  await wait(999);
  expect([await get(), reads.length]).toEqual([1, 2]);
  await wait(1);
  expect([await get(), reads.length]).toEqual([1, 3]);
  await read(2).fail();
  await wait(3_600_000);
  expect(await get()).toBe(1);
  await read(3).done(listOf(2));
  expect(await get()).toBe(2);
});

it("refuses requests when no list was ever read, and reads again for the next one", async () => {
  const { get, read } = world();
  const refused = expect(get()).rejects.toMatchObject(unavailable);
  await read(0).fail();
  await refused;
  const later = get();
  await read(1).done(listOf(1));
  expect(await later).toBe(1);
});

it("refuses requests when the first read does not end, and reads again later", async () => {
  const { get, read, reads } = world();
  const refused = expect(get()).rejects.toMatchObject(unavailable);
  await wait(10_000);
  await refused;
  await wait(5_000);
  const later = get();
  expect(reads.length).toBe(2);
  await read(1).done(listOf(2));
  expect(await later).toBe(2);
  await read(0).done(listOf(1));
  expect(await get()).toBe(2);
});

it("refuses requests and says why when no list was published", async () => {
  const { get, read } = world();
  const refused = expect(get()).rejects.toMatchObject(unavailable);
  await read(0).done(null);
  await refused;
  expect(errors()).toMatchObject([{ cause: expect.stringContaining("No price list is in force.") }]);
});

it("a list that begins in the future takes effect on time, also while reads fail", async () => {
  const { get, read, started } = world();
  await started(listOf(1), listOf(2, START + 15_000));
  await wait(10_000);
  expect(await get()).toBe(1);
  expect(read(1).known).toEqual([1, 2]);
  await read(1).fail();
  await wait(4_999);
  expect(await get()).toBe(1);
  await wait(1);
  expect(await get()).toBe(2);
});

it("reads again after the clock was set back or forward, with the list that is in force by then", async () => {
  const { get, read, reads, started } = world();
  await started(listOf(1), listOf(2, START + 15_000));
  vi.setSystemTime(START + 20_000);
  expect([await get(), reads.length]).toEqual([2, 2]);
  await read(1).done(listOf(2, START + 15_000));
  vi.setSystemTime(START - 3_600_000);
  const back = get();
  await read(2).done(listOf(1), listOf(2, START + 15_000));
  expect(await back).toBe(1);
  vi.setSystemTime(START - 3_600_000 + 9_999);
  expect([await get(), reads.length]).toEqual([1, 3]);
});
