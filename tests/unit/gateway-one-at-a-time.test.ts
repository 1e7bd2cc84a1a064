import { setTimeout as sleep } from "node:timers/promises";
import fc from "fast-check";
import { expect, it } from "vitest";
import { runs } from "#tests/support/tier.ts";
import { OneAtATime } from "#worker/gateway/meter/one-at-a-time.ts";

/** Runs that know when they began and ended, by the number of what happened so far. */
function watched(runner: OneAtATime) {
  const runs: { began: number; ended: number }[] = [];
  let event = 0;
  const run = (ms: number, fails: boolean) => async () => {
    const own = { began: ++event, ended: Number.POSITIVE_INFINITY };
    runs.push(own);
    await sleep(ms);
    own.ended = ++event;
    if (fails) throw new Error("failed");
  };
  return { runs, run, now: () => event, runner };
}

const call = fc.record({
  way: fc.constantFrom("join" as const, "fresh" as const),
  ms: fc.nat(3),
  gap: fc.nat(3),
  fails: fc.boolean(),
});

it("never overlaps, and a fresh run begins after its request, whatever fails", async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(call, { minLength: 1, maxLength: 12 }), async (calls) => {
      const { runs, run, now, runner } = watched(new OneAtATime());
      const requested: Promise<void>[] = [];
      for (const { way, ms, gap, fails } of calls) {
        const before = now();
        const known = runs.length;
        const settled = runner[way](run(ms, fails)).catch(() => undefined);
        requested.push(
          settled.then(() => {
            const ofOurs = way === "fresh" ? runs.slice(known) : runs;
            expect(
              ofOurs.some(({ began, ended }) => ended <= now() && (way === "join" || began > before)),
            ).toBe(true);
          }),
        );
        await sleep(gap);
      }
      await Promise.all(requested);
      expect(runner.busy).toBe(false);
      for (const [index, { began }] of runs.entries())
        expect(began).toBeGreaterThan(runs[index - 1]?.ended ?? 0);
    }),
    { numRuns: runs(60) },
  );
});

it("shares one run among all that wait for a fresh one", async () => {
  const { runs, run, runner } = watched(new OneAtATime());
  await Promise.all([
    runner.join(run(5, false)),
    ...Array.from({ length: 50 }, () => runner.fresh(run(1, false))),
  ]);
  expect(runs).toHaveLength(2);
});
