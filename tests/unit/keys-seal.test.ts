import fc from "fast-check";
import { expect, it } from "vitest";
import { encodeBase64 } from "#core/domain/encoding.ts";
import { open, seal, sealMark } from "#core/services/keys/seal.ts";
import { inTier, runs } from "#tests/support/tier.ts";

const LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/=.";
const secret = (fill: number) => new Uint8Array(32).fill(fill);
const under = (sealing: number, ...earlier: number[]) => ({
  pepper: secret(0),
  sealing: secret(sealing),
  earlierSealings: earlier.map(secret),
});
const places = fc.record({
  accountId: fc.integer({ min: 1 }),
  publicId: fc.string({ minLength: 1, maxLength: 30 }),
});
const place = { accountId: 1, publicId: "key_1" };

it("sealed data opens in its own place and in no other", async () => {
  await fc.assert(
    fc.asyncProperty(places, places, fc.string({ maxLength: 60 }), async (here, other, key) => {
      const sealed = await seal(under(1), here, key);
      expect(await open(under(1), here, sealed)).toBe(key);
      await expect(open(under(2), here, sealed)).rejects.toThrow("does not open");
      fc.pre(here.accountId !== other.accountId || here.publicId !== other.publicId);
      await expect(open(under(1), other, sealed)).rejects.toThrow("does not open");
    }),
    { numRuns: runs(50) },
  );
});

it("after any changes of the secret, previously sealed data opens exactly under the secrets still known", async () => {
  const history = fc.uniqueArray(fc.nat(255), { minLength: 1, maxLength: 6 });
  await fc.assert(
    fc.asyncProperty(history, fc.nat(5), async (secrets, kept) => {
      const newestFirst = [...secrets].reverse();
      const [present = 0, ...before] = newestFirst;
      const known = under(present, ...before.slice(0, kept));
      for (const [age, fill] of newestFirst.entries()) {
        const opening = open(known, place, await seal(under(fill), place, `lk_${fill}`));
        if (age <= kept) expect(await opening).toBe(`lk_${fill}`);
        else await expect(opening).rejects.toThrow("does not open");
      }
    }),
    { numRuns: runs(100) },
  );
});

it("the same key is sealed differently each time", async () => {
  const sealed = await Promise.all(Array.from({ length: 20 }, () => seal(under(1), place, "lk_x")));
  expect(new Set(sealed).size).toBe(20);
});

it("sealed data names its secret by a short ID that is stable and not a digest of the secret", async () => {
  const mark = await sealMark(secret(1));
  expect(mark).toMatch(/^v2\.[0-9a-f]{8}$/);
  const sealed = await seal(under(1), place, "lk_x");
  expect(sealed.startsWith(`${mark}.`)).toBe(true);
  expect(await sealMark(secret(2))).not.toBe(mark);
  const digest = new Uint8Array(await crypto.subtle.digest("SHA-256", secret(1)));
  expect(Buffer.from(digest).toString("hex")).not.toContain(mark.slice(3));
});

/** The sealing used before secrets had IDs: HKDF and AES-GCM, implemented again. */
async function sealV1(sealing: Uint8Array<ArrayBuffer>, { accountId, publicId }: typeof place, key: string) {
  const utf8 = (text: string) => new TextEncoder().encode(text);
  const root = await crypto.subtle.importKey("raw", sealing, "HKDF", false, ["deriveKey"]);
  const how = {
    name: "HKDF",
    hash: "SHA-256",
    salt: utf8("latchkey/api-keys"),
    info: utf8(`v1:account:${accountId}`),
  };
  const aes = { name: "AES-GCM", length: 256 };
  const cipher = await crypto.subtle.deriveKey(how, root, aes, false, ["encrypt"]);
  const iv = crypto.getRandomValues(new Uint8Array(12));
  const parameters = { name: "AES-GCM", iv, additionalData: utf8(`v1:${accountId}:${publicId}`) };
  const sealed = new Uint8Array(await crypto.subtle.encrypt(parameters, cipher, utf8(key)));
  return `v1.${encodeBase64(iv)}.${encodeBase64(sealed)}`;
}

it("a key sealed before secrets had IDs opens under any known secret, in its own place only", async () => {
  await fc.assert(
    fc.asyncProperty(places, places, fc.nat(255), async (here, other, fill) => {
      const sealed = await sealV1(secret(fill), here, "lk_old");
      expect(await open(under(fill), here, sealed)).toBe("lk_old");
      const next = (fill + 1) % 256;
      expect(await open(under(next, (fill + 2) % 256, fill), here, sealed)).toBe("lk_old");
      await expect(open(under(next), here, sealed)).rejects.toThrow("does not open");
      fc.pre(here.accountId !== other.accountId || here.publicId !== other.publicId);
      await expect(open(under(fill), other, sealed)).rejects.toThrow("does not open");
    }),
    { numRuns: runs(50) },
  );
});

it("nothing opens as another version, or under another secret's ID", async () => {
  const current = await seal(under(1, 2), place, "lk_x");
  const old = await sealV1(secret(1), place, "lk_x");
  const [, , iv, ciphertext] = current.split(".");
  const passedOff = [
    `v1.${iv}.${ciphertext}`,
    `${await sealMark(secret(2))}.${iv}.${ciphertext}`,
    old.replace(/^v1/, await sealMark(secret(1))),
  ];
  for (const text of passedOff) {
    await expect(open(under(1, 2), place, text)).rejects.toThrow("does not open");
  }
});

it("a change of any character of the ciphertext is detected", async () => {
  const sealed = await seal(under(1), place, "lk_0123456789");
  for (let at = 0; at < sealed.length; at++) {
    for (const letter of inTier({ fast: "Az.", full: LETTERS })) {
      if (letter === sealed[at]) continue;
      const altered = sealed.slice(0, at) + letter + sealed.slice(at + 1);
      await expect(open(under(1), place, altered), altered).rejects.toThrow("does not open");
    }
  }
});
