import { afterAll, beforeAll, expect, it } from "vitest";
import { inTier, seed as seedOfTier } from "#tests/support/tier.ts";
import { sum } from "./simulation/cost-model.ts";
import { planPhases, runPhase, type Theme } from "./simulation/phases.ts";
import { transcriptsSeen } from "./simulation/transcript-check.ts";
import { TRANSCRIPT_KINDS } from "./simulation/transcript-forms.ts";
import { throwViolations } from "./simulation/violations.ts";
import { openWorld, type World } from "./simulation/world.ts";

const CALM: Theme = { change: 5, refresh: 1, sample: 4, rollup: 1, book: 1 };
const MIDNIGHT: Theme = { ...CALM, step: 8, over: 5, lose: 2, crashAfterCommit: 1 };
const DATABASE: Theme = { ...CALM, lose: 4, refuse: 3, stuck: 1, unread: 2, over: 1 };
const CRASHES: Theme = {
  ...CALM,
  kill: 1,
  terminate: 1,
  evict: 4,
  endPoster: 4,
  crashAfterCommit: 1,
  lateCommit: 1,
};
const EVERYTHING: Theme = { ...CALM, ...DATABASE, ...CRASHES, step: 5, over: 4 };

const PHASES = inTier({
  fast: { themes: [EVERYTHING], exchanges: 260, scale: 0.5 },
  full: {
    themes: [
      MIDNIGHT,
      CALM,
      DATABASE,
      CRASHES,
      MIDNIGHT,
      EVERYTHING,
      EVERYTHING,
      MIDNIGHT,
      DATABASE,
      EVERYTHING,
    ],
    exchanges: 620,
    scale: 2,
  },
});
const SEED = Number(process.env.SIMULATION_SEED ?? seedOfTier) >>> 0;

let world: World;
beforeAll(async () => {
  world = await openWorld({ seed: SEED, scale: PHASES.scale });
});
afterAll(() => world.stop());

it("neither loses, invents nor doubles a request or a micro-dollar, whatever fails", async () => {
  for (const phase of planPhases(SEED, PHASES.themes, PHASES.exchanges)) {
    await runPhase(world, phase);
    throwViolations(world);
  }
  expect(world.exchanges.size).toBeGreaterThanOrEqual(inTier({ fast: 250, full: 6_000 }));
  const counts = transcriptsSeen(world);
  const each = TRANSCRIPT_KINDS.map((kind) => counts[kind]);
  const [figure, least] = inTier({ fast: [sum(each), 3], full: [Math.min(...each), 5] });
  expect(figure, JSON.stringify(counts)).toBeGreaterThanOrEqual(least);
});
