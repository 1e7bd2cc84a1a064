import { describe, expect, test } from "vitest";
import { faultsOf } from "#scripts/local/upstream/faults.ts";
import { callsFor, readToolChoice } from "#scripts/local/upstream/tool-calls.ts";

describe("faults", () => {
  test.each([
    ["Hello", {}],
    ["say /fail 503", {}],
    ["/failing", {}],
    ["  /fail 503 now", { fail: 503 }],
    ["/fail", { fail: 500 }],
    ["/fail 200", { fail: 500 }],
    ["/slow", { slow: 2_000 }],
    ["/slow 99999999", { slow: 600_000 }],
    ["/slow 5 /cut 3 /usage huge text /hang", { slow: 5, strike: { kind: "cut", after: 3 }, usage: "huge" }],
    ["/cut /stall", { strike: { kind: "stall", after: null } }],
    ["/usage every\n/usage zero", { everyUsage: true, usage: "zero" }],
    ["/usage", { usage: "missing" }],
    ["/usage nonsense", { usage: "missing" }],
    ["/tier flex /long 7 /done /bytes", { tier: "flex", long: 7, done: true, bytes: true }],
    ["/empty /html", { empty: 200, html: true }],
    ["/think 3 /trickle 4", { think: 3, trickle: 4 }],
    ["/tool get /hang", {}],
  ])("%j requests %j", (text, faults) => {
    expect(faultsOf(text)).toEqual(faults);
  });
});

describe("tool choices", () => {
  test.each([
    [undefined, "auto", null],
    [7, "auto", null],
    ["none", "none", null],
    [{ type: "auto" }, "auto", null],
    [{ type: "any" }, "required", null],
    [{ type: "tool", name: "a" }, "required", ["a"]],
    [{ type: "function", function: { name: "a" } }, "required", ["a"]],
    [{ type: "allowed_tools", mode: "auto", tools: [{ type: "function", name: "a" }] }, "auto", ["a"]],
  ])("%j is read", (value, mode, names) => {
    expect(readToolChoice(value)).toEqual({ mode, names });
  });
});

describe("calls", () => {
  const tools = [{ name: "get", parameters: { type: "object", required: ["a"], properties: {} } }];
  const use = { tools, choice: readToolChoice("auto"), parallel: true };
  const argumentsIn = (text: string) => callsFor(text, use).map(({ tokens }) => JSON.parse(tokens.join("")));

  test.each([
    ["please /tool get", [{ a: "text" }]],
    ['/tool get {"a": "}\\"{"} and so on', [{ a: '}"{' }]],
    ['/tool get {"b": {"c": [1]}}', [{ a: "text", b: { c: [1] } }]],
    ["/tool get {not json}", [{ a: "text" }]],
    ['/tool get {"a": 1', [{ a: "text" }]],
    ["/tool get [1]", [{ a: "text" }]],
    ["/tool other {}", []],
    ["/tool", []],
  ])("%j", (text, expected) => {
    expect(argumentsIn(text)).toEqual(expected);
  });

  test("a long text of braces is read in time proportional to its length", () => {
    expect(argumentsIn(`/tool get ${"{".repeat(2_000_000)}`)).toEqual([{ a: "text" }]);
  });
});
