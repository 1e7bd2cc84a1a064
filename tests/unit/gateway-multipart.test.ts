import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { DomainError } from "#core/domain/errors.ts";
import { boundariesIn, formTypeOf } from "#core/domain/gateway/multipart/boundary.ts";
import { formChunks, formType } from "#core/domain/gateway/multipart/build-form.ts";
import { type Form, parseForm } from "#core/domain/gateway/multipart/parse-form.ts";
import { inTier, runs, seed } from "#tests/support/tier.ts";
import { essence, readByBusboy, readByNode, type Seen, withDefaults } from "./gateway-form-readers.ts";

const RULES = {
  texts: new Set(["model", "prompt", "language", "response_format", "timestamp_granularities[]"]),
  files: new Set(["file", "image[]"]),
  lists: new Set(["timestamp_granularities[]", "image[]"]),
};
const TYPE = "multipart/form-data; boundary=b1";
const bytesOf = (text: string) => new Uint8Array(Buffer.from(text, "utf8"));
const part = (head: string, value: string) => `--b1\r\n${head}\r\n\r\n${value}\r\n`;
const text = (name: string, value: string) => part(`Content-Disposition: form-data; name="${name}"`, value);
const file = (name: string, filename: string, value: string, type = "audio/mpeg") =>
  part(
    `Content-Disposition: form-data; name="${name}"; filename="${filename}"\r\nContent-Type: ${type}`,
    value,
  );
const END = "--b1--\r\n";
const form = (...parts: string[]) => parts.join("") + END;

/** Readers differ in which escaped quotes they know; the form that is forwarded has none. */
const unquoted = (seen: Seen) => ({
  ...seen,
  files: seen.files.map((each) => ({ ...each, filename: each.filename.replaceAll(/"|%22/g, "'") })),
});

function seenBy(parsed: Form, body: Uint8Array): Seen {
  return {
    texts: parsed.texts.map(([name, value]) => [name, value]),
    files: parsed.files.map(({ name, filename, type, from, to }) => ({
      name,
      filename,
      type: essence(type),
      bytes: Buffer.from(body.subarray(from, to)).toString("base64"),
    })),
  };
}

/** The form, or null when it is refused; anything but a refusal fails the test. */
function parsed(body: Uint8Array, type = TYPE): Form | null {
  try {
    return parseForm(body, type, RULES);
  } catch (error) {
    if (error instanceof DomainError) return null;
    throw error;
  }
}

const whole = form(
  text("model", "m"),
  text("prompt", "日本\r\nzwei --b"),
  file("file", "ä b.mp3", "\0\xff--b\r\n--"),
);

describe("a form", () => {
  it("is read with its texts and the place of its file", () => {
    const body = bytesOf(whole);
    const { texts, files, boundary } = parseForm(body, TYPE, RULES);
    expect(boundary).toBe("b1");
    expect(texts).toEqual([
      ["model", "m"],
      ["prompt", "日本\r\nzwei --b"],
    ]);
    expect(files).toMatchObject([{ name: "file", filename: "ä b.mp3", type: "audio/mpeg" }]);
    expect(Buffer.from(body.subarray(files[0]?.from, files[0]?.to)).toString()).toBe("\0\xff--b\r\n--");
  });

  it("of Node's own FormData is read as Node reads it", async () => {
    const data = new FormData();
    data.append("model", "whisper-1");
    data.append("timestamp_granularities[]", "word");
    data.append("timestamp_granularities[]", "segment");
    data.append(
      "file",
      new File([new Uint8Array(5000)], "speech ä.webm", { type: "audio/webm;codecs=opus" }),
    );
    const sent = new Response(data);
    const type = sent.headers.get("content-type") ?? "";
    const body = new Uint8Array(await sent.arrayBuffer());
    expect(seenBy(parseForm(body, type, RULES), body)).toEqual(await readByNode(body, type));
  });

  it.each([
    ["a header in lower case", form(part('content-disposition: form-data; name="model"', "m"))],
    [
      "the type of a text",
      form(
        part('Content-Disposition: form-data; name="model"\r\nContent-Type: text/plain; charset=utf-8', "m"),
      ),
    ],
    [
      "its headers in another order",
      form(part('Content-Type: text/plain\r\nContent-Disposition: form-data; name="model"', "m")),
    ],
    ["no line's end behind it", form(text("model", "m")).slice(0, -2)],
    ["an empty text", form(text("model", ""))],
    ["a file without a type", form(part('Content-Disposition: form-data; name="file"; filename="a"', "x"))],
    ["an empty file", form(file("file", "a", ""))],
    ["several files of a list", form(file("image[]", "a", "x"), file("image[]", "b", "y"))],
  ])("is read with %s", (_, body) => {
    expect(parsed(bytesOf(body))).not.toBe(null);
  });

  it.each([
    ["nothing", ""],
    ["no part", END],
    ["a preamble", `{"model":"x"}\r\n${whole}`],
    ["a line's end before it", `\r\n${whole}`],
    ["an epilogue", `${whole}more`],
    ["several line ends behind it", `${whole}\r\n`],
    ["no end", whole.slice(0, -END.length)],
    ["half an end", `${whole.slice(0, -4)}`],
    ["a second form behind it", whole + whole],
    ["a name in it twice", form(text("model", "m"), text("model", "n"))],
    ["an unknown name", form(text("model", "m"), text("hologram", "n"))],
    ["a name in another letter case", form(text("Model", "m"))],
    ["a text as a file", form(file("model", "a", "m"))],
    ["a file as a text", form(text("file", "x"))],
    ["a name in single quotes", form(part("Content-Disposition: form-data; name='model'", "m"))],
    ["spaces around =", form(part('Content-Disposition: form-data; name = "model"', "m"))],
    ["an extended name", form(part("Content-Disposition: form-data; name*=utf-8''model", "m"))],
    ["two names", form(part('Content-Disposition: form-data; name="model"; name="prompt"', "m"))],
    [
      "an extended name beside a name",
      form(part("Content-Disposition: form-data; name=\"prompt\"; name*=utf-8''model", "m")),
    ],
    [
      "an extended file name",
      form(part('Content-Disposition: form-data; name="file"; filename="a"; filename*=utf-8\'\'b', "m")),
    ],
    ["an escaped name", form(part('Content-Disposition: form-data; name="mod\\el"', "m"))],
    [
      "a file name before the name",
      form(part('Content-Disposition: form-data; filename="a"; name="file"', "m")),
    ],
    ["another kind of part", form(part('Content-Disposition: attachment; name="model"', "m"))],
    ["FORM-DATA", form(part('Content-Disposition: FORM-DATA; name="model"', "m"))],
    ["no disposition", form(part("Content-Type: text/plain", "m"))],
    ["no headers", form("--b1\r\n\r\nm\r\n")],
    [
      "a header twice",
      form(
        part(
          'Content-Disposition: form-data; name="model"\r\nContent-Disposition: form-data; name="prompt"',
          "m",
        ),
      ),
    ],
    ["a folded header", form(part('Content-Disposition: form-data;\r\n name="model"', "m"))],
    ["a space before the colon", form(part('Content-Disposition : form-data; name="model"', "m"))],
    ["no space behind the colon", form(part('Content-Disposition:form-data; name="model"', "m"))],
    [
      "a transfer encoding",
      form(part('Content-Disposition: form-data; name="model"\r\nContent-Transfer-Encoding: base64', "bQ==")),
    ],
    ["a header of its own", form(part('Content-Disposition: form-data; name="model"\r\nX-A: b', "m"))],
    [
      "another charset",
      form(
        part('Content-Disposition: form-data; name="model"\r\nContent-Type: text/plain; charset=utf-7', "m"),
      ),
    ],
    [
      "JSON as a text",
      form(part('Content-Disposition: form-data; name="model"\r\nContent-Type: application/json', '"m"')),
    ],
    ["a path as a file name", form(file("file", "../a", "x"))],
    ["a path of Windows as a file name", form(file("file", "c:\\a", "x"))],
    ["no file name", form(file("file", "", "x"))],
    ["a file name of dots", form(file("file", "..", "x"))],
    ["a percent code in a file name", form(file("file", "a%0ab", "x"))],
    ["a long file name", form(file("file", "a".repeat(256), "x"))],
    ["a broken type", form(file("file", "a", "x", "audio"))],
    ["line feeds alone", whole.replaceAll("\r\n", "\n")],
    ["a boundary inside a line", form(text("model", "m--b1"))],
    ["a boundary behind a line feed", form(text("model", "m\n--b1\nx"))],
    ["a longer boundary", form(text("model", "m\r\n--b12"))],
    ["a boundary without dashes", whole.replace("\r\n--b1\r\n", "\r\nxxb1\r\n")],
    ["a boundary inside a head", form(file("file", "b1", "x"))],
    ["spaces behind a boundary", whole.replace("--b1\r\n", "--b1 \r\n")],
    [
      "a long head",
      form(
        part(
          `Content-Disposition: form-data; name="file"; filename="a"\r\nContent-Type: a/${"b".repeat(1100)}`,
          "x",
        ),
      ),
    ],
    ["a byte order mark", form(text("model", "\uFEFFm"))],
    ["a long text", form(text("model", "m".repeat(65_537)))],
    ["too many parts", form(...Array(64).fill(text("timestamp_granularities[]", "x")))],
  ])("is refused with %s", (_, body) => {
    expect(parsed(bytesOf(body))).toBe(null);
  });

  it("is refused when a text or a head is not UTF-8", () => {
    const broken = (body: string) => Buffer.from(body.replace("\u2603", "\xff"), "latin1");
    expect(parsed(broken(form(text("model", "\u2603"))))).toBe(null);
    expect(parsed(broken(form(file("file", "\u2603", "x"))))).toBe(null);
    expect(parsed(broken(form(file("file", "a", "\u2603"))))).not.toBe(null);
  });

  it.each([
    ["multipart/form-data; boundary=b1", "b1"],
    ["Multipart/Form-Data;boundary=b1", "b1"],
    ['multipart/form-data; boundary="b1"', "b1"],
    [
      "multipart/form-data; boundary=----WebKitFormBoundary7MA4YWxkTrZu0gW",
      "----WebKitFormBoundary7MA4YWxkTrZu0gW",
    ],
  ])("has a boundary: %s", (type, boundary) => {
    expect(formTypeOf(type).boundary).toBe(boundary);
  });

  it.each([
    "",
    "multipart/form-data",
    "multipart/mixed; boundary=b1",
    "multipart/form-data; boundary=",
    "multipart/form-data; boundary=b 1",
    "multipart/form-data; boundary=b1; charset=utf-7",
    "multipart/form-data; boundary=b1; boundary=b2",
    "multipart/form-data; charset=utf-8; boundary=b1; charset=utf-8",
    "multipart/form-data; boundary*=b1",
    `multipart/form-data; boundary=${"b".repeat(71)}`,
    'multipart/form-data; boundary="b1',
    "multipart/form-data; boundary=b1, x",
    "text/plain; multipart/form-data; boundary=b1",
  ])("is refused without a plain boundary: %s", (type) => {
    expect(() => formTypeOf(type)).toThrow(DomainError);
  });
});

describe("the search for boundaries", () => {
  it("finds every one", () => {
    const letters = fc.array(fc.constantFrom(45, 97, 98), { maxLength: 60 });
    fc.assert(
      fc.property(letters, fc.stringMatching(/^[-ab]{1,4}$/), (codes, boundary) => {
        const subject = String.fromCharCode(...codes);
        const found = [...subject].flatMap((_, at) => (subject.startsWith(boundary, at) ? [at] : []));
        expect(boundariesIn(Uint8Array.from(codes), boundary, 100)).toEqual(found);
        expect(boundariesIn(Uint8Array.from(codes), boundary, 1)).toEqual(found.slice(0, 2));
      }),
      { numRuns: runs(5_000) },
    );
  });

  it("looks at each byte a bounded number of times", () => {
    const bytes = new Uint8Array(inTier({ fast: 2_000_000, full: 20_000_000 })).fill(45);
    bytes[bytes.length - 1] = 97;
    expect(boundariesIn(bytes, `${"-".repeat(69)}b`, 10)).toEqual([]);
  });
});

describe("any form that is accepted", () => {
  const value = fc.oneof(
    fc.string({ unit: "binary" }),
    fc.stringMatching(/^[\r\n\- b1"=;a]{0,20}$/),
    fc.constantFrom("m", "--b1", "\r\n--b1--\r\n", "\n--b1", "日本", "\uFEFF"),
  );
  const head = fc.constantFrom(
    'Content-Disposition: form-data; name="model"',
    'Content-Disposition: form-data; name="prompt"',
    'Content-Disposition: form-data; name="file"; filename="a.mp3"\r\nContent-Type: audio/mpeg',
    'content-type: Audio/WebM; codecs="opus, x"\r\ncontent-disposition: form-data; name="image[]"; filename="ü ; a=b.png"',
    'Content-Disposition: form-data; name="timestamp_granularities[]"\r\nContent-Type: text/plain; charset=UTF-8',
    'Content-Disposition: form-data; name="file"; filename="%41.mp3"\r\nContent-Type: a/b',
  );
  const damage = fc.option(
    fc.record({
      at: fc.nat(600),
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
        "\uFEFF",
        "\0",
        "name*=x; ",
      ),
    }),
    { nil: null, freq: 3 },
  );
  const body = fc
    .tuple(
      fc.array(
        fc.tuple(head, value).map(([lines, inner]) => part(lines, inner)),
        { maxLength: 5 },
      ),
      damage,
    )
    .map(([parts, damaged]) => {
      const sound = form(...parts);
      if (damaged === null) return sound;
      const at = damaged.at % sound.length;
      return sound.slice(0, at) + damaged.put + sound.slice(at + damaged.cut);
    });

  it("is read the same by Node and busboy, and so is what is built of it", async () => {
    let accepted = 0;
    await fc.assert(
      fc.asyncProperty(body, async (sent) => {
        const bytes = bytesOf(sent);
        const read = parsed(bytes);
        if (read === null) return;
        accepted += 1;
        const ours = seenBy(read, bytes);
        expect(unquoted(withDefaults(await readByNode(bytes, TYPE)))).toEqual(withDefaults(ours));
        expect(unquoted(withDefaults(await readByBusboy(bytes, TYPE)))).toEqual(withDefaults(ours));
        const built = new Uint8Array(Buffer.concat(formChunks(read, bytes)));
        expect(await readByNode(built, formType(read))).toEqual(ours);
        expect(await readByBusboy(built, formType(read))).toEqual(ours);
        expect(seenBy(parseForm(built, formType(read), RULES), built)).toEqual(ours);
      }),
      { numRuns: runs(2_000), seed },
    );
    expect(accepted).toBeGreaterThan(runs(2_000) / 100);
  });

  it("is never refused by anything but a refusal, as random bytes", () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 300 }), (bytes) => {
        parsed(bytes);
        parsed(new Uint8Array([...bytesOf("--b1\r\n"), ...bytes, ...bytesOf("\r\n--b1--")]));
      }),
      { numRuns: runs(2_000) },
    );
  });

  it("is not built with a text that has its boundary", () => {
    const read = parseForm(bytesOf(whole), TYPE, RULES);
    const changed = { ...read, texts: [["model", "x\r\n--b1--"]] as const };
    expect(() => formChunks(changed, bytesOf(whole))).toThrow("The part model contains the form's boundary.");
  });
});
