import { describe, expect, it } from "vitest";
import { openProblems, withoutClosed } from "#core/domain/reconciliation.ts";

const unknown = { subject: "ch_1", code: "order_unknown" };
const mismatch = { subject: "ch_1", code: "order_mismatch" };
const other = { subject: "ch_2", code: "order_unknown" };

describe("open problems", () => {
  it.each([
    ["none is closed", [], [unknown, other]],
    ["the same subject and code are closed", [unknown], [other]],
    ["the subject was closed with another code", [mismatch], [unknown, other]],
    ["another subject was closed with the code", [{ ...unknown, subject: "ch_3" }], [unknown, other]],
  ])("if %s", (_name, closed, open) => {
    expect(openProblems([unknown, other], closed)).toEqual(open);
  });

  it("are counted together with those that aren't listed, and closed ones with those of before", () => {
    const found = { problems: [unknown, other], problem_count: 25, closed: 3 };
    expect(withoutClosed(found, [unknown, mismatch])).toEqual({
      problems: [other],
      problem_count: 24,
      closed: 4,
    });
  });
});
