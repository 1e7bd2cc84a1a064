import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { DomainError } from "#core/domain/errors.ts";
import type { ReadRequest } from "#core/domain/gateway/endpoint.ts";
import { ENDPOINTS } from "#core/domain/gateway/endpoints/find-endpoint.ts";
import { formChunks, formFields, formTexts, formType } from "#core/domain/gateway/multipart/build-form.ts";
import { type FormRules, parseForm } from "#core/domain/gateway/multipart/parse-form.ts";
import { runs, seed } from "#tests/support/tier.ts";
import { readFields } from "./gateway-endpoint-support.ts";
import { readByBusboy, readByNode } from "./gateway-form-readers.ts";

const FORMS = ENDPOINTS.flatMap(({ path, form }) => (form === null ? [] : [{ path, form }]));
const TYPE = "multipart/form-data; boundary=b1";
const bytesOf = (text: string) => new Uint8Array(Buffer.from(text, "utf8"));

/** What is forwarded of a form, and what it was priced as; null for a refused one. */
function forwarded(path: string, rules: FormRules, bytes: Uint8Array<ArrayBuffer>) {
  try {
    const form = parseForm(bytes, TYPE, rules);
    const files = form.files.map(({ from, to, ...file }) => ({
      ...file,
      size: to - from,
      head: bytes.subarray(from, to),
    }));
    const read = readFields(path, formFields(form.texts, rules), {
      files,
      price: { fees: { minute: 6_000 } },
    });
    const texts = formTexts(read.fields);
    return { read, body: new Uint8Array(Buffer.concat(formChunks({ ...form, texts }, bytes))) };
  } catch (error) {
    if (error instanceof DomainError) return null;
    throw error;
  }
}

const VALUES = [
  "m",
  "other",
  "json",
  "srt",
  "verbose_json",
  "diarized_json",
  "de",
  "1",
  "2",
  "9",
  "true",
  "false",
  "auto",
  "1024x1024",
  "high",
  "low",
  "word",
  "segment",
  "0.5",
  "",
  "m\r\n",
  "--b1",
  "b1",
  "\uFEFFm",
  "m\0",
  "日本",
];
const SPELLINGS = [
  'name="@"',
  'name="@"',
  'name="@"',
  'name="@"',
  'name="@"',
  'name="@"',
  "name=@",
  "name='@'",
  "name*=utf-8''@",
  'NAME="@"',
  'name="@ "',
  'name="@"; name="model"',
  'name="x"; name="@"',
  'name = "@"',
  'filename="a"; name="@"',
  'name="@"; filename="a.wav"',
  'name="@"; filename=""',
  'name="@[]"',
];

/** A form of an endpoint: usual parts, most often, in any order and spelling, perhaps damaged. */
const sent = fc.constantFrom(...FORMS).chain(({ path, form }) => {
  const names = [...form.texts, "model", "model", ...form.files, "models", "Model", "__proto__", "hologram"];
  const spelt = fc
    .tuple(fc.constantFrom(...names), fc.constantFrom(...SPELLINGS), fc.constantFrom(...VALUES))
    .map(([name, spelling, value]) => part(spelling.replace("@", name), value));
  const named = [part('name="model"', "m"), part('name="prompt"', "x")];
  const others = fc.subarray(
    [
      part('name="response_format"', "srt"),
      part('name="language"', "de"),
      part('name="max_minutes"', "5"),
      part('name="n"', "2"),
      part('name="size"', "1024x1024"),
      part('name="quality"', "high"),
    ].filter((each) => [...form.texts].some((name) => each.includes(`name="${name}"`))),
  );
  const sound = others.map((some) => [...named, ...some]);
  const file = part(`name="${[...form.files][0]}"; filename="a.wav"`, "RIFF1234WEBP");
  const damage = fc.option(
    fc.record({ at: fc.nat(900), cut: fc.nat(5), put: fc.constantFrom("", "\r\n", '"', "--b1", "\n", "; ") }),
    { nil: null, freq: 3 },
  );
  const extra = fc.array(spelt, { maxLength: 2 });
  return fc.tuple(sound, extra, fc.boolean(), damage).chain(([parts, more, hasFile, damaged]) =>
    inAnyOrder([...parts, ...more, ...(hasFile ? [file] : [])]).map((all) => {
      const text = `${[...all, ...(hasFile ? [] : [file])].join("")}--b1--\r\n`;
      const at = (damaged?.at ?? 0) % text.length;
      const whole = damaged === null ? text : text.slice(0, at) + damaged.put + text.slice(at + damaged.cut);
      return { path, form, bytes: bytesOf(whole) };
    }),
  );
});

/** All of the parts but one, perhaps. */
function inAnyOrder(parts: string[]) {
  return fc.shuffledSubarray(parts, { minLength: Math.max(1, parts.length - 1) });
}

function part(disposition: string, value: string) {
  return `--b1\r\nContent-Disposition: form-data; ${disposition}\r\n\r\n${value}\r\n`;
}

/** Fields that decide a price, as the gateway understood them. */
const DECISIVE = ["model", "n", "size", "quality", "language", "response_format", "stream"];

function expectSeen(read: ReadRequest, texts: readonly [string, string][]) {
  for (const name of DECISIVE) {
    const values = texts.filter(([seen]) => seen.toLowerCase() === name).map(([, value]) => value);
    const field = read.fields[name];
    expect(values, name).toEqual(field === undefined ? [] : [String(field)]);
  }
  expect(texts.map(([name]) => name)).not.toContain("max_minutes");
  expect(read.model.model).toBe(texts.find(([name]) => name === "model")?.[1]);
}

describe("a form that is forwarded", () => {
  it("is read by every other reader as it was priced", async () => {
    const accepted = new Map<string, number>();
    await fc.assert(
      fc.asyncProperty(sent, async ({ path, form, bytes }) => {
        const request = forwarded(path, form, bytes);
        if (request === null) return;
        accepted.set(path, (accepted.get(path) ?? 0) + 1);
        const type = formType({ boundary: "b1" });
        for (const seen of [await readByNode(request.body, type), await readByBusboy(request.body, type)]) {
          expectSeen(request.read, seen.texts);
          expect(seen.files.map(({ name }) => name).every((name) => form.files.has(name))).toBe(true);
        }
      }),
      { numRuns: runs(10_000), seed },
    );
    for (const { path } of FORMS) expect(accepted.get(path) ?? 0).toBeGreaterThan(runs(10_000) / 200);
  });
});
