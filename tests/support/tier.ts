import { inject } from "vitest";
import type { Tier } from "#scripts/testing/tiers.ts";

declare module "vitest" {
  export interface ProvidedContext {
    tier: Tier;
  }
}

const FEWEST_RUNS = 10;

/** One value for each tier: how long an outage lasts, how often a process is killed. */
export const inTier = <T>(values: Record<Tier, T>): T => values[inject("tier")];

/** Runs of a property test: `full` of them in the full tier, a tenth in the fast one, but never fewer than ten. */
export const runs = (full: number): number =>
  inTier({ full, fast: Math.min(full, Math.max(FEWEST_RUNS, Math.ceil(full / 10))) });

/**
 * For properties that also count what happened in their histories: the same histories in every fast run,
 * different ones in each full one.
 */
export const seed = inTier({ fast: 20_260_528, full: Date.now() });
