import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { abilitiesText, expiryChoices, sampleCommand } from "#app/features/account/access-tokens.ts";
import { createTokenRequest } from "#core/contract/access-tokens.ts";
import {
  claimsToBeAccessToken,
  generateAccessToken,
  isAccessToken,
  TOKEN_SCOPES,
  tokenStateAt,
} from "#core/domain/access-token.ts";
import { generateApiKey, maskOf, parseApiKey } from "#core/domain/api-key.ts";

const ALPHABET = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";
const letter = fc.constantFrom(...ALPHABET);
const secret = fc.array(letter, { minLength: 30, maxLength: 30 }).map((letters) => letters.join(""));

/** CRC-32 bit by bit and base62 by long division, from their definitions alone. */
function checksumByDefinition(text: string): string {
  let remainder = 0xffffffff;
  for (const character of text) {
    remainder ^= character.charCodeAt(0);
    for (let bit = 0; bit < 8; bit += 1)
      remainder = remainder & 1 ? (remainder >>> 1) ^ 0xedb88320 : remainder >>> 1;
  }
  let rest = (remainder ^ 0xffffffff) >>> 0;
  let digits = "";
  for (let digit = 0; digit < 6; digit += 1) {
    digits = ALPHABET.charAt(rest % 62) + digits;
    rest = Math.floor(rest / 62);
  }
  return digits;
}

describe("an access token", () => {
  it("is its prefix, its secret and their checksum, and is recognized", () => {
    fc.assert(
      fc.property(secret, (text) => {
        const token = generateAccessToken(text);
        expect(token).toBe(`lkp_${text}${checksumByDefinition(`lkp_${text}`)}`);
        expect([isAccessToken(token), claimsToBeAccessToken(token)]).toEqual([true, true]);
        expect(parseApiKey(token)).toBeNull();
        expect(maskOf(token)).toBe(token.slice(0, 8) + token.slice(-4));
      }),
    );
  });

  it("is refused with any one character replaced, added, removed or swapped with its neighbour", () => {
    const mistake = fc.record({
      at: fc.nat(39),
      by: letter,
      kind: fc.constantFrom("replace", "add", "remove", "swap"),
    });
    fc.assert(
      fc.property(secret, mistake, (text, { at, by, kind }) => {
        const token = generateAccessToken(text);
        const [before, here, after] = [token.slice(0, at), token.charAt(at), token.slice(at + 1)];
        const wrong = {
          replace: before + by + after,
          add: before + by + here + after,
          remove: before + after,
          swap: before + after.slice(0, 1) + here + after.slice(1),
        }[kind];
        if (wrong !== token) expect(isAccessToken(wrong)).toBe(false);
      }),
    );
  });

  it("is different each time, with 178 random bits", () => {
    const tokens = Array.from({ length: 1000 }, () => generateAccessToken());
    expect(new Set(tokens).size).toBe(1000);
    const used = new Set(tokens.flatMap((token) => [...token.slice(4, 34)]));
    expect(used.size).toBe(ALPHABET.length);
  });

  it("is never an API key, nor the other way round", () => {
    for (const test of [false, true]) {
      const key = generateApiKey("0".repeat(11), { test });
      expect([isAccessToken(key), claimsToBeAccessToken(key)]).toEqual([false, false]);
    }
    for (const text of ["", "lkp_", "LKP_", " lkp_x", "lk_p", `lkp_${"0".repeat(36)}`])
      expect(isAccessToken(text)).toBe(false);
  });

  it("has expired from its last moment on, and is revoked before anything else", () => {
    fc.assert(
      fc.property(fc.nat(), fc.nat(), fc.option(fc.nat()), (now, expiresAt, revokedAt) => {
        const expected = revokedAt !== null ? "revoked" : now >= expiresAt ? "expired" : "active";
        expect(tokenStateAt(now, { expiresAt, revokedAt })).toBe(expected);
      }),
    );
  });
});

describe("the request for a token", () => {
  it("accepts any choice of scopes, each once, and no other", () => {
    const body = { name: "CI", expires_in_days: 30 };
    const scopes = fc.array(fc.oneof(fc.constantFrom<string>(...TOKEN_SCOPES), fc.string()), {
      maxLength: 6,
    });
    fc.assert(
      fc.property(scopes, (chosen) => {
        const known = chosen.every((scope) => TOKEN_SCOPES.some((each) => each === scope));
        const fine = chosen.length > 0 && known && new Set(chosen).size === chosen.length;
        expect(createTokenRequest.safeParse({ ...body, scopes: chosen }).success).toBe(fine);
      }),
    );
  });

  it("accepts whole days up to a year, and every choice of the form is one", () => {
    const accepts = (days: unknown) =>
      createTokenRequest.safeParse({ name: "CI", scopes: ["keys:read"], expires_in_days: days }).success;
    for (const { value } of expiryChoices(0)) expect(accepts(Number(value))).toBe(true);
    for (const wrong of [0, -1, 366, 1.5, Number.NaN, "30", null, undefined, 1e300])
      expect(accepts(wrong), String(wrong)).toBe(false);
  });
});

describe("the form", () => {
  it("says in words what a token can do", () => {
    expect(abilitiesText(["usage:read"])).toBe("read usage");
    expect(abilitiesText(["keys:read", "keys:write"])).toBe("read keys and change keys");
    expect(abilitiesText(TOKEN_SCOPES)).toBe("read usage, read keys, change keys and read billing");
  });

  it("shows a request that the token may make, and none for one that only changes things", () => {
    const command = sampleCommand("https://a.example", ["keys:write", "billing:read"]);
    expect(command).toBe(
      'curl https://a.example/api/account/balance \\\n  -H "Authorization: Bearer $LATCHKEY_TOKEN"',
    );
    expect(sampleCommand("https://a.example", ["keys:write"])).toBeNull();
  });

  it("offers a week to a year, each with its last day", () => {
    const choices = expiryChoices(Date.parse("2026-11-20T12:00:00Z"));
    expect(choices.map(({ label }) => label)).toEqual([
      "In 7 days, on Nov 27, 2026",
      "In 30 days, on Dec 20, 2026",
      "In 90 days, on Feb 18, 2027",
      "In 1 year, on Nov 20, 2027",
    ]);
  });
});
