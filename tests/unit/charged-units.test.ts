import fc from "fast-check";
import { describe, expect, it, test } from "vitest";
import { storedUnits, unitKind, unitsOf } from "#core/domain/gateway/charged-units.ts";
import { COUNT_MAX } from "#core/domain/gateway/price-list.ts";
import { UNIT_KINDS } from "#core/domain/gateway/units.ts";

const RUNS = { numRuns: 1_000 };
const DIMENSIONS = {
  image: ["image:1024x1024:low", "image:auto:high"],
  second: ["second"],
  character: ["character"],
  search_unit: ["search_unit"],
};

/** Bills with units of one kind beside tokens and fees. */
const anyBill = fc.constantFrom(...UNIT_KINDS).chain((kind) => {
  const dimension = fc.constantFrom("input", "cached_input", "image_output", "request", ...DIMENSIONS[kind]);
  const line = fc.record({ dimension, quantity: fc.nat(COUNT_MAX) });
  return fc.record({ kind: fc.constant(kind), lines: fc.array(line, { maxLength: 6 }) });
});

test("the units of a bill are the sum of its lines that count them, as it was charged and as it is stored", () => {
  fc.assert(
    fc.property(anyBill, ({ kind, lines }) => {
      const names: readonly string[] = DIMENSIONS[kind];
      let sum = 0;
      for (const { dimension, quantity } of lines) if (names.includes(dimension)) sum += quantity;
      expect(unitsOf(lines)).toEqual(sum > 0 ? { unit: kind, quantity: sum } : null);
      const { unit, units } = storedUnits(JSON.stringify({ tier: "default", lines }));
      expect(units).toBe(sum);
      if (sum > 0) expect(unitKind(unit)).toBe(kind);
      else expect(unit).toBe(0);
    }),
    RUNS,
  );
});

describe("a stored kind", () => {
  it("keeps its number, since rows have it", () => {
    expect([1, 2, 3, 4].map(unitKind)).toEqual(["image", "second", "character", "search_unit"]);
  });

  it.each([0, 5, -1, 1.5])("is never %d", (number) => {
    expect(() => unitKind(number)).toThrow(RangeError);
  });
});

it.each([
  null,
  "",
  "{",
  "null",
  "[]",
  '{"tier":"default"}',
  '{"tier":"default","lines":[{"dimension":"second","quantity":-1}]}',
  '{"tier":"default","lines":[{"dimension":"second","quantity":0.5}]}',
  '{"tier":"default","lines":[{"dimension":"images","quantity":2},{"dimension":"input","quantity":3}]}',
])("price lines without units, or that are no bill, have none: %j", (priceLines) => {
  expect(storedUnits(priceLines)).toEqual({ unit: 0, units: 0 });
});
