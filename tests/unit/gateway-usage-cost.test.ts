import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { withUsageCost } from "#core/domain/gateway/endpoints/with-cost.ts";
import { runs } from "#tests/support/tier.ts";

const RUNS = { numRuns: runs(5_000) };
const COST = "0.000123";
const withCost = (json: string) => JSON.parse(withUsageCost(json, COST));

/** Names and texts that look like the member that is looked for. */
const nastyText = fc.constantFrom("usage", "cost", '"usage":{}', "}", "{", "\\", 'a"b', "[", "日本");
/** V8 may read the name `"\""` as a backslash, in this test's own JSON.parse too. */
const name = (maxLength: number) =>
  fc.oneof(
    nastyText,
    fc.string({ maxLength }).filter((text) => text !== '"'),
  );
const value = fc.letrec((tie) => ({
  any: fc.oneof(
    { maxDepth: 3 },
    fc.constantFrom(null, true, 0, -1.5, "", [], {}),
    nastyText,
    fc.array(tie("any"), { maxLength: 3 }),
    fc.dictionary(name(3), tie("any"), { maxKeys: 3 }),
  ),
})).any;
const usage = fc.dictionary(name(4), value, { maxKeys: 4 });
const body = fc.tuple(
  fc.dictionary(nastyText, value, { maxKeys: 4 }),
  usage,
  fc.constantFrom(undefined, 1, "\t"),
);

describe("the cost in a response's usage", () => {
  it("is the only change, whatever surrounds it", () => {
    fc.assert(
      fc.property(body, ([others, counts, space]) => {
        const whole = { ...others, usage: counts, id: "r" };
        const json = JSON.stringify(whole, null, space);
        const { cost: _own, ...kept } = counts;
        expect(withCost(json)).toEqual({ ...JSON.parse(json), usage: { ...kept, cost: 0.000123 } });
      }),
      RUNS,
    );
  });

  it("leaves the rest of the text as it was written", () => {
    const json = '{ "n": 1.50, "big": 12345678901234567890,\n"usage" : { "a" : 1 } , "z": "\\u00e9" }';
    expect(withUsageCost(json, COST)).toBe(json.replace('{ "a" : 1 }', `{ "a" : 1 ,"cost":${COST}}`));
    expect(withUsageCost('{"usage":{ }}', COST)).toBe(`{"usage":{ "cost":${COST}}}`);
  });

  it.each([
    [
      "a usage with the provider's own cost",
      '{"usage":{"cost":9,"a":1}}',
      { usage: { cost: 0.000123, a: 1 } },
    ],
    [
      "two usages, of which the last one counts",
      '{"usage":{"a":1},"usage":{"b":2}}',
      { usage: { b: 2, cost: 0.000123 } },
    ],
    ["a name with escapes", '{"us\\u0061ge":{"a":1}}', { usage: { a: 1, cost: 0.000123 } }],
    [
      "a name with escapes beside the plain one",
      '{"usage":{"a":1},"\\u0075sage":{"b":2}}',
      { usage: { b: 2, cost: 0.000123 } },
    ],
    [
      "a name that is one escaped character, which V8's reviver misreads",
      '{"usage":{"}":"","\\"":0,"cost":9}}',
      { usage: { "}": "", '"': 0, cost: 0.000123 } },
    ],
    ["a usage that is no object", '{"usage":null}', { usage: null }],
    ["a list", '[{"usage":{}}]', [{ usage: {} }]],
  ])("is right for %s", (_what, json, expected) => {
    expect(withCost(json)).toEqual(expected);
  });

  it.each(["[DONE]", "", '{"usage":{}', '{"usage":{}}}'])("leaves %j, which is not JSON, alone", (text) => {
    expect(withUsageCost(text, COST)).toBe(text);
  });
});
