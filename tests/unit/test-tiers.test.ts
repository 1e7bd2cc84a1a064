import { globSync, readFileSync } from "node:fs";
import { matchesGlob } from "node:path";
import { expect, it } from "vitest";
import { AREAS } from "#scripts/testing/areas.ts";
import { chooseTests, filesOf, planVariable, readPlan } from "#scripts/testing/tiers.ts";

const known = { stages: ["unit", "workers", "integration", "e2e"], areas: AREAS };
const choose = (...words: string[]) => chooseTests(words, known);
const planOf = (choice: ReturnType<typeof choose>) => {
  if ("mistake" in choice) throw new Error(choice.mistake);
  return choice.plan;
};
const ALL = "tests/integration/**/*.test.ts";

it("runs every stage, or the named ones, in the fast tier", () => {
  expect(choose()).toEqual({ stages: known.stages, plan: { tier: "fast", suites: null } });
  expect(choose("unit", "e2e")).toMatchObject({ stages: ["unit", "e2e"], plan: { tier: "fast" } });
});

it("runs everything, stages or areas in the full tier", () => {
  expect(choose("--full")).toEqual({ stages: known.stages, plan: { tier: "full", suites: null } });
  expect(choose("--full", "unit")).toMatchObject({ stages: ["unit"], plan: { tier: "full" } });
  expect(choose("--full", "stripe")).toMatchObject({
    stages: ["unit", "integration"],
    plan: { tier: "full", suites: AREAS.find(({ name }) => name === "stripe")?.suites },
  });
});

it.each([
  ["an unknown name", ["nothing"]],
  ["an area without --full", ["ledger"]],
  ["an area beside a stage", ["--full", "ledger", "unit"]],
])("refuses %s", (_, words) => {
  expect(choose(...words)).toHaveProperty("mistake");
});

it("leaves out of the fast tier what its name says, and nothing when single files are run", () => {
  const { exclude } = filesOf("integration", ALL, { tier: "fast", suites: null });
  const leftOut = (path: string) => exclude.some((glob) => matchesGlob(path, glob));
  expect(leftOut("tests/integration/backup.full.test.ts")).toBe(true);
  expect(leftOut("tests/components/screens.full.test.tsx")).toBe(true);
  expect(leftOut("tests/integration/backup.test.ts")).toBe(false);
  expect(filesOf("integration", ALL, null)).toEqual({ include: [ALL], exclude: [] });
  const plan = { tier: "full" as const, suites: ["tests/unit/a.test.ts", "tests/integration/b.test.ts"] };
  expect(filesOf("integration", ALL, plan).include).toEqual(["tests/integration/b.test.ts"]);
  expect(readPlan(planVariable(plan))).toEqual(plan);
});

it("runs what needs a network only in a named area", () => {
  const path = "tests/integration/clients.on-demand.test.ts";
  for (const plan of [choose(), choose("--full"), choose("--full", "integration")].map(planOf))
    expect(filesOf("integration", ALL, plan).exclude.some((glob) => matchesGlob(path, glob))).toBe(true);
  const { include, exclude } = filesOf("integration", ALL, planOf(choose("--full", "clients")));
  expect({ include, exclude }).toEqual({ include: [path], exclude: [] });
});

it("finds every test that differs between the tiers in one area, so that --full AREA runs it", () => {
  const files = globSync("tests/{unit,components,workers,integration,e2e}/**/*.{test,spec}.{ts,tsx}");
  const areasOf = (path: string) =>
    AREAS.filter(({ suites }) => suites.some((glob) => matchesGlob(path, glob))).map(({ name }) => name);
  const differs = (path: string) =>
    matchesGlob(path, "**/*.{full,on-demand}.{test,spec}.{ts,tsx}") ||
    /from "#tests\/support\/tier\.ts"/.test(readFileSync(path, "utf8"));
  expect(files.filter((path) => differs(path) && areasOf(path).length === 0)).toEqual([]);
  expect(files.filter((path) => areasOf(path).length > 1)).toEqual([]);
});
