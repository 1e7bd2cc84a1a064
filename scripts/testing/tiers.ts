import { AREAS, type Area } from "./areas.ts";

/** The areas whose suites run at full counts, with or without the fast tier. */
export interface TestPlan {
  full: readonly string[] | "all";
  only: boolean;
}

export interface Choice {
  stages: readonly string[];
  /** None when the areas that are not proved decide. */
  plan: TestPlan | null;
  /** The areas that are proved once all of this passes. */
  proves: readonly string[];
}

interface Known {
  stages: readonly string[];
  areas: readonly Pick<Area, "name" | "suites">[];
}

/** The arguments of `npm test`: stages, `--full`, areas. */
export function chooseTests(words: readonly string[], known: Known): Choice | { mistake: string } {
  const names = words.filter((word) => word !== "--full");
  const stages = names.filter((name) => known.stages.includes(name));
  const areas = known.areas.filter(({ name }) => names.includes(name));
  const areaNames = known.areas.map(({ name }) => name);
  const unknown = names.find((name) => !stages.includes(name) && !areaNames.includes(name));
  if (unknown !== undefined) {
    return {
      mistake: `Unknown: ${unknown}. The stages are ${known.stages.join(", ")}; the areas, after --full, ${areaNames.join(", ")}.`,
    };
  }
  const full = words.includes("--full");
  if (areas.length > 0 && (!full || stages.length > 0))
    return { mistake: "Areas go with --full and without stages: npm test -- --full AREA …" };
  if (areas.length > 0) return planOf(areas, known.stages);
  const everything = stages.length === 0;
  if (full)
    return {
      stages: everything ? known.stages : stages,
      plan: { full: "all", only: true },
      proves: everything ? areaNames : [],
    };
  return {
    stages: everything ? known.stages : stages,
    plan: everything ? null : { full: [], only: false },
    proves: [],
  };
}

/** Only the areas' own suites, in the stages that have any. */
function planOf(areas: Known["areas"], stages: readonly string[]): Choice {
  const full = areas.map(({ name }) => name);
  const suites = areas.flatMap((area) => area.suites);
  return {
    stages: stages.filter((stage) => suites.some((suite) => suite.startsWith(`tests/${stage}/`))),
    plan: { full, only: true },
    proves: full,
  };
}

/** Carries the plan from scripts/test.ts to vitest.config.ts. */
const VARIABLE = "LATCHKEY_TEST_PLAN";

export const planVariable = (plan: TestPlan) => ({ [VARIABLE]: JSON.stringify(plan) });

/** Without a plan, as when single files are run, no suite is left out, and all run at the counts of the fast tier. */
export function readPlan(env: NodeJS.ProcessEnv): TestPlan | null {
  const text = env[VARIABLE];
  return text === undefined ? null : JSON.parse(text);
}

export interface TierOfStage {
  tier: "fast" | "full";
  include: string[];
  exclude: string[];
}

/** The tests of one stage by tier; a tier without tests of this stage is left out. */
export function tiersOf(stage: string, pattern: string, plan: TestPlan | null): TierOfStage[] {
  if (plan === null) return [{ tier: "fast", include: [pattern], exclude: [] }];
  if (plan.full === "all") return [{ tier: "full", include: [pattern], exclude: [] }];
  const named = new Set(plan.full);
  const full = suitesOf(stage, (area) => named.has(area.name));
  const leftOut = suitesOf(stage, ({ name, fullOnly = false }) => fullOnly && !named.has(name));
  const fast: TierOfStage = { tier: "fast", include: [pattern], exclude: [...full, ...leftOut] };
  return [
    ...(plan.only ? [] : [fast]),
    ...(full.length > 0 ? [{ tier: "full" as const, include: full, exclude: [] }] : []),
  ];
}

const suitesOf = (stage: string, isMeant: (area: Area) => boolean) =>
  AREAS.filter(isMeant).flatMap(({ suites }) =>
    suites.filter((suite) => suite.startsWith(`tests/${stage}/`)),
  );
