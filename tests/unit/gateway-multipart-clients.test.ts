import { describe, expect, it } from "vitest";
import { formChunks, formType } from "#core/domain/gateway/multipart/build-form.ts";
import { LastPart } from "#core/domain/gateway/multipart/last-part.ts";
import { parseForm, parseFormStart } from "#core/domain/gateway/multipart/parse-form.ts";
import { readByBusboy, readByNode } from "./gateway-form-readers.ts";

const RULES = { texts: new Set(["model", "prompt"]), files: new Set(["file"]), lists: new Set<string>() };
const TYPE = "multipart/form-data; boundary=b1";
const FILE = "RIFF1234";

const part = (head: string, value: string) => `--b1\r\n${head}\r\n\r\n${value}\r\n`;
const model = part('Content-Disposition: form-data; name="model"', "m");
const bytesOf = (text: string) => new Uint8Array(Buffer.from(text, "utf8"));
const latin = (text: string) => new Uint8Array(Buffer.from(text, "latin1"));

/** The texts and the name of the file as two other readers see them in the form that is forwarded. */
async function forwarded(bytes: Uint8Array<ArrayBuffer>, type: string) {
  const form = parseForm(bytes, type, RULES);
  const built = new Uint8Array(Buffer.concat(formChunks(form, bytes)));
  const [one, other] = [await readByNode(built, formType(form)), await readByBusboy(built, formType(form))];
  expect(one).toEqual(other);
  for (const { bytes: content } of one.files) expect(Buffer.from(content, "base64").toString()).toBe(FILE);
  return { ...Object.fromEntries(one.texts), file: one.files[0]?.filename };
}

/** A form with this file, its headers spelt as a library does. */
const withFile = (...head: string[]) => `${model}${part(head.join("\r\n"), FILE)}--b1--\r\n`;
const file = (parameters: string) => `Content-Disposition: form-data; ${parameters}`;

describe("a form of a common library", () => {
  it.each([
    ["the OpenAI library for .NET", [file("name=file; filename=a.wav; filename*=utf-8''a.wav")], "a.wav"],
    [
      "the OpenAI library for .NET, not in ASCII",
      [file("name=file; filename=\"=?utf-8?B?w6QubXAz?=\"; filename*=utf-8''%C3%A4.mp3")],
      "ä.mp3",
    ],
    ["Guzzle", [file('name="file"; filename="a.wav"'), `Content-Length: ${FILE.length}`], "a.wav"],
    [
      "multipart-post",
      [
        file('name="file"; filename="a.wav"'),
        `Content-Length: ${FILE.length}`,
        "Content-Type: audio/wav",
        "Content-Transfer-Encoding: binary",
      ],
      "a.wav",
    ],
    ["an 8-bit file", [file('name="file"; filename="a.wav"'), "content-transfer-encoding: 8BIT"], "a.wav"],
    ["Ktor", [file('name=file; filename="a b.wav"'), "Content-Type: audio/wav"], "a b.wav"],
    [
      "Apache HttpClient 5",
      [file('name="file"; filename="?.wav"; filename*="UTF-8\'\'%C3%A4.wav"')],
      "ä.wav",
    ],
    ["requests for Python", [file("name=\"file\"; filename*=utf-8''%C3%A4.wav")], "ä.wav"],
    [
      "one that writes filename* first",
      [file('name="file"; filename*=UTF-8\'\'a.wav; filename="a.wav"')],
      "a.wav",
    ],
    [
      "a quote that is escaped",
      [file('name="file"; filename="my \\"best\\" song.mp3"')],
      "my 'best' song.mp3",
    ],
    [
      "a quote that browsers escape",
      [file('name="file"; filename="my %22best%22 song.mp3"')],
      "my 'best' song.mp3",
    ],
  ])("is read: %s", async (_, head, filename) => {
    expect(await forwarded(bytesOf(withFile(...head)), TYPE)).toEqual({ model: "m", file: filename });
  });

  it.each([
    "multipart/form-data; boundary=b1; charset=UTF-8",
    "multipart/form-data; charset=ISO-8859-1; boundary=b1",
    'multipart/form-data; charset="utf8";boundary="b1"',
    "multipart/form-data; boundary=b1; charset=US-ASCII",
  ])("is read with the charset in its type: %s", async (type) => {
    const body = withFile(file('name="file"; filename="a.wav"'));
    expect(await forwarded(bytesOf(body), type)).toEqual({ model: "m", file: "a.wav" });
  });

  const prompt = (type: string, value: string) =>
    `${model}${part(`${file('name="prompt"')}\r\nContent-Type: ${type}`, value)}--b1--\r\n`;

  it("is read with texts in the charset that they name", async () => {
    const texts = [
      [latin(prompt("text/plain; charset=ISO-8859-1", "Größe")), TYPE],
      [latin(prompt("text/plain; charset=ISO-8859-1", "Größe")), `${TYPE}; charset=UTF-8`],
      [bytesOf(prompt("text/plain; charset=UTF-8", "Größe")), `${TYPE}; charset=ISO-8859-1`],
      [bytesOf(prompt("text/plain;charset=utf8", "Größe")), TYPE],
    ] as const;
    for (const [bytes, type] of texts)
      expect(await forwarded(bytes, type)).toMatchObject({ prompt: "Größe" });
    const ascii = bytesOf(prompt("text/plain; charset=US-ASCII", "Size"));
    expect(await forwarded(ascii, TYPE)).toMatchObject({ prompt: "Size" });
  });

  it.each([
    [
      "in a charset that only the form names",
      bytesOf(prompt("text/plain", "Größe")),
      `${TYPE}; charset=ISO-8859-1`,
    ],
    ["that is not in its charset", bytesOf(prompt("text/plain; charset=US-ASCII", "Größe")), TYPE],
    ["in windows-1252", latin(prompt("text/plain; charset=ISO-8859-1", "\x93x\x94")), TYPE],
    ["in UTF-16", bytesOf(prompt("text/plain; charset=utf-16", "x")), TYPE],
  ])("is refused with a text %s", (_, bytes, type) => {
    expect(() => parseForm(bytes, type, RULES)).toThrow("The part prompt must be plain text in UTF-8.");
  });

  it.each([
    ["differ", file('name="file"; filename="a.wav"; filename*=utf-8\'\'b.wav'), "which differ"],
    [
      "differ in their length",
      file('name="file"; filename="__.wav"; filename*=utf-8\'\'%C3%A4.wav'),
      "which differ",
    ],
    [
      "are in two charsets",
      file('name="file"; filename="a.wav"; filename*=iso-8859-1\'\'a.wav'),
      "needs a header",
    ],
    ["hide a path", file("name=\"file\"; filename*=utf-8''..%2Fa.wav"), "no path"],
    ["end in the middle of a character", file("name=\"file\"; filename*=utf-8''%C3.wav"), "percent-encoded"],
    ["hide a line", file("name=\"file\"; filename*=utf-8''a%0D%0Ab"), "no path or control characters"],
    ["come with a second name", file('name=file; filename="a.wav"; name=model'), "needs a header"],
    ["have another escape", file('name="file"; filename="C:\\music\\a.wav"'), "needs a header"],
  ])("is refused when its file names %s", (_, head, message) => {
    expect(() => parseForm(bytesOf(withFile(head)), TYPE, RULES)).toThrow(message);
  });

  it.each(["base64", "quoted-printable", "gzip", "7bit"])("is refused in the encoding %s", (encoding) => {
    const body = withFile(file('name="file"; filename="a.wav"'), `Content-Transfer-Encoding: ${encoding}`);
    expect(() => parseForm(bytesOf(body), TYPE, RULES)).toThrow("may only be binary or 8bit");
  });

  it.each(["7", "9", "0", "-8", "8,8", "8 8"])("is refused when the length of a part is not %s", (length) => {
    for (const body of [
      withFile(file('name="file"; filename="a.wav"'), `Content-Length: ${length}`),
      `${part(`${file('name="prompt"')}\r\nContent-Length: ${length}`, "x".repeat(FILE.length))}--b1--\r\n`,
    ])
      expect(() => parseForm(bytesOf(body), TYPE, RULES)).toThrow("is not the length of its content");
  });

  it("is refused, too, when the length of a long file is wrong", () => {
    const long = (announced: number) => {
      const head = [file('name="file"; filename="a.wav"'), `Content-Length: ${announced}`];
      const bytes = bytesOf(withFile(...head).replace(FILE, "x".repeat(20_000)));
      const start = parseFormStart(bytes, TYPE, RULES);
      if (start === null) throw new Error("The form has no start.");
      const { boundary, from } = start;
      const rest = new LastPart({
        boundary,
        name: "file",
        length: bytes.length - from,
        announced: start.announced,
      });
      rest.push(bytes.subarray(from));
      return rest.isComplete;
    };
    expect(long(20_000)).toBe(true);
    for (const wrong of [19_999, 20_001, 0]) expect(() => long(wrong)).toThrow("is not the length");
  });
});
