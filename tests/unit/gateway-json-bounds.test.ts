import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { parseJsonBody } from "#core/domain/gateway/endpoints/json-body.ts";
import { JSON_BOUNDS, NAMES_OF_OBJECT_MAX } from "#core/domain/gateway/json-bounds.ts";
import { DEPTH_MAX } from "#core/domain/gateway/request-limits.ts";
import { runs } from "#tests/support/tier.ts";

const parse = (text: string) => parseJsonBody(new TextEncoder().encode(text));
const listOf = (count: number, item: string) => `[${Array(count).fill(item).join(",")}]`;
const { containers, names, strings, escapes, numbers, longNumbers } = JSON_BOUNDS;
/** The body itself and the list. */
const AROUND = 2;

/** Bodies with so many of a kind, which have fewer of every other. */
const KINDS: [kind: string, most: number, bodyWith: (count: number) => string][] = [
  ["lists and objects", containers.most, (count) => `{"stop":${listOf(count - AROUND, "[]")}}`],
  [
    "names",
    names.most,
    (count) => `{"stop":${listOf(Math.floor((count - 1) / 1_000), `{${namesOf(1_000)}}`)}${rest(count)}}`,
  ],
  ["strings", strings.most, (count) => `{"stop":${listOf(count - 1, '""')}}`],
  ["escapes in its strings", escapes.most, (count) => `{"stop":"${"\\n".repeat(count)}"}`],
  ["numbers", numbers.most, (count) => `{"stop":${listOf(count, "1.5e3")}}`],
  [
    "numbers of 16 digits and more",
    longNumbers.most,
    (count) => `{"stop":${listOf(count, "12345678901234567890")}}`,
  ],
];

const namesOf = (count: number) => Array.from({ length: count }, (_, at) => `"${at}":null`).join(",");
/** The names that are left over when all others stand in objects of a thousand. */
const rest = (count: number) => {
  const left = (count - 1) % 1_000;
  return left === 0 ? "" : `,${namesOf(left)}`;
};

describe("a body", () => {
  it.each(KINDS)("has a bounded number of %s", (kind, most, bodyWith) => {
    expect(Object.keys(parse(bodyWith(most)))).toContain("stop");
    expect(() => parse(bodyWith(most + 1))).toThrow(`The body has more than ${most} ${kind}.`);
  });

  it("has a bounded number of names in one object, and a bounded depth", () => {
    expect(parse(`{"stop":{${namesOf(NAMES_OF_OBJECT_MAX)}}}`)).toHaveProperty("stop");
    expect(() => parse(`{"stop":{${namesOf(NAMES_OF_OBJECT_MAX + 1)}}}`)).toThrow(
      `An object in the body has more than ${NAMES_OF_OBJECT_MAX} names.`,
    );
    const nested = (depth: number) => `{"stop":${"[".repeat(depth - 1)}${"]".repeat(depth - 1)}}`;
    expect(parse(nested(DEPTH_MAX))).toHaveProperty("stop");
    expect(() => parse(nested(DEPTH_MAX + 1))).toThrow(`nests deeper than ${DEPTH_MAX} levels`);
  });

  it("may have any number of these signs within a string", () => {
    const text = "[{:,1".repeat(200_000);
    expect(parse(`{"stop":"${text}"}`)).toEqual({ stop: text });
    expect(parse(String.raw`{"a\"[{":"\\"}`)).toEqual({ 'a"[{': "\\" });
  });

  it("is read as JSON.parse reads it, whatever it holds", () => {
    fc.assert(
      fc.property(fc.dictionary(fc.string(), fc.jsonValue({ maxDepth: 5 })), (value) => {
        const text = JSON.stringify(value);
        expect(JSON.stringify(parse(text))).toBe(JSON.stringify(JSON.parse(text)));
      }),
      { numRuns: runs(2_000) },
    );
  });

  it("has no number that is not finite", () => {
    for (const number of ["1e999", "-1E400", "9".repeat(400)])
      expect(() => parse(`{"temperature":[{"a":${number}}]}`)).toThrow("A number in the body is too large.");
  });
});
