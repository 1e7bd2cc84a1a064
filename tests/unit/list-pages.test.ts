import fc from "fast-check";
import { expect, it } from "vitest";
import { cutPage, formatCursor, parseCursor } from "#core/domain/page.ts";

const whole = fc.nat({ max: Number.MAX_SAFE_INTEGER });

it("a cursor decodes to the position it was made from, in at most 64 letters, digits and dashes", () => {
  fc.assert(
    fc.property(fc.array(whole, { minLength: 1, maxLength: 5 }), (place) => {
      const cursor = formatCursor(...place);
      expect(cursor).toMatch(/^[\w-]{1,64}$/);
      expect(parseCursor(cursor, place.length)).toEqual(place);
    }),
  );
});

it.each([
  "",
  "-",
  "1-",
  "-1",
  "a-b-c",
  "1_2",
  "A-1",
  "zzzzzzzzzzz-1",
  "1-zzzzzzzzzzzz",
  " 1-1",
  "1.5-1",
  "1-é",
])("the text “%s” is not a cursor of two numbers", (text) => {
  expect(() => parseCursor(text, 2)).toThrow(
    expect.objectContaining({ code: "invalid_request", details: { field: "cursor" } }),
  );
});

it("pages of any size contain each row once and in order, and only the last one has no next", () => {
  fc.assert(
    fc.property(fc.array(fc.nat()), fc.integer({ min: 1, max: 7 }), (values, limit) => {
      const rows = values.map((value, i) => ({ i, value }));
      const items: number[] = [];
      let next: string | null = "0";
      while (next !== null) {
        const from: number = Number(next);
        const page = cutPage(rows.slice(from, from + limit + 1), limit, {
          item: ({ value }) => value,
          cursor: ({ i }) => String(i + 1),
        });
        items.push(...page.items);
        next = page.next_cursor;
        expect(next === null).toBe(items.length === values.length);
      }
      expect(items).toEqual(values);
    }),
  );
});
