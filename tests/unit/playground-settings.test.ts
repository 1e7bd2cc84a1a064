import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { failureView } from "#app/features/playground/failure-view.ts";
import { jsonProblem } from "#app/features/playground/json-problem.ts";
import {
  DEFAULT_SETTINGS,
  outputLimitError,
  settingsProblem,
  TOOLS_TEMPLATE,
  toolsOf,
} from "#app/features/playground/settings.ts";
import { apiKey } from "#tests/components/support/account.ts";
import { runs } from "#tests/support/tier.ts";

const isJson = (text: string) => {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
};

describe("a problem of JSON", () => {
  it("is found in exactly the texts that aren't JSON, and has a reason", () => {
    const cut = fc
      .tuple(fc.json(), fc.nat(), fc.constantFrom("", ",", "}", "]", '"', ":", "\n", "1", "\\"))
      .map(([text, at, put]) => {
        const position = at % (text.length + 1);
        return text.slice(0, position) + put + text.slice(position + (at % 2));
      });
    fc.assert(
      fc.property(cut, (text) => {
        const problem = jsonProblem(text);
        expect(problem === null).toBe(isJson(text));
        expect(problem?.text).not.toBe("expected valid JSON");
      }),
      { numRuns: runs(5_000) },
    );
  });

  it("names its line and what was expected", () => {
    const cases: [string, string][] = [
      ['[{ "type": "function", }]', "Line 1: expected a property name after the comma."],
      ['[\n  {\n    "a" 1\n  }\n]', "Line 3: expected a colon after the property name."],
      ["[1,\n]", "Line 2: expected a value after the comma."],
      ['[{ "a": 1 "b": 2 }]', "Line 1: expected a comma or }."],
      ["[1", "Line 1: expected a comma or ]."],
      ['["a\n"]', "Line 1: this text has no end."],
      ["[] x", "Line 1: expected nothing after the end."],
    ];
    for (const [tools, error] of cases) expect(toolsOf({ tools })).toEqual({ list: null, error });
  });
});

describe("tools", () => {
  it("are an array of named functions", () => {
    expect(toolsOf({ tools: null })).toEqual({ list: [], error: null });
    expect(toolsOf({ tools: " " })).toEqual({ list: [], error: null });
    expect(toolsOf({ tools: TOOLS_TEMPLATE }).list).toHaveLength(1);
    expect(toolsOf({ tools: "{}" }).error).toBe("Enter a JSON array, such as [{ … }].");
    expect(toolsOf({ tools: '[{ "type": "function", "function": {} }]' }).error).toMatch(/^Tool 1 needs/);
  });
});

it("the token limit is a whole number up to the model's, or empty", () => {
  const error = (maxOutput: string) => outputLimitError({ ...DEFAULT_SETTINGS, maxOutput }, 4_096);
  for (const fine of ["", " ", "1", "4096"]) expect(error(fine)).toBeNull();
  for (const wrong of ["0", "-1", "1.5", "4097", "many"]) {
    expect(error(wrong)).toBe("Enter a whole number from 1 to 4,096.");
  }
  expect(settingsProblem({ ...DEFAULT_SETTINGS, maxOutput: "0" }, 10)).toBe("Fix the token limit to send");
  expect(settingsProblem({ ...DEFAULT_SETTINGS, tools: "[" }, undefined)).toBe("Fix the tools to send");
});

describe("a failure in words", () => {
  const budgets = [
    { period: "month" as const, amount: 5, spent: 4.99, resets_at: "2026-12-01T00:00:00.000Z" },
  ];
  const key = apiKey({ budgets, disabled_at: "2026-11-26T12:00:00.000Z" });
  const refused = (status: number | null, code: string, message = "As the API says.") =>
    failureView(
      { phase: "refused", hold: 0.008715, failure: { status, code, message } },
      { key, balance: 0 },
    );

  it("says what a refusal is about, what the request could cost, and the way out", () => {
    expect(refused(402, "budget_exceeded")).toMatchObject({
      title: "The Playground key reached its monthly budget",
      text: "$4.99 of $5.00 is used; this request could cost up to $0.008715. The budget resets on Dec 1 (UTC). Your other keys still work.",
      actions: ["budget", "lower_limit"],
    });
    expect(refused(403, "key_disabled")).toMatchObject({
      text: "It was disabled on Nov 26, 2026, so nothing was sent or charged. Enable it to go on.",
      actions: ["enable"],
    });
    expect(refused(402, "insufficient_balance")).toMatchObject({
      title: "Add funds to send requests",
      text: "Your balance is $0.00. This request could cost up to $0.008715.",
      again: false,
    });
  });

  it("shows the API's own reason for others, and offers to send again where that can help", () => {
    expect(refused(400, "invalid_request")).toMatchObject({
      title: "The request was refused",
      text: "As the API says.",
      again: false,
    });
    expect(refused(503, "service_unavailable")).toMatchObject({ title: "The request failed", again: true });
    expect(refused(null, "connection_lost")).toMatchObject({ title: "The connection was lost", again: true });
  });
});
