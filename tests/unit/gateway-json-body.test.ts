import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { parseJsonBody } from "#core/domain/gateway/endpoints/json-body.ts";
import { parseExactly } from "#core/domain/gateway/exact-json.ts";
import { runs } from "#tests/support/tier.ts";

const parse = (text: string) => parseJsonBody(new TextEncoder().encode(text));
const digits = fc.stringMatching(/^-?[1-9][0-9]{14,25}$/);
const tricky = fc.oneof(
  fc.string(),
  fc.stringMatching(/^[\\"#0-9{[]{0,20}$/),
  digits,
  digits.map((text) => `#0#${text}`),
);
/** A JSON text and the same value with the numbers beyond 2^53 as strings behind "big ". */
const json = fc.letrec<{ text: [text: string, plain: string] }>((tie) => ({
  text: fc.oneof(
    { maxDepth: 4 },
    tricky.map((value) => [JSON.stringify(value), JSON.stringify(value)] as [string, string]),
    digits.map(
      (value) => [value, Number.isSafeInteger(Number(value)) ? value : `"big ${value}"`] as [string, string],
    ),
    fc
      .double({ noNaN: true, noDefaultInfinity: true })
      .map((value) => [JSON.stringify(value), JSON.stringify(value)] as [string, string]),
    fc
      .constantFrom(
        ["1234567890123456.5", "1234567890123456.5"],
        ["0.12345678901234567", "0.12345678901234567"],
        ["12345678901234567e-3", "12345678901234567e-3"],
      )
      .map(([a = "", b = ""]) => [a, b] as [string, string]),
    fc
      .array(tie("text"), { maxLength: 4 })
      .map(
        (all) =>
          [`[${all.map(([a]) => a).join(" , ")}]`, `[${all.map(([, b]) => b).join(",")}]`] as [
            string,
            string,
          ],
      ),
    fc
      .array(fc.tuple(tricky, tie("text")), { maxLength: 4 })
      .map(
        (all) =>
          [
            `{${all.map(([name, [a]]) => `${JSON.stringify(name)} : ${a}`).join(",")}}`,
            `{${all.map(([name, [, b]]) => `${JSON.stringify(name)}:${b}`).join(",")}}`,
          ] as [string, string],
      ),
  ),
})).text;

describe("the JSON of a body", () => {
  it("has the names of one escaped character that it was sent with, whatever V8 read there before", () => {
    JSON.parse(String.raw`{"model":"m","\\":5}`);
    expect(parse(String.raw`{"model":"m","\u006e":5}`)).toEqual({ model: "m", n: 5 });
    // V8 may read a quote as a backslash, too; nothing is called either.
    const other = parse(String.raw`{"a":"\"\u540d","\u0022":"\uD83D"}`);
    expect([other.a, ...Object.values(other)]).toEqual(['"名', '"名', "\uD83D"]);
  });

  it("keeps whole numbers beyond 2^53 digit by digit, and everything else as JSON.parse reads it", () => {
    fc.assert(
      fc.property(json, ([text, plain]) => {
        const again = JSON.stringify(parseExactly(text));
        const expected = JSON.stringify(JSON.parse(plain)).replace(/"big (-?\d+)"/g, "$1");
        expect(again).toBe(expected);
      }),
      { numRuns: runs(5_000) },
    );
  });

  it("keeps them as members of any name", () => {
    for (const name of ["__proto__", "constructor", "rawJSON", "1", ""]) {
      const text = `{"a":{${JSON.stringify(name)}:12345678901234567890}}`;
      expect(JSON.stringify(parse(text))).toBe(text);
    }
  });
});
