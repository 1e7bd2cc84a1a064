import fc from "fast-check";
import { expect, it } from "vitest";
import { open, seal } from "#core/services/keys/seal.ts";

const secret = (fill: number) => new Uint8Array(32).fill(fill);
const places = fc.record({
  accountId: fc.integer({ min: 1 }),
  publicId: fc.string({ minLength: 1, maxLength: 30 }),
});

it("what is sealed opens in its own place and in no other", async () => {
  await fc.assert(
    fc.asyncProperty(places, places, fc.string({ maxLength: 60 }), async (place, other, key) => {
      const sealed = await seal(secret(1), place, key);
      expect(await open(secret(1), place, sealed)).toBe(key);
      await expect(open(secret(2), place, sealed)).rejects.toThrow("does not open");
      fc.pre(place.accountId !== other.accountId || place.publicId !== other.publicId);
      await expect(open(secret(1), other, sealed)).rejects.toThrow("does not open");
    }),
    { numRuns: 50 },
  );
});

it("the same key is sealed differently each time", async () => {
  const place = { accountId: 1, publicId: "key_1" };
  const sealed = await Promise.all(Array.from({ length: 20 }, () => seal(secret(1), place, "lk_x")));
  expect(new Set(sealed).size).toBe(20);
  for (const text of sealed) expect(text).toMatch(/^v1\./);
});

it("a change of any character of the ciphertext is noticed", async () => {
  const place = { accountId: 1, publicId: "key_1" };
  const sealed = await seal(secret(1), place, "lk_0123456789");
  await fc.assert(
    fc.asyncProperty(
      fc.nat(sealed.length - 1),
      fc.constantFrom("A", "b", "/", "."),
      async (at, character) => {
        fc.pre(sealed[at] !== character);
        const altered = sealed.slice(0, at) + character + sealed.slice(at + 1);
        await expect(open(secret(1), place, altered)).rejects.toThrow("does not open");
      },
    ),
  );
});
