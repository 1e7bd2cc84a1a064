import { matchesGlob } from "node:path";
import { AREAS, type Area } from "./areas.ts";

/** Which areas' suites run at full counts beside the fast tier, or instead of it. */
export interface TestPlan {
  full: readonly string[] | "all";
  /** Without the fast tier: only what `full` names. */
  only: boolean;
}

/** How scripts/test.ts hands the plan to vitest.config.ts. */
const VARIABLE = "LATCHKEY_TEST_PLAN";

export const planVariable = (plan: TestPlan) => ({ [VARIABLE]: JSON.stringify(plan) });

/** Without a plan, as when an engineer runs single files, every suite runs, at the counts of the fast tier. */
export function readPlan(env: NodeJS.ProcessEnv): TestPlan | null {
  const text = env[VARIABLE];
  return text === undefined ? null : JSON.parse(text);
}

export interface TierOfTests {
  tier: "fast" | "full";
  include: string[];
  exclude: string[];
}

/** The tests of one stage, tier by tier; a tier without tests of this stage is left out. */
export function tiersOf(stage: string, pattern: string, plan: TestPlan | null): TierOfTests[] {
  if (plan === null) return [{ tier: "fast", include: [pattern], exclude: [] }];
  if (plan.full === "all") return [{ tier: "full", include: [pattern], exclude: [] }];
  const named = new Set(plan.full);
  const full = suitesOf(stage, AREAS.filter(({ name }) => named.has(name)));
  const leftOut = suitesOf(stage, AREAS.filter(({ name, standIn }) => standIn === true && !named.has(name)));
  const fast = { tier: "fast" as const, include: [pattern], exclude: [...full, ...leftOut] };
  return [
    ...(plan.only ? [] : [fast]),
    ...(full.length > 0 ? [{ tier: "full" as const, include: full, exclude: [] }] : []),
  ];
}

const suitesOf = (stage: string, areas: readonly Area[]) =>
  areas.flatMap(({ suites }) => suites.filter((suite) => suite.startsWith(`tests/${stage}/`)));

/** Whose suite a test file is; null for what belongs to no area. */
export const areaOf = (path: string): string | null =>
  AREAS.find(({ suites }) => suites.some((suite) => matchesGlob(path, suite)))?.name ?? null;
