import type { Area } from "./areas.ts";

export type Tier = "fast" | "full";

/** The tests that one run of `npm test` chose. */
export interface TestPlan {
  tier: Tier;
  /** Globs of the suites of the chosen areas; null for all tests of the stages. */
  suites: readonly string[] | null;
}

export interface Choice {
  stages: readonly string[];
  plan: TestPlan;
}

interface Known {
  stages: readonly string[];
  areas: readonly Area[];
}

/** The name of a test file says that only the full tier runs it. */
const FULL_ONLY = "**/*.full.{test,spec}.{ts,tsx}";
/** These need a network, so they run only when their area is named. */
const ON_DEMAND = "**/*.on-demand.{test,spec}.{ts,tsx}";

/** The arguments of `npm test`: stages, or `--full` with stages or areas. */
export function chooseTests(words: readonly string[], known: Known): Choice | { mistake: string } {
  const names = words.filter((word) => word !== "--full");
  const tier = words.includes("--full") ? "full" : "fast";
  const stages = names.filter((name) => known.stages.includes(name));
  const areas = known.areas.filter(({ name }) => names.includes(name));
  const unknown = names.find((name) => !stages.includes(name) && !areas.some((area) => area.name === name));
  if (unknown !== undefined) {
    const areaNames = known.areas.map(({ name }) => name).join(", ");
    return {
      mistake: `Unknown: ${unknown}. The stages are ${known.stages.join(", ")}; the areas, after --full, ${areaNames}.`,
    };
  }
  if (areas.length > 0 && (tier === "fast" || stages.length > 0))
    return { mistake: "Areas go with --full and without stages: npm test -- --full AREA …" };
  if (areas.length === 0)
    return { stages: stages.length > 0 ? stages : known.stages, plan: { tier, suites: null } };
  const suites = areas.flatMap((area) => area.suites);
  return {
    stages: known.stages.filter((stage) => suites.some((suite) => suite.startsWith(`tests/${stage}/`))),
    plan: { tier, suites },
  };
}

/** Carries the plan from scripts/test.ts to vitest.config.ts and playwright.config.ts. */
const VARIABLE = "LATCHKEY_TEST_PLAN";

export const planVariable = (plan: TestPlan) => ({ [VARIABLE]: JSON.stringify(plan) });

/** Null when single files are run: no suite is left out then, and all run at the counts of the fast tier. */
export function readPlan(env: NodeJS.ProcessEnv): TestPlan | null {
  const text = env[VARIABLE];
  return text === undefined ? null : JSON.parse(text);
}

/** The files of one stage that a plan runs. */
export function filesOf(
  stage: string,
  pattern: string,
  plan: TestPlan | null,
): { include: string[]; exclude: string[] } {
  const suites = plan?.suites?.filter((suite) => suite.startsWith(`tests/${stage}/`));
  const left = [...(plan?.tier === "fast" ? [FULL_ONLY] : []), ...(plan?.suites === null ? [ON_DEMAND] : [])];
  return { include: suites ?? [pattern], exclude: left };
}
