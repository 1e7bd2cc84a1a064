import { encode } from "gpt-tokenizer/encoding/o200k_base";
import { describe, expect, it } from "vitest";
import { likelyInputTokens } from "#core/domain/gateway/text/likely-input.ts";
import { fixChance } from "#tests/support/fixed-chance.ts";

fixChance(1);

const WORDS = "A hasp and a padlock hold the door of the barn until the rain is over. ";
const HAN = "谷仓的门用一把挂锁锁住，直到雨停为止。";
const counted = (text: string) => encode(text).length;
const said = (content: unknown, more: object = {}) => ({ messages: [{ role: "user", content, ...more }] });
const estimate = (fields: object, mediaBytes = 0) => likelyInputTokens({ ...fields }, mediaBytes)();

describe("what a model reads", () => {
  it.each<[string, object, string]>([
    ["a role that is a text", { messages: [{ role: WORDS.repeat(5), content: "" }] }, WORDS.repeat(5)],
    ["a template's arguments", { chat_template_kwargs: { date: WORDS.repeat(50) } }, WORDS.repeat(50)],
    ["a text that begins like a file", said(`Data: ${HAN.repeat(50)}`), HAN.repeat(50)],
    ["the names in documents", { query: "x", documents: [{ [WORDS.repeat(9)]: "" }] }, WORDS.repeat(9)],
    ["a tool's input", said([{ type: "tool_use", input: { text: WORDS.repeat(9) } }]), WORDS.repeat(9)],
    ["the text of a document", said([{ source: { type: "text", data: WORDS.repeat(9) } }]), WORDS.repeat(9)],
  ])("includes %s", (_, fields, text) => {
    expect(estimate(fields)).toBeGreaterThanOrEqual(0.9 * counted(text));
    expect(estimate(fields)).toBeLessThanOrEqual(1.25 * counted(text) + 50);
  });

  it.each<[string, object]>([
    [
      "what a response said about its text",
      said("x", { logprobs: Array(500).fill({ token: "x", logprob: -1 }) }),
    ],
    [
      "a long address of an image",
      said([{ type: "input_image", image_url: `https://x.test/${"a".repeat(1_500)}` }]),
    ],
    ["limits and settings", { ...said("x"), max_tokens: 5, metadata: { a: WORDS.repeat(9) } }],
  ])("does not include %s", (_, fields) => {
    expect(estimate(fields)).toBeLessThan(50);
  });

  it("includes what looks like a file and was not counted as one", () => {
    const fields = said([{ type: "input_file", file_data: `data:x;base64,${"A".repeat(40_000)}` }]);
    expect(estimate(fields)).toBeGreaterThan(9_000);
    expect(estimate(fields, 40_014)).toBeLessThan(50);
  });

  it("includes a query once with each document", () => {
    const [query, document] = [WORDS, HAN.repeat(4)];
    for (const length of [1, 100, 1_000]) {
      const fields = { query, documents: Array<string>(length).fill(document) };
      const tokens = length * (counted(query) + counted(document));
      expect(estimate(fields) / tokens).toBeGreaterThan(0.9);
      expect(estimate(fields) / tokens).toBeLessThan(1.35);
    }
  });
});

describe("of a long request", () => {
  it("no place is safe from being read: text that has no tokens does not hide other text", () => {
    const hidden = HAN.repeat(20_000);
    const places = Array.from({ length: 32 }, (_, index) => Math.floor((index * hidden.length) / 31));
    const dotted = places.reduce(
      (text, at) => `${text.slice(0, at)}${".".repeat(128)}${text.slice(at + 128)}`,
      hidden,
    );
    expect(estimate(said(dotted))).toBeGreaterThan(0.6 * likelyInputTokens(said(hidden), 0)());
    const messages = [".".repeat(17_000), ...Array<string>(500).fill(HAN.repeat(20))];
    const fields = { messages: messages.map((content) => ({ role: "user", content })) };
    expect(estimate(fields)).toBeGreaterThan(0.6 * 500 * counted(HAN.repeat(20)));
  });

  it("the first messages say nothing about the language of the others", () => {
    const messages = [HAN.repeat(1_000), ...Array<string>(200).fill(WORDS.repeat(6))];
    const fields = { messages: messages.map((content) => ({ role: "user", content })) };
    const tokens = messages.reduce((sum, text) => sum + counted(text) + 4, 0);
    expect(estimate(fields) / tokens).toBeGreaterThan(0.75);
    expect(estimate(fields) / tokens).toBeLessThan(1.5);
  });
});
