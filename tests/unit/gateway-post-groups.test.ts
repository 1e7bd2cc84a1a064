import { setTimeout as sleep } from "node:timers/promises";
import fc from "fast-check";
import { expect, it } from "vitest";
import { runs } from "#tests/support/tier.ts";
import { Groups } from "#worker/gateway/poster/groups.ts";

const LIMITS = { gatherMs: 2, mostPosts: 4, mostRows: 10, mostWaitingRows: 40 };
/** Bisecting a group takes at most a transaction for each post and each half. */
const MOST_TRANSACTIONS = 2 * LIMITS.mostPosts - 1;

interface Post {
  accountId: number;
  rows: number;
  id: number;
}
class Unavailable extends Error {}

/** A database that rejects a whole group for one poisoned account, and is away now and then. */
function watched(poisoned: ReadonlySet<number>, away: readonly boolean[]) {
  const stored: number[] = [];
  const groups: { posts: readonly Post[]; rejected: boolean }[] = [];
  let [under, most, calls] = [0, 0, 0];
  const queue = new Groups<Post, number>(
    {
      async store(posts) {
        under += 1;
        most = Math.max(most, under);
        await sleep(1);
        under -= 1;
        calls += 1;
        if (away[calls % Math.max(1, away.length)]) throw new Unavailable("away");
        const rejected = posts.some(({ accountId }) => poisoned.has(accountId));
        groups.push({ posts, rejected });
        if (rejected) throw new Error("poisoned");
        stored.push(...posts.map(({ id }) => id));
        return new Map(posts.map(({ accountId, id }) => [accountId, id]));
      },
      isUnavailable: (error) => error instanceof Unavailable,
    },
    LIMITS,
  );
  return { queue, stored, groups, mostAtOnce: () => most };
}

const post = fc.record({ accountId: fc.integer({ min: 1, max: 8 }), rows: fc.nat(6), gap: fc.nat(3) });

it("stores each post once or says why not, in groups within their limits, whoever is rejected", async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(post, { minLength: 1, maxLength: 25 }),
      fc.uniqueArray(fc.integer({ min: 1, max: 8 }), { maxLength: 3 }),
      fc.array(fc.boolean(), { maxLength: 3 }),
      async (posts, poisoned, away) => {
        const bad = new Set(poisoned);
        const { queue, stored, groups, mostAtOnce } = watched(bad, away);
        const outcomes = [];
        for (const [id, { gap, ...own }] of posts.entries()) {
          if (gap > 0) await sleep(gap);
          outcomes.push(queue.add({ ...own, id }));
        }
        for (const [id, outcome] of (await Promise.all(outcomes)).entries()) {
          const isBad = bad.has(posts[id]?.accountId ?? 0);
          if ("stored" in outcome) expect([outcome.stored, isBad]).toEqual([id, false]);
          else expect("rejected" in outcome ? isBad : "unavailable" in outcome).toBe(true);
          expect(stored.filter((each) => each === id)).toHaveLength("stored" in outcome ? 1 : 0);
        }
        expect(mostAtOnce()).toBe(1);
        for (const { posts: group } of groups) {
          expect(group.length).toBeLessThanOrEqual(LIMITS.mostPosts);
          expect(new Set(group.map(({ accountId }) => accountId)).size).toBe(group.length);
          const rows = group.reduce((sum, one) => sum + one.rows, 0);
          expect(group.length === 1 || rows <= LIMITS.mostRows).toBe(true);
        }
        // Rejected alone once, an account is in no group again.
        for (const account of bad) {
          const alone = groups.findIndex(
            ({ posts: [first, ...others] }) => first?.accountId === account && others.length === 0,
          );
          const later = alone < 0 ? [] : groups.slice(alone + 1);
          expect(later.filter((group) => group.posts.some((one) => one.accountId === account))).toEqual([]);
        }
        expect(groups.filter(({ rejected }) => rejected).length).toBeLessThanOrEqual(
          MOST_TRANSACTIONS * Math.max(1, bad.size),
        );
      },
    ),
    { numRuns: runs(60) },
  );
});

it("refuses posts for which there is no room, and takes others once the waiting ones are stored", async () => {
  const { queue } = watched(new Set(), []);
  const rows = LIMITS.mostRows;
  const fit = LIMITS.mostWaitingRows / rows + 1;
  const posts = Array.from({ length: fit + 3 }, (_, id) => queue.add({ accountId: id, rows, id }));
  const outcomes = await Promise.all(posts);
  expect(outcomes.map((outcome) => "stored" in outcome)).toEqual([
    ...Array.from({ length: fit }, () => true),
    false,
    false,
    false,
  ]);
  expect(await queue.add({ accountId: 1, rows, id: 99 })).toEqual({ stored: 99 });
});

it("has others wait for the halving of one group at most, whoever is poisoned in each group", async () => {
  const halving = 1 + 2 * Math.ceil(Math.log2(LIMITS.mostPosts));
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.nat(LIMITS.mostPosts - 1), { minLength: 1, maxLength: 5 }),
      async (placesOfPoison) => {
        const accounts = placesOfPoison.flatMap((_, group) => accountsOf(group));
        const poisoned = new Set(placesOfPoison.map((place, group) => group * LIMITS.mostPosts + place));
        const { queue, groups } = watched(poisoned, []);
        const postAll = () => Promise.all(accounts.map((id) => queue.add({ accountId: id, rows: 1, id })));
        const outcomes = await postAll();
        expect(outcomes.map((outcome) => "rejected" in outcome)).toEqual(
          accounts.map((id) => poisoned.has(id)),
        );
        // No group begins before everybody else of the last one is stored.
        const turns = groups.map(({ posts: [first] }) => Math.floor((first?.id ?? 0) / LIMITS.mostPosts));
        expect(turns).toEqual(turns.toSorted((one, next) => one - next));
        for (const group of placesOfPoison.keys())
          expect(turns.filter((turn) => turn === group).length).toBeLessThanOrEqual(halving);
        const before = groups.length;
        await postAll();
        const later = groups.slice(before);
        expect(later.filter(({ rejected }) => rejected)).toEqual([]);
        expect(later).toHaveLength(Math.ceil((accounts.length - poisoned.size) / LIMITS.mostPosts));
      },
    ),
    { numRuns: runs(30) },
  );
});

const accountsOf = (group: number) =>
  Array.from({ length: LIMITS.mostPosts }, (_, place) => group * LIMITS.mostPosts + place);
