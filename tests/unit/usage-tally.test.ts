import fc from "fast-check";
import { expect, it } from "vitest";
import { Tally } from "#core/domain/tally.ts";

const mark = fc.integer({ min: 58, max: 255 }).map((code) => String.fromCharCode(code));
const status = fc.integer({ min: 400, max: 999 }).map((code) => String.fromCharCode(256 + code));
const counted = fc.tuple(fc.oneof(mark, status), fc.integer({ min: 1, max: 50 }));
const text = fc
  .array(counted)
  .map((list) => list.map(([of, count]) => of + (count > 1 ? count : "")).join(""));

const meaning = (...texts: string[]) => {
  const tally = new Tally();
  for (const part of texts) tally.add(part);
  return { packed: tally.toText(), errors: tally.errorTypes(), times: tally.percentiles(50, 95, 99) };
};

it("means the same written one after another, added up, or packed", () => {
  fc.assert(
    fc.property(text, text, (a, b) => {
      const together = meaning(a + b);
      expect(meaning(a, b)).toEqual(together);
      expect(meaning(meaning(a).packed, meaning(b).packed)).toEqual(together);
      expect(together.packed.length).toBeLessThanOrEqual(Math.max(a.length + b.length, 0));
    }),
  );
});

it("subtracts what was added", () => {
  fc.assert(
    fc.property(text, text, (a, b) => {
      expect(new Tally().add(a).add(b).add(a, -1).toText()).toBe(meaning(b).packed);
    }),
  );
});

it("stores a long run of one mark as its count", () => {
  expect(meaning("A".repeat(1200)).packed).toBe("A1200");
  expect(meaning("A1200A34B").packed).toBe("A1234B");
});

it("uses the percentile of the nearest rank, which is never the one below", () => {
  // Bins of under 1 ms, of about 1 ms and of about 2.6 ms, as in a list of 0, 0, 1, 2.6.
  const [zero, low, high] = [":", ";", "E"].map((mark) => new Tally().add(mark).percentiles(50)[0]);
  expect(new Tally().add(":2;E").percentiles(25, 50, 51, 75, 76, 99)).toEqual([
    zero,
    zero,
    low,
    low,
    high,
    high,
  ]);
});

it("has no percentiles without requests", () => {
  expect(new Tally().percentiles(50, 99)).toEqual([null, null]);
});

it("lists errors by how often they happened, equal ones by status", () => {
  const of = (code: number) => String.fromCharCode(256 + code);
  const tally = new Tally().add(`${of(503)}2${of(404)}${of(429)}2:9`);
  expect(tally.errorTypes()).toEqual([
    { type: "429", count: 2 },
    { type: "503", count: 2 },
    { type: "404", count: 1 },
  ]);
});
