import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, it, onTestFinished } from "vitest";
import { playwrightTotals, readTotals, verdict, vitestTotals } from "#scripts/testing/totals.ts";

/** One file of a report as Vitest writes it, cut to what differs. */
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

it("counts a missing report and an exit code that no test explains as a failure", () => {
  const folder = mkdtempSync(join(tmpdir(), "latchkey-totals-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const file = join(folder, "report.json");
  expect(readTotals(file, 0, vitestTotals)).toEqual({ passed: 0, failed: 1, skipped: 0 });
  writeFileSync(file, JSON.stringify(playwrightRun({})));
  expect(readTotals(file, 0, playwrightTotals)).toEqual({ passed: 3, failed: 0, skipped: 0 });
  expect(readTotals(file, 1, playwrightTotals)).toEqual({ passed: 3, failed: 1, skipped: 0 });
});

it("refuses a report in a form it does not know", () => {
  expect(() => vitestTotals({ numPassedTests: 400 })).toThrow();
  expect(() => playwrightTotals({ stats: {} })).toThrow();
});
