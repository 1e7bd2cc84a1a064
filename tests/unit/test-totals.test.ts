import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, it, onTestFinished } from "vitest";
import { playwrightFailures, vitestFailures } from "#scripts/testing/failures.ts";
import { playwrightTotals, readTotals, verdict, vitestTotals } from "#scripts/testing/totals.ts";

/** One file of a report as Vitest writes it, reduced to the differences. */
const vitestFile = (status: "passed" | "failed", ...tests: [status: string, ...messages: string[]][]) => ({
  testResults: [
    {
      status,
      assertionResults: tests.map(([status, ...failureMessages]) => ({ status, failureMessages, meta: {} })),
    },
  ],
});
const playwrightRun = (stats: object, ...errors: object[]) => ({
  stats: { duration: 1, expected: 3, skipped: 0, unexpected: 0, flaky: 0, ...stats },
  errors,
});

it.each([
  ["failed", vitestFile("failed", ["passed"], ["failed", "expected 1 to be 2"]), "1 passed, 1 failed"],
  ["skipped", vitestFile("passed", ["passed"], ["skipped"]), "1 passed, 1 failed"],
  ["still-to-do", vitestFile("passed", ["passed"], ["todo"]), "1 passed, 1 failed"],
  ["never finished", vitestFile("passed", ["passed"], ["pending"]), "1 passed, 1 failed"],
  ["flaky", vitestFile("passed", ["passed"], ["passed", "first attempt"]), "1 passed, 1 failed"],
])("counts a %s test of Vitest as failed", (_, report, line) => {
  expect(verdict(vitestTotals(report))).toEqual({ line, code: 1 });
});

it.each([
  ["that could not be loaded", vitestFile("failed"), "0 passed, 1 failed"],
  ["whose afterAll failed", vitestFile("failed", ["passed"]), "1 passed, 1 failed"],
  ["whose beforeAll failed", vitestFile("failed", ["skipped"]), "0 passed, 2 failed"],
])("counts a file %s as a failure", (_, report, line) => {
  expect(verdict(vitestTotals(report))).toEqual({ line, code: 1 });
});

it.each([
  ["failed test", playwrightRun({ unexpected: 1 }), "3 passed, 1 failed"],
  ["skipped test", playwrightRun({ skipped: 1 }), "3 passed, 1 failed"],
  ["flaky test", playwrightRun({ flaky: 1 }), "3 passed, 1 failed"],
  ["file that could not be loaded", playwrightRun({}, { message: "Error" }), "3 passed, 1 failed"],
])("counts a %s of Playwright as failed", (_, report, line) => {
  expect(verdict(playwrightTotals(report))).toEqual({ line, code: 1 });
});

it("succeeds only when something passed and nothing else happened", () => {
  expect(verdict(vitestTotals(vitestFile("passed", ["passed"])))).toEqual({
    line: "1 passed, 0 failed",
    code: 0,
  });
  expect(verdict(playwrightTotals(playwrightRun({})))).toEqual({ line: "3 passed, 0 failed", code: 0 });
  expect(verdict(vitestTotals({ testResults: [] })).code).toBe(1);
});

it("lists the failures of Playwright, including what failed outside any test", () => {
  const tests = (status: string) => [
    { status, results: [{ error: { message: "\u001b[31mtoo late\u001b[39m" } }, {}] },
  ];
  const specs = ["expected", "flaky", "unexpected"].map((status) => ({
    title: status,
    file: "a.spec.ts",
    line: 7,
    tests: tests(status),
  }));
  const report = { suites: [{ specs: [], suites: [{ specs }] }], errors: [{ message: "broken file" }] };
  expect(playwrightFailures(report)).toEqual([
    "✗ a.spec.ts:7 › flaky\n    too late",
    "✗ a.spec.ts:7 › unexpected\n    too late",
    "✗ outside any test\n    broken file",
  ]);
});

it("lists Vitest's failures, including a file that could not be loaded", () => {
  const tests = [
    { fullName: "adds", failureMessages: ["expected 1 to be 2"] },
    { fullName: "holds", failureMessages: [] },
  ];
  const report = {
    testResults: [
      { name: "a.test.ts", status: "failed", assertionResults: tests },
      { name: "b.test.ts", status: "failed", message: "no such module", assertionResults: [] },
    ],
  };
  expect(vitestFailures(report)).toEqual([
    "✗ a.test.ts › adds\n    expected 1 to be 2",
    "✗ b.test.ts\n    no such module",
  ]);
});

it("counts a missing report and an exit code that no test explains as a failure", () => {
  const folder = mkdtempSync(join(tmpdir(), "latchkey-totals-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const file = join(folder, "report.json");
  expect(readTotals(file, 0, vitestTotals)).toEqual({ passed: 0, failed: 1, skipped: 0 });
  writeFileSync(file, JSON.stringify(playwrightRun({})));
  expect(readTotals(file, 0, playwrightTotals)).toEqual({ passed: 3, failed: 0, skipped: 0 });
  expect(readTotals(file, 1, playwrightTotals)).toEqual({ passed: 3, failed: 1, skipped: 0 });
});

it("refuses a report in an unknown format", () => {
  expect(() => vitestTotals({ numPassedTests: 400 })).toThrow();
  expect(() => playwrightTotals({ stats: {} })).toThrow();
});
