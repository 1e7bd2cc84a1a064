import { expect, it } from "vitest";
import { AREAS } from "#scripts/testing/areas.ts";
import { describeTimes } from "#scripts/testing/summary.ts";
import { chooseTests, planVariable, readPlan, tiersOf } from "#scripts/testing/tiers.ts";

const known = { stages: ["unit", "workers", "integration", "e2e"], areas: AREAS };
const choose = (...words: string[]) => chooseTests(words, known);
const ALL = "tests/integration/**/*.test.ts";
const suitesIn = (full: readonly string[] | "all", only = false) =>
  tiersOf("integration", ALL, { full, only });

it("runs every stage, and lets the unproved areas decide what runs in full", () => {
  expect(choose()).toEqual({ stages: known.stages, plan: null, proves: [] });
});

it("runs named stages at the counts of the fast tier", () => {
  expect(choose("unit", "e2e")).toEqual({
    stages: ["unit", "e2e"],
    plan: { full: [], only: false },
    proves: [],
  });
});

it("proves the areas that run in full, and all of them when everything does", () => {
  expect(choose("--full", "stripe")).toMatchObject({
    stages: ["unit", "integration"],
    plan: { full: ["stripe"], only: true },
    proves: ["stripe"],
  });
  expect(choose("--full")).toMatchObject({
    stages: known.stages,
    plan: { full: "all" },
    proves: AREAS.map(({ name }) => name),
  });
  expect(choose("--full", "unit")).toMatchObject({ stages: ["unit"], plan: { full: "all" }, proves: [] });
});

it.each([
  ["unknown", ["nothing"]],
  ["an area without --full", ["ledger"]],
  ["an area beside a stage", ["--full", "ledger", "unit"]],
])("refuses %s", (_, words) => {
  expect(choose(...words)).toHaveProperty("mistake");
});

it("leaves the emulators' suites out of the fast tier, except those whose area is not proved", () => {
  const [fast, ...none] = suitesIn([]);
  expect(none).toEqual([]);
  expect(fast).toMatchObject({ tier: "fast", include: [ALL] });
  expect(fast?.exclude).toContain("tests/integration/stripe-*.test.ts");
  expect(fast?.exclude.some((suite) => suite.includes("money-"))).toBe(false);
});

it("runs a suite of an unproved area once, in full", () => {
  const [fast, full] = suitesIn(["stripe"]);
  expect(full).toEqual({ tier: "full", include: ["tests/integration/stripe-*.test.ts"], exclude: [] });
  expect(fast?.exclude).toContain("tests/integration/stripe-*.test.ts");
  expect(suitesIn(["stripe"], true)).toEqual([full]);
  expect(tiersOf("workers", "tests/workers/**", { full: ["stripe"], only: true })).toEqual([]);
});

it("runs everything in full on request, and leaves nothing out when single files are run", () => {
  expect(suitesIn("all", true)).toEqual([{ tier: "full", include: [ALL], exclude: [] }]);
  expect(readPlan({})).toBeNull();
  expect(tiersOf("integration", ALL, null)).toEqual([{ tier: "fast", include: [ALL], exclude: [] }]);
});

it("passes the whole plan on", () => {
  const plan = { full: ["ledger"], only: true };
  expect(readPlan(planVariable(plan))).toEqual(plan);
});

it("reports for each stage, area and slow file how long it took, and in which tier", () => {
  const files = [
    { stage: "integration", path: "tests/integration/ledger.test.ts", seconds: 2 },
    { stage: "integration", path: "tests/integration/stripe-api.test.ts", seconds: 9 },
  ];
  const text = describeTimes([{ stage: "integration", seconds: 12.34 }], files, {
    full: ["stripe"],
    only: false,
  });
  expect(text.split("\n").map((line) => line.trim().split(/\s{2,}/))).toEqual([
    ["integration", "12.3 s"],
    ["areas"],
    ["ledger", "2.0 s", "fast, 1 files"],
    ["stripe", "9.0 s", "full, 1 files"],
    ["slowest files"],
    ["integration/stripe-api.test.ts", "9.0 s", "full"],
    ["integration/ledger.test.ts", "2.0 s", "fast"],
  ]);
});
