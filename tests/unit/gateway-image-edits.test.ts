import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { DomainError } from "#core/domain/errors.ts";
import type { ReadOptions, ReadRequest } from "#core/domain/gateway/endpoint.ts";
import { EDIT_FORM, imageEdits } from "#core/domain/gateway/endpoints/image-edits.ts";
import { formChunks, formFields, formTexts, formType } from "#core/domain/gateway/multipart/build-form.ts";
import { parseForm } from "#core/domain/gateway/multipart/parse-form.ts";
import { inTier, runs, seed } from "#tests/support/tier.ts";
import { readOptions } from "./gateway-endpoint-support.ts";
import { readByBusboy, readByNode, type Seen } from "./gateway-form-readers.ts";

const TYPE = "multipart/form-data; boundary=b1";
const PNG = "\x89PNG\r\n\x1a\n....";
const JPEG = "\xff\xd8\xff\xe0....";
const WEBP = "RIFF\x10\0\0\0WEBPVP8 ";
const bytesOf = (text: string) => new Uint8Array(Buffer.from(text, "latin1"));
const part = (head: string, value: string) => `--b1\r\n${head}\r\n\r\n${value}\r\n`;
const text = (name: string, value: string) =>
  part(`Content-Disposition: form-data; name="${name}"`, Buffer.from(value).toString("latin1"));
const file = (name: string, value: string, type = "image/png") =>
  part(`Content-Disposition: form-data; name="${name}"; filename="a.png"\r\nContent-Type: ${type}`, value);
const LISTED = [
  { size: "1024x1024", quality: "low", micros: 40 },
  { size: "1024x1024", quality: "high", micros: 160 },
  { size: "1536x1024", quality: "high", micros: 250 },
];

interface Read {
  request: ReadRequest;
  /** As it is forwarded. */
  built: Uint8Array;
  type: string;
}

/** Reads a form as the gateway does. */
function readForm(body: string, changes: Parameters<typeof readOptions>[0] = {}): Read {
  const bytes = bytesOf(`${body}--b1--\r\n`);
  const form = parseForm(bytes, TYPE, EDIT_FORM);
  const files: ReadOptions["files"] = form.files.map(({ from, to, ...about }) => ({
    ...about,
    size: to - from,
    head: bytes.subarray(from, to),
  }));
  const request = imageEdits.readRequest(
    formFields(form.texts, EDIT_FORM),
    readOptions({ ...changes, files }),
  );
  const built = Buffer.concat(formChunks({ ...form, texts: formTexts(request.fields) }, bytes));
  return { request, built: new Uint8Array(built), type: formType(form) };
}

/** The refusal of a form; null for one that is read. Anything else that is thrown fails the test. */
function refusalOf(body: string, changes?: Parameters<typeof readForm>[1]) {
  try {
    readForm(body, changes);
    return null;
  } catch (error) {
    if (!(error instanceof DomainError)) throw error;
    return { code: error.code, field: error.details.field, message: error.message };
  }
}

const SMALLEST = text("model", "m") + text("prompt", "x") + file("image", PNG);
const priced = { price: { images: LISTED } };

describe("a form of images to edit", () => {
  it("is priced like images drawn from text, with its images counted", () => {
    const several = ["image[]", "image[]", "mask"].map((name) => file(name, PNG)).join("");
    const form = text("model", "m") + text("prompt", "x") + text("n", "3") + several;
    const { facts } = readForm(form, priced).request;
    expect(facts).toMatchObject({
      images: 3,
      choices: 3,
      stream: false,
      maxOutputTokens: 0,
      imageOutput: true,
      units: { dimensions: ["image:1024x1024:low"], most: 3, likely: 3, known: false },
    });
    expect(readForm(form).request.facts).toMatchObject({ images: 3, units: null, maxOutputTokens: null });
  });

  it("is forwarded with the size and quality that are priced", async () => {
    const { built, type } = readForm(text("quality", "high") + SMALLEST, priced);
    const { texts } = await readByNode(built, type);
    expect(Object.fromEntries(texts)).toEqual({
      model: "m",
      prompt: "x",
      quality: "high",
      size: "1024x1024",
    });
  });

  it("is streamed with drafts, which are held", () => {
    const form = text("stream", "true") + text("partial_images", "2") + SMALLEST;
    expect(readForm(form).request.facts).toMatchObject({ stream: true, extraOutputTokens: 200 });
    expect(readForm(text("stream", "false") + SMALLEST).request.facts.stream).toBe(false);
  });

  it("has the account's pseudonym in place of the user that it names", () => {
    const form = text("user", "alice") + SMALLEST;
    expect(readForm(form, { pseudonym: "acc-7" }).request.fields).toMatchObject({ user: "acc-7" });
    expect(readForm(form).request.fields).toMatchObject({ user: "alice" });
  });

  it.each([
    ["PNG", PNG, "image/png"],
    ["JPEG", JPEG, "image/jpeg"],
    ["JPEG by its other name", JPEG, "IMAGE/JPG"],
    ["WebP", WEBP, "image/webp"],
    ["an unnamed type", WEBP, "application/octet-stream"],
  ])("may hold %s", (_, value, type) => {
    expect(refusalOf(text("model", "m") + text("prompt", "x") + file("image", value, type))).toBeNull();
  });

  const base = text("model", "m") + text("prompt", "x");
  it.each<[string, string, string]>([
    ["no image", base, "image"],
    ["a mask alone", base + file("mask", PNG), "image"],
    ["one image and several", base + file("image", PNG) + file("image[]", PNG), "image"],
    ["one image twice", base + file("image", PNG) + file("image", PNG), "image"],
    ["17 images", base + file("image[]", PNG).repeat(17), "image[]"],
    ["an empty image", base + file("image", ""), "image"],
    ["a GIF", base + file("image", "GIF89a......"), "image"],
    ["half a signature", base + file("image", PNG.slice(0, 7)), "image"],
    ["a WAV", base + file("image", "RIFF\0\0\0\0WAVEfmt "), "image"],
    ["a PNG that calls itself JPEG", base + file("image", PNG, "image/jpeg"), "image"],
    ["a PNG that calls itself a PDF", base + file("image", PNG, "application/pdf"), "image"],
    ["a type with a parameter", base + file("image", PNG, "image/png; charset=utf-8"), "image"],
    ["a bad image among good ones", base + file("image[]", PNG) + file("image[]", "GIF89a"), "image[]"],
    ["a mask in JPEG", SMALLEST + file("mask", JPEG, "image/jpeg"), "mask"],
    ["two masks", SMALLEST + file("mask", PNG) + file("mask", PNG), "mask"],
    ["no model", text("prompt", "x") + file("image", PNG), "model"],
    ["no prompt", text("model", "m") + file("image", PNG), "prompt"],
    ["a number in another spelling", SMALLEST + text("n", "02"), "n"],
    ["a number with a sign", SMALLEST + text("n", "+2"), "n"],
    ["a number with spaces", SMALLEST + text("n", " 2"), "n"],
    ["a number with a fraction", SMALLEST + text("n", "2.0"), "n"],
    ["a number in another base", SMALLEST + text("n", "0x2"), "n"],
    ["a number with an exponent", SMALLEST + text("n", "1e1"), "n"],
    ["an empty number", SMALLEST + text("n", ""), "n"],
    ["no images to draw", SMALLEST + text("n", "0"), "n"],
    ["too many images to draw", SMALLEST + text("n", "11"), "n"],
    ["a number twice", SMALLEST + text("n", "1") + text("n", "10"), "n"],
    ["a flag in another spelling", SMALLEST + text("stream", "True"), "stream"],
    ["a flag as a number", SMALLEST + text("stream", "1"), "stream"],
    ["drafts without a stream", SMALLEST + text("partial_images", "1"), "partial_images"],
    ["several streamed images", SMALLEST + text("stream", "true") + text("n", "2"), "n"],
    ["an unlisted size", SMALLEST + text("size", "7x7"), "size"],
    ["an empty size", SMALLEST + text("size", ""), "size"],
    ["an unlisted quality", SMALLEST + text("quality", "HIGH"), "quality"],
    ["a list as a name", SMALLEST + text("n[]", "2"), "n[]"],
    ["another model", SMALLEST + text("models", "n"), "models"],
    ["frames", SMALLEST + text("frame_count", "2"), "frame_count"],
    ["an image as a text", base + text("image", "https://example.com/a.png"), "image"],
    ["a prompt as a file", SMALLEST.replace('name="prompt"', 'name="prompt"; filename="a"'), "prompt"],
  ])("is refused with %s, by name", (_, form, field) => {
    expect(refusalOf(form, priced)).toMatchObject({ field });
  });

  it("is refused with an image of more than 25 MB", () => {
    const large = { name: "image", filename: "a.png", type: "image/png", size: 25 * 2 ** 20 + 1 };
    const files = [{ ...large, head: bytesOf(PNG) }];
    expect(() => imageEdits.readRequest({ model: "m", prompt: "x" }, readOptions({ files }))).toThrow(
      "25 MB",
    );
  });
});

describe("any form of images to edit that is accepted", () => {
  const rarely = <Value>(arbitrary: fc.Arbitrary<Value>) =>
    fc.oneof({ weight: 3, arbitrary: fc.constant(null) }, { weight: 1, arbitrary });
  const sound = {
    n: ["1", "2", "3", "10"],
    size: ["auto", "1024x1024", "1536x1024"],
    quality: ["auto", "high"],
    stream: ["true", "false"],
    partial_images: ["0", "0", "2"],
    background: ["transparent", "--b", "日本", "\r\n--\r\n"],
    input_fidelity: ["high", ""],
  };
  const soundText = fc
    .constantFrom(...Object.entries(sound))
    .chain(([name, values]) => fc.tuple(fc.constant(name), fc.constantFrom(...values)));
  const oddText = fc.tuple(
    fc.constantFrom(...Object.keys(sound), "model", "Model", "n[]", "models", "size ", "image", "N"),
    fc.oneof(
      fc.constantFrom("", "02", " 2", "1e1", "2\r\n", "other", "7x7", "\u0000", "\r\n--b1--\r\n"),
      fc.stringMatching(/^[\r\n\- b1"=;a]{0,12}$/),
    ),
  );
  const texts = fc
    .tuple(fc.uniqueArray(soundText, { selector: ([name]) => name, maxLength: 4 }), rarely(oddText))
    .map(([some, odd]) => (odd === null ? some : [...some, odd]).map(([name, value]) => text(name, value)));
  const aFile = fc
    .tuple(
      fc.constantFrom("image[]", "image[]", "mask", "image"),
      fc.constantFrom(PNG, PNG, PNG, WEBP, "GIF89a", `${PNG}\r\n--b1\r\n`, `${PNG}\r\n--b`),
      fc.constantFrom("image/png", "image/png", "image/webp", "application/octet-stream"),
    )
    .map(([name, inner, type]) => file(name, inner, type));
  const damage = rarely(
    fc.record({
      at: fc.nat(900),
      cut: fc.nat(8),
      put: fc.constantFrom(
        "",
        "\r\n",
        "\n",
        '"',
        "\\",
        " ",
        "--",
        "--b1",
        "; ",
        "=",
        "%22",
        "\0",
        "name*=x; ",
        '; name="model"',
        "\r\nContent-Transfer-Encoding: base64",
        text("model", "other"),
        text("n", "10"),
      ),
    }),
  );
  const named = text("model", "m") + text("prompt", "x");
  const needed = fc.constantFrom(SMALLEST, named + file("image[]", PNG), named);
  const forms = fc
    .tuple(needed, texts, fc.array(aFile, { maxLength: 2 }), fc.boolean(), damage)
    .map(([base, some, files, first, damaged]) => {
      const parts = [...some, ...files].join("");
      const whole = first ? base + parts : parts + base;
      if (damaged === null) return whole;
      const at = damaged.at % (whole.length + 1);
      return whole.slice(0, at) + damaged.put + whole.slice(at + damaged.cut);
    });

  /** What decides the price, as a reader of the forwarded form finds it. */
  const seenBy = ({ texts, files }: Seen) => {
    const of = (name: string) =>
      texts.filter(([key]) => key.toLowerCase().trim() === name).map(([, each]) => each);
    return {
      models: of("model"),
      counts: of("n"),
      sizes: of("size"),
      qualities: of("quality"),
      streams: of("stream"),
      drafts: of("partial_images"),
      images: files.length,
    };
  };

  it("is seen by no reader with another model, count, size, quality or number of images than was priced", async () => {
    let accepted = 0;
    await fc.assert(
      fc.asyncProperty(forms, fc.constantFrom(priced, {}), async (form, prices) => {
        if (refusalOf(form, prices) !== null) return;
        accepted += 1;
        const { request, built, type } = readForm(form, prices);
        const { fields, facts, model } = request;
        const ours = (name: string) => (fields[name] === undefined ? [] : [fields[name]]);
        const due = {
          models: [model.model],
          counts: ours("n"),
          sizes: ours("size"),
          qualities: ours("quality"),
          streams: ours("stream"),
          drafts: ours("partial_images"),
          images: facts.images,
        };
        expect(facts.choices).toBe(Number(due.counts[0] ?? 1));
        expect(facts.stream).toBe(due.streams[0] === "true");
        expect(facts.extraOutputTokens).toBe(100 * Number(due.drafts[0] ?? 0));
        if (prices === priced) {
          const [size, quality] = [String(fields.size), String(fields.quality)];
          for (const dimension of facts.units?.dimensions ?? [])
            expect(dimension).toMatch(pattern(size, quality));
          expect(facts.units?.dimensions).not.toHaveLength(0);
        }
        for (const read of [readByNode, readByBusboy]) expect(seenBy(await read(built, type))).toEqual(due);
      }),
      { numRuns: inTier({ full: 6_000, fast: 200 }), seed },
    );
    expect(accepted).toBeGreaterThan(inTier({ full: 900, fast: 20 }));
  });

  const pattern = (size: string, quality: string) =>
    new RegExp(`^image:${size === "auto" ? ".+" : size}:${quality === "auto" ? ".+" : quality}$`);

  it("is never refused by anything but a refusal, as random parts", () => {
    fc.assert(
      fc.property(texts, fc.array(aFile, { maxLength: 8 }), (some, files) => {
        refusalOf([...files, ...some].join(""));
      }),
      { numRuns: runs(2_000) },
    );
  });
});
