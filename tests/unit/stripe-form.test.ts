import fc from "fast-check";
import { expect, test } from "vitest";
import { decodeForm, reader } from "#scripts/local/stripe/api/form.ts";

/** The SDK's way to write nested parameters. */
function encode(value: unknown, name = ""): [string, string][] {
  if (typeof value !== "object" || value === null) return [[name, String(value)]];
  return Object.entries(value).flatMap(([key, child]) => encode(child, name ? `${name}[${key}]` : key));
}

test("nested parameters are read back unchanged", () => {
  const key = fc.stringMatching(/^[a-z_]{1,8}$/);
  const nested = fc.dictionary(key, fc.oneof(fc.string(), fc.dictionary(key, fc.string(), { minKeys: 1 })));
  fc.assert(
    fc.property(nested, (params) => {
      const text = new URLSearchParams(encode(params)).toString();
      expect(JSON.parse(JSON.stringify(decodeForm(text)))).toEqual(JSON.parse(JSON.stringify(params)));
    }),
  );
});

test("a list may omit its indices", () => {
  expect(reader(decodeForm("expand[]=a&expand[]=b")).strings("expand")).toEqual(["a", "b"]);
});

test("no parameter reaches the prototype", () => {
  decodeForm("__proto__[polluted]=1&constructor[prototype][polluted]=1");
  expect(Object.hasOwn(Object.prototype, "polluted")).toBe(false);
});

test("a parameter that is both a value and a group, or too deep, is refused", () => {
  expect(() => decodeForm("a=1&a[b]=2")).toThrow("Invalid parameter");
  expect(() => decodeForm(`a${"[b]".repeat(7)}=1`)).toThrow("nested too deep");
});

test.each(["1.5", "1e3", "0x10", "NaN", "9".repeat(16)])("%s is not an integer", (text) => {
  expect(() => reader(decodeForm(`amount=${text}`)).integer("amount")).toThrow("Invalid integer");
});

test("an integer keeps its sign, and an absent one is null", () => {
  const read = reader(decodeForm("amount=-250&empty="));
  expect([read.integer("amount"), read.integer("empty"), read.integer("none")]).toEqual([-250, null, null]);
});

test("errors give the parameter's full name", () => {
  const item = reader(decodeForm("items[0][price][amount]=x")).children("items")[0];
  expect(() => item?.child("price").integer("amount")).toThrow(
    expect.objectContaining({ body: expect.objectContaining({ param: "items[0][price][amount]" }) }),
  );
});
