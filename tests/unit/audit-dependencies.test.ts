import { describe, expect, it } from "vitest";
import { auditOutcome } from "#scripts/testing/audit-dependencies.ts";

const reportOf = (vulnerabilities: Record<string, { severity: string }>) =>
  JSON.stringify({ vulnerabilities, metadata: { vulnerabilities: { high: 1 } } });

describe("the audit of dependencies", () => {
  it("fails for what npm fails for, and names it", () => {
    expect(auditOutcome(reportOf({ leftpad: { severity: "critical" } }), 1)).toEqual({
      code: 1,
      output: "leftpad: critical",
      unchecked: null,
    });
  });

  it("passes when nothing is known", () => {
    expect(auditOutcome(reportOf({}), 0)).toEqual({ code: 0, output: "", unchecked: null });
  });

  it.each([
    ["has no such list", JSON.stringify({ error: { code: "ENOAUDIT", summary: "" } }), "(ENOAUDIT)"],
    ["does not respond", "", "NOTHING was checked"],
    ["returns a page", "<html>", "NOTHING was checked"],
    ["returns something else", JSON.stringify({ message: "404 Not Found" }), "NOTHING was checked"],
  ])("does not fail, but reports that nothing was checked, when the registry %s", (_, stdout, words) => {
    const { code, unchecked } = auditOutcome(stdout, 1);
    expect(code).toBe(0);
    expect(unchecked).toContain("NOTHING was checked");
    expect(unchecked).toContain(words);
  });
});
