import fc from "fast-check";
import { expect, test } from "vitest";
import { z } from "zod";
import { exampleOf } from "#scripts/local/upstream/schema-example.ts";
import { runs } from "#tests/support/tier.ts";

const person = z.object({
  name: z.string(),
  born: z.iso.date(),
  email: z.email(),
  site: z.url(),
  id: z.uuid(),
});
const tree: z.ZodType = z.object({
  value: z.int(),
  get next() {
    return z.union([tree, z.null()]);
  },
});

test.each<[string, z.ZodType]>([
  ["formats", person],
  ["lists", z.object({ people: z.array(person).min(2), pair: z.tuple([z.string(), z.number()]) })],
  ["choices", z.union([z.literal("a"), z.number()])],
  [
    "discriminated choices",
    z.discriminatedUnion("kind", [z.object({ kind: z.literal("x"), n: z.int().min(3) })]),
  ],
  ["enumerations", z.object({ unit: z.enum(["C", "F"]), nothing: z.null(), maybe: z.string().nullable() })],
  ["combinations", z.intersection(z.object({ a: z.string() }), z.object({ b: z.boolean() }))],
  ["records", z.record(z.string(), z.number())],
  ["lengths", z.string().min(7).max(9)],
  ["a short limit", z.string().max(2)],
  ["recursion", tree],
])("the example of a schema with %s is an instance", (_what, schema) => {
  const example = exampleOf(z.toJSONSchema(schema));
  expect(schema.safeParse(example), JSON.stringify(example)).toMatchObject({ success: true });
});

test("optional properties are left out", () => {
  const schema = z.object({ a: z.string(), b: z.string().optional() });
  expect(exampleOf(z.toJSONSchema(schema))).toEqual({ a: "text" });
});

const bounds = fc.tuple(fc.integer({ min: -50, max: 50 }), fc.integer({ min: 1, max: 60 }));

test("the example of a number is within its limits", () => {
  fc.assert(
    fc.property(bounds, fc.boolean(), fc.boolean(), ([low, width], isInteger, isOpen) => {
      const number = isInteger ? z.int() : z.number();
      const high = low + width + 1;
      const schema = isOpen ? number.gt(low).lt(high) : number.min(low).max(high);
      expect(schema.safeParse(exampleOf(z.toJSONSchema(schema))).success).toBe(true);
    }),
    { numRuns: runs(1_000) },
  );
});

test("any JSON is accepted as a schema", () => {
  fc.assert(
    fc.property(fc.jsonValue({ maxDepth: 4 }), (schema) => {
      expect(() => JSON.stringify(exampleOf(schema))).not.toThrow();
    }),
    { numRuns: runs(1_000) },
  );
});

test("a schema that refers to itself forever has a finite example", () => {
  expect(() => exampleOf({ $ref: "#" })).not.toThrow();
  const endless = { type: "object", properties: { next: { $ref: "#" } }, required: ["next"] };
  expect(JSON.stringify(exampleOf(endless)).length).toBeLessThan(1_000);
});
