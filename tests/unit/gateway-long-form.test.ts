import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { DomainError } from "#core/domain/errors.ts";
import { formStartBytes } from "#core/domain/gateway/multipart/build-form.ts";
import { LastPart } from "#core/domain/gateway/multipart/last-part.ts";
import { type Form, parseForm, parseFormStart } from "#core/domain/gateway/multipart/parse-form.ts";
import { runs, seed } from "#tests/support/tier.ts";
import { readByBusboy, readByNode, withDefaults } from "./gateway-form-readers.ts";

const RULES = {
  texts: new Set(["model", "language", "response_format"]),
  files: new Set(["file", "image[]"]),
  lists: new Set(["image[]"]),
};
const TYPE = "multipart/form-data; boundary=b1";
const part = (head: string, value: string) => `--b1\r\n${head}\r\n\r\n${value}\r\n`;
const text = (name: string, value: string) => part(`Content-Disposition: form-data; name="${name}"`, value);
const file = (value: string, name = "file") =>
  part(`Content-Disposition: form-data; name="${name}"; filename="a.mp3"\r\nContent-Type: audio/mpeg`, value);
/** Longer than the head of a part. */
const LONG = "\0\xff-b\r\n--".repeat(200);
const END = "--b1--\r\n";
const TEXT_HEADS = [
  'Content-Disposition: form-data; name="model"',
  'Content-Disposition: form-data; name="language"',
  'content-disposition: form-data; name="response_format"',
];
const bytesOf = (value: string) => new Uint8Array(Buffer.from(value, "latin1"));

/** Reads a form as one that is too long to be kept. @returns what is forwarded, or null for a refused one. */
function forwarded(body: Uint8Array, sizes: readonly number[] = []): Uint8Array<ArrayBuffer> | null {
  try {
    const start = parseFormStart(body, TYPE, RULES);
    if (start === null) return null;
    const { boundary, file, from } = start;
    const rest = new LastPart({
      boundary,
      name: file.name,
      length: body.length - from,
      announced: start.announced,
    });
    const sent = [formStartBytes(start)];
    for (const chunk of chunksOf(body.subarray(from), sizes)) {
      rest.push(chunk);
      sent.push(chunk);
    }
    if (!rest.isComplete) return null;
    return new Uint8Array(Buffer.concat(sent));
  } catch (error) {
    if (error instanceof DomainError) return null;
    throw error;
  }
}

function chunksOf(body: Uint8Array, sizes: readonly number[]): Uint8Array[] {
  const chunks: Uint8Array[] = [];
  let at = 0;
  for (const size of sizes) {
    chunks.push(body.subarray(at, at + size));
    at += size;
  }
  return [...chunks, body.subarray(at)];
}

function whole(body: Uint8Array): Form | null {
  try {
    return parseForm(body, TYPE, RULES);
  } catch (error) {
    if (error instanceof DomainError) return null;
    throw error;
  }
}

describe("a form that is too long to be kept", () => {
  it("is forwarded with the same file, whatever the chunks that it comes in", async () => {
    const body = bytesOf(text("model", "m") + text("language", "de") + file(LONG) + END);
    const expected = await readByNode(body, TYPE);
    for (let size = 1; size < 40; size += 1) {
      const sent = forwarded(body, Array(Math.floor(body.length / size)).fill(size));
      expect(sent && (await readByNode(sent, TYPE))).toEqual(expected);
    }
  });

  it.each([
    ["a field behind the file", text("model", "m") + file(LONG) + text("language", "de") + END],
    ["the model a second time, behind the file", text("model", "m") + file(LONG) + text("model", "n") + END],
    ["a second file", text("model", "m") + file(LONG) + file(LONG, "image[]") + END],
    ["no file", text("model", "m".repeat(3000)) + END],
    ["a boundary inside the file", text("model", "m") + file(`${LONG}--b1`) + END],
    ["a boundary behind a line feed", text("model", "m") + file(`${LONG}\n--b1\n`) + END],
    [
      "a second form behind it",
      text("model", "m") + file(LONG) + END + text("model", "n") + file(LONG) + END,
    ],
    ["something behind its end", `${text("model", "m") + file(LONG) + END}\r\n`],
    ["no end", text("model", "m") + file(LONG)],
    ["an end without its line", `${text("model", "m") + file(LONG).slice(0, -2)}--b1--\r\n`],
    ["half an end", (text("model", "m") + file(LONG) + END).slice(0, -4)],
    ["an unknown name", text("models", "m") + file(LONG) + END],
    ["the model twice", text("model", "m") + text("model", "n") + file(LONG) + END],
    ["a preamble", ` ${text("model", "m")}${file(LONG)}${END}`],
    ["other dashes", `xx${(text("model", "m") + file(LONG) + END).slice(2)}`],
  ])("is refused with %s", (_, body) => {
    expect(forwarded(bytesOf(body))).toBe(null);
    expect(forwarded(bytesOf(body), Array(body.length).fill(1))).toBe(null);
  });

  it("names the file that isn't last", () => {
    const body = bytesOf(file(LONG) + text("model", "m") + END);
    const start = parseFormStart(body, TYPE, RULES);
    const rest = new LastPart({
      boundary: "b1",
      name: "file",
      length: body.length - (start?.from ?? 0),
      announced: null,
    });
    expect(() => rest.push(body.subarray(start?.from))).toThrow(
      "In a form of more than 8 MB, the file must be the last part: put all other fields before file.",
    );
  });

  it("is accepted exactly like a short one whose file comes last, and read the same", async () => {
    const heads = fc.constantFrom(
      ...TEXT_HEADS,
      ...TEXT_HEADS,
      'Content-Disposition: form-data; name="file"; filename="b1"',
      'Content-Type: a/b\r\nContent-Disposition: form-data; name="image[]"; filename="x"',
    );
    const value = fc.oneof(
      fc.stringMatching(/^[\r\n\- b1"=;a]{0,20}$/),
      fc.constantFrom(
        "m",
        "-b",
        "",
        "\r\n--",
        "--b1",
        "\r\n--b1--\r\n",
        "\n--b1",
        "\r\n--b1\r\n",
        "-b1",
        "b1",
      ),
    );
    const damage = fc.option(
      fc.record({
        at: fc.nat(),
        cut: fc.nat(6),
        put: fc.constantFrom("", "\r\n", "-", "--b1", "b1", '"', "\n"),
      }),
      { nil: null, freq: 2 },
    );
    const parts = fc.array(fc.tuple(heads, value), { maxLength: 3 });
    const body = fc
      .tuple(parts, value, value, parts, damage)
      .map(([before, first, last, behind, damaged]) => {
        const texts = (all: [string, string][]) => all.map(([lines, inner]) => part(lines, inner)).join("");
        const sound = `${texts(before)}${file(first + LONG + last)}${behind.length > 2 ? texts(behind) : ""}${END}`;
        if (damaged === null) return sound;
        // The long file in the middle is rarely of interest.
        const place = damaged.at % 400;
        const at = place < 200 ? place : Math.max(0, sound.length - place + 200);
        return sound.slice(0, at) + damaged.put + sound.slice(at + damaged.cut);
      });
    let accepted = 0;
    await fc.assert(
      fc.asyncProperty(
        body,
        fc.array(fc.integer({ min: 0, max: 700 }), { maxLength: 9 }),
        async (sent, sizes) => {
          const bytes = bytesOf(sent);
          const read = whole(bytes);
          const isLast = read !== null && read.files.length === 1 && lastPartIsFile(read, bytes);
          const long = forwarded(bytes, sizes);
          expect(long !== null).toBe(isLast);
          if (long === null) return;
          accepted += 1;
          for (const read of [readByNode, readByBusboy])
            expect(withDefaults(await read(long, TYPE))).toEqual(withDefaults(await read(bytes, TYPE)));
        },
      ),
      { numRuns: runs(10_000), seed },
    );
    expect(accepted).toBeGreaterThan(runs(10_000) / 50);
  });
});

/** Nothing but the form's end follows the file. */
const lastPartIsFile = ({ files }: Form, bytes: Uint8Array) =>
  ["\r\n--b1--", "\r\n--b1--\r\n"].includes(Buffer.from(bytes.subarray(files[0]?.to)).toString("latin1"));
