import fc from "fast-check";
import { it, vi } from "vitest";
import { inTier, runs, seed } from "#tests/support/tier.ts";
import { acts } from "./support/meter-acts.ts";
import { MeterHistory } from "./support/meter-history.ts";

it("admits, refuses and charges exactly as a plain model does, through flushes that fail, restarts, changed terms, rotations and clock steps", async () => {
  // Flushes that fail are logged.
  vi.spyOn(console, "warn").mockImplementation(() => undefined);
  await fc.assert(
    fc.asyncProperty(acts, async (list) => {
      const history = await MeterHistory.begin();
      for (const act of list) await history.play(act);
      await history.finish();
    }),
    // Finding a shorter history that fails takes minutes.
    { numRuns: runs(150), seed, endOnFailure: inTier({ fast: true, full: false }) },
  );
});
