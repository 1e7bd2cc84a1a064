import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  displayMask,
  formatAccountRoute,
  generateApiKey,
  generateKeyId,
  maskOf,
  maskPartsOf,
  parseApiKey,
} from "#core/domain/api-key.ts";
import { crc32, encodeBase62, randomBase62 } from "#core/domain/encoding.ts";
import { runs } from "#tests/support/tier.ts";

const ALPHABET = [..."0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"];
const text = (length: number) =>
  fc.array(fc.constantFrom(...ALPHABET), { minLength: length, maxLength: length }).map((c) => c.join(""));
const uint64 = fc.bigInt({ min: 0n, max: 2n ** 64n - 1n });
const keys = fc
  .tuple(uint64, text(32))
  .map(([route, secret]) => generateApiKey(formatAccountRoute(route), { secret }));

describe("an API key", () => {
  it("is lk_, 32 random characters, 11 for the route and 6 for the checksum", () => {
    expect(generateApiKey("0".repeat(11), { secret: "a".repeat(32) })).toMatch(
      /^lk_a{32}0{11}[0-9A-Za-z]{6}$/,
    );
    expect(generateApiKey("0".repeat(11))).toMatch(/^lk_[0-9A-Za-z]{49}$/);
  });

  it("has the same text from one release to the next", () => {
    const body = `lk_${"a".repeat(32)}${"0".repeat(11)}`;
    expect(generateApiKey("0".repeat(11), { secret: "a".repeat(32) })).toBe(
      body + encodeBase62(BigInt(crc32(body)), 6),
    );
  });

  it("contains its route for any account", () => {
    fc.assert(
      fc.property(uint64, text(32), (number, secret) => {
        const route = formatAccountRoute(number);
        expect(parseApiKey(generateApiKey(route, { secret }))).toEqual({ route });
      }),
    );
  });

  it("is refused with any one character changed", () => {
    fc.assert(
      fc.property(
        keys,
        fc.nat(51),
        fc.constantFrom(...ALPHABET, "_", "-", " ", "é"),
        (key, at, character) => {
          fc.pre(key[at] !== character);
          expect(parseApiKey(key.slice(0, at) + character + key.slice(at + 1))).toBeNull();
        },
      ),
      { numRuns: runs(2000) },
    );
  });

  it("is refused with any two neighbors exchanged", () => {
    fc.assert(
      fc.property(keys, fc.nat(50), (key, at) => {
        const [left, right] = [key.charAt(at), key.charAt(at + 1)];
        fc.pre(left !== right);
        expect(parseApiKey(key.slice(0, at) + right + left + key.slice(at + 2))).toBeNull();
      }),
      { numRuns: runs(2000) },
    );
  });

  it("is refused with a character lost, doubled or added at either end", () => {
    fc.assert(
      fc.property(keys, fc.nat(51), (key, at) => {
        expect(parseApiKey(key.slice(0, at) + key.slice(at + 1))).toBeNull();
        expect(parseApiKey(key.slice(0, at) + key.charAt(at) + key.slice(at))).toBeNull();
        for (const padded of [` ${key}`, `${key} `, `${key}\n`]) expect(parseApiKey(padded)).toBeNull();
      }),
    );
  });

  it("is refused when it is not a key at all, whatever its length", () => {
    fc.assert(
      fc.property(fc.string({ maxLength: 200 }), (anything) => {
        expect(parseApiKey(anything)).toBeNull();
      }),
    );
    expect(parseApiKey(`lk_${"a".repeat(1_000_000)}`)).toBeNull();
  });

  it("is shown as its first 8 characters, dots and its last 4", () => {
    const key = generateApiKey("0".repeat(11), { secret: "a".repeat(32) });
    expect(maskOf(key)).toHaveLength(12);
    expect(displayMask(maskOf(key))).toBe(`lk_aaaaa••••••••${key.slice(-4)}`);
  });

  it("has an ID that does not repeat", () => {
    const ids = new Set(Array.from({ length: 1000 }, generateKeyId));
    expect(ids.size).toBe(1000);
    for (const id of ids) expect(id).toMatch(/^key_[0-9A-Za-z]{20}$/);
  });
});

describe("base62", () => {
  it("gives each character the same share of the bytes and discards the rest", () => {
    const everyByte = Uint8Array.from({ length: 256 }, (_, byte) => byte);
    const drawn = randomBase62(248, () => everyByte);
    const counts = ALPHABET.map((character) => drawn.split(character).length - 1);
    expect(counts).toEqual(Array(62).fill(4));
  });

  it("requests more bytes when some were discarded", () => {
    const draws = [Uint8Array.of(255, 248, 0), Uint8Array.of(250, 61), Uint8Array.of(62)];
    expect(randomBase62(3, () => draws.shift() ?? new Uint8Array())).toBe("0z0");
  });

  it("writes every 64-bit number differently, in 11 characters, and in their order", () => {
    fc.assert(
      fc.property(uint64, uint64, (left, right) => {
        const [a, b] = [encodeBase62(left, 11), encodeBase62(right, 11)];
        expect([a.length, b.length]).toEqual([11, 11]);
        expect(a < b).toBe(left < right);
        expect(a === b).toBe(left === right);
      }),
    );
  });

  it("refuses a number that does not fit or is negative", () => {
    expect(encodeBase62(62n ** 2n - 1n, 2)).toBe("zz");
    expect(() => encodeBase62(62n ** 2n, 2)).toThrow(RangeError);
    expect(() => encodeBase62(-1n, 2)).toThrow(RangeError);
  });
});

it("the checksum is the standard CRC-32", () => {
  expect(crc32("123456789")).toBe(0xcbf43926);
  expect(crc32("")).toBe(0);
});

describe("what a search gives away of a key's mask", () => {
  it("is its head and tail for a key and its displayed mask, and the head for the start of a key", () => {
    fc.assert(
      fc.property(keys, fc.integer({ min: 3, max: 40 }), (key, length) => {
        const mask = maskOf(key);
        const [head, tail] = [mask.slice(0, 8), mask.slice(8)];
        expect(maskPartsOf(key)).toEqual({ head, tail });
        expect(maskPartsOf(displayMask(mask))).toEqual({ head, tail });
        expect(maskPartsOf(key.slice(0, length))).toEqual({
          head: key.slice(0, Math.min(length, 8)),
          tail: "",
        });
      }),
      { numRuns: runs(500) },
    );
  });

  it.each(["", "key_1", "maya@example.com", "lk", "lk_%", "lk_a_b", " lk_a"])(
    "is nothing for “%s”",
    (search) => {
      expect(maskPartsOf(search)).toBeNull();
    },
  );
});
