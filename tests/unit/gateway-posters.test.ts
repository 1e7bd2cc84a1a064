import { afterEach, beforeEach, expect, it, vi } from "vitest";
import type { MeterPost } from "#core/services/gateway/sync-meter.ts";
import type { Posting } from "#worker/gateway/poster/poster.ts";
import { postersOf } from "#worker/gateway/poster/posters.ts";

const PATIENCE_MS = 30_000;
const UNAVAILABLE: Posting = { failure: "unavailable", cause: "away" };

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** @param post of every poster. */
function reached(post: () => Promise<Posting>, settings: { POSTERS?: string; POSTER_HINT?: string } = {}) {
  const used: { name: string; options: unknown }[] = [];
  const namespace = {
    idFromName: (name: string) => name,
    get(name: string, options: unknown) {
      used.push({ name, options });
      return { post };
    },
  };
  const postInGroup = postersOf({ ...settings, POSTER: namespace as never }, PATIENCE_MS);
  const posting = (accountId: number) => postInGroup({ accountId, batch: null } as MeterPost);
  return { posting, used };
}

it("has posts of all accounts stored by one poster, or by as many as there are, near the database", async () => {
  const names = async (settings: Parameters<typeof reached>[1]) => {
    const { posting, used } = reached(async () => UNAVAILABLE, settings);
    for (const account of [3, 4, 5]) expect(await posting(account)).toEqual(UNAVAILABLE);
    return used;
  };
  expect(await names({})).toEqual([3, 4, 5].map(() => ({ name: "poster::0", options: {} })));
  const options = { locationHint: "weur" };
  expect(await names({ POSTERS: "2", POSTER_HINT: "weur" })).toEqual(
    [1, 0, 1].map((number) => ({ name: `poster:weur:${number}`, options })),
  );
});

it("has an object post directly without posters, or if its poster can't be reached", async () => {
  const { posting, used } = reached(async () => UNAVAILABLE, { POSTERS: "0" });
  expect([await posting(1), used]).toEqual([null, []]);
  const ended = reached(() => Promise.reject(new Error("The poster ended.")));
  expect(await ended.posting(1)).toBeNull();
});

it("has an object wait for a poster that doesn't respond, and try again later instead of posting directly", async () => {
  const { posting } = reached(() => new Promise(() => {}));
  const settled = vi.fn();
  const outcome = posting(1).finally(settled);
  await vi.advanceTimersByTimeAsync(PATIENCE_MS - 1);
  expect(settled).not.toHaveBeenCalled();
  await vi.advanceTimersByTimeAsync(1);
  expect(await outcome).toEqual({ failure: "unavailable", cause: "No response within 30000 ms." });
});
