import type { Tier } from "./tiers.ts";

/**
 * CPU time that each stage may cost, in units of the calibration (about a second of a core that does nothing else). A
 * stage that exceeds its budget by a fifth fails. Whoever raises one says in the commit why the tests are worth it.
 */
const BUDGETS: Record<Tier, Record<string, number>> = {
  fast: {
    unit: 25,
    components: 65,
    workers: 100,
    integration: 245,
    e2e: 245,
  },
  full: {
    unit: 40,
    components: 65,
    workers: 340,
    integration: 1_450,
    e2e: 500,
  },
};

/** By how much a stage may exceed its budget: machines differ in more than one way. */
const TOLERANCE = 1.2;

/** Null when the stage stays within its budget. */
export function budgetExceeded(tier: Tier, stage: string, units: number): string | null {
  const budget = BUDGETS[tier][stage] ?? 0;
  if (units <= budget * TOLERANCE) return null;
  return `✗ ${stage} cost ${Math.round(units)} units of CPU time; its budget is ${budget}, in scripts/testing/budgets.ts`;
}
