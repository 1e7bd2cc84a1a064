import fc from "fast-check";
import { encode } from "gpt-tokenizer/encoding/o200k_base";
import { expect, it } from "vitest";
import { likelyTokens } from "#core/domain/gateway/text/token-estimate.ts";
import { textCorpus } from "#scripts/tokens/text-corpus.ts";
import { fixChance } from "#tests/support/fixed-chance.ts";
import { runs } from "#tests/support/tier.ts";
import { tokensOf } from "#tests/support/tokens.ts";

fixChance(1);

const CORPUS = textCorpus(process.cwd());
const LONG = 20_000;

it.each([...CORPUS.keys()])("estimates the tokens of %s", (name) => {
  const text = CORPUS.get(name)?.slice(0, LONG).toWellFormed() ?? "";
  const ratio = likelyTokens(text) / encode(text, { disallowedSpecial: new Set() }).length;
  expect(text.length).toBeGreaterThan(1_000);
  expect(ratio).toBeGreaterThan(0.9);
  expect(ratio).toBeLessThan(1.25);
});

it("estimates a text in parts like the whole, and more for each character", () => {
  const text = fc.oneof(fc.string({ unit: "binary", maxLength: 60 }), fc.string({ unit: "grapheme" }));
  fc.assert(
    fc.property(fc.array(text), (parts) => {
      const whole = parts.join("");
      expect(tokensOf(...parts)).toBeCloseTo(tokensOf(whole), 6);
      for (let length = 1; length <= whole.length; length++)
        expect(tokensOf(whole.slice(0, length))).toBeGreaterThan(tokensOf(whole.slice(0, length - 1)));
    }),
    { numRuns: runs(500) },
  );
});
