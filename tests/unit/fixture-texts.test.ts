import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { findForeignTexts, foreignIn } from "#scripts/testing/fixture-texts.ts";
import { dataLike, isGenerated, nameLike, textLike } from "#scripts/testing/generated-text.ts";
import { temporaryFolder } from "#tests/support/temporary-folder.ts";

const SENTENCE = "The quick brown fox jumps over";
const withContent = (content: unknown) => ({ messages: [{ role: "user", content }] });
const deltaOf = (text: string) => `{"type":"response.output_text.delta","delta":${JSON.stringify(text)}}`;
const responding = (response: object) => ({
  request: withContent("zi"),
  response: { status: 200, ...response },
});

/** Places of a text in a fixture. */
const PLACES: [place: string, fixtureWith: (text: string) => unknown][] = [
  ["a field", withContent],
  ["a list", (text) => withContent(["zi", text])],
  ["an event", (text) => responding({ events: [deltaOf(text), "[DONE]"] })],
  ["a recorded stream", (text) => responding({ sse: `event: x\r\ndata: ${deltaOf(text)}\r\n\r\n` })],
  ["a comment of a stream", (text) => responding({ sse: `: ${text}\n\ndata: [DONE]\n\n` })],
  ["JSON in a string", (text) => withContent(JSON.stringify({ zi: [text] }))],
  ["part of a JSON document", (text) => withContent(`{"zi": "${text}`)],
  ["the name of a field", (text) => withContent({ [text]: 1 })],
  ["a model's name", (text) => ({ model: text })],
  ["a type", (text) => withContent([{ type: text }])],
  ["a path", (text) => ({ path: text })],
  ["a client's name", (text) => ({ client: text })],
];

it.each(PLACES)("refuses a sentence in %s, and accepts a generated one", (_, fixtureWith) => {
  expect(foreignIn(JSON.stringify(fixtureWith(SENTENCE))).join()).toContain(SENTENCE);
  expect(foreignIn(JSON.stringify(fixtureWith(textLike(SENTENCE))))).toEqual([]);
});

it.each([
  "The quick brown fox jumps over",
  `${textLike("A text that was generated, and then ")}a sentence added by hand`,
  "Съешь же ещё этих мягких французских булок",
  "請在明天早上把這封信交給他們的老師",
  "getCurrentWeatherForLocation",
  "https://example.com/articles/how-to-write-tests",
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==",
  "gAAAAABpPMlcH0HHEv5ozHwP5Gxz5ZLE7A8Aw7GK94sa1KWHq",
])("refuses %s", (text) => {
  expect(isGenerated(text)).toBe(false);
});

it.each([
  ["text", SENTENCE],
  ["text of several lines with quotes", `${SENTENCE}\n"${SENTENCE}"\\`.repeat(200)],
  ["text in several scripts", "Привет, 世界! مرحبا こんにちは 안녕 über 18 °C → 👩‍🚀"],
])("generates %s of the same scripts and length, of which each part is recognised", (_, text) => {
  const made = textLike(text);
  expect(made).not.toBe(text);
  expect(Buffer.byteLength(made)).toBe(Buffer.byteLength(text));
  expect(JSON.stringify(made)).toHaveLength(JSON.stringify(text).length);
  const chars = [...made];
  for (let from = 0; from < Math.min(chars.length, 40); from++)
    expect(isGenerated(chars.slice(from, from + 30).join(""))).toBe(true);
  expect(isGenerated(made)).toBe(true);
  expect(textLike(text, 1)).not.toBe(made);
});

it("generates names, ids and files, and keeps what says their kind", () => {
  const name = nameLike("get_current_weather_of_a_location");
  const uuid = dataLike("123e4567-e89b-12d3-a456-426614174000");
  const pdf = dataLike(`data:application/pdf;base64,JVBERi0xLjQK${"QUJD".repeat(2000)}==`);
  expect(name).toMatch(/^[a-z]{3}_[a-z]{7}_[a-z]{7}_[a-z]{2}_[a-z]_[a-z]{8}$/);
  expect(uuid).toMatch(/^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/);
  expect(pdf).toMatch(/^data:application\/pdf;base64,JVBERi0[A-Za-z0-9]{8005}==$/);
  for (const made of [name, uuid, pdf]) expect(isGenerated(made)).toBe(true);
});

it("reads every file of a folder, and names the line", () => {
  const folder = temporaryFolder();
  writeFileSync(join(folder, "embeddings.jsonl"), `{"request":{"input":"zi"}}\n{"input":"${SENTENCE}"}\n`);
  writeFileSync(join(folder, "notice.txt"), SENTENCE);
  writeFileSync(join(folder, "README.md"), SENTENCE);
  expect(findForeignTexts(folder).toSorted()).toEqual([
    `${join(folder, "embeddings.jsonl")}:2: ${SENTENCE}`,
    `${join(folder, "notice.txt")}:1: ${SENTENCE}`,
  ]);
});
