import type { Random } from "#scripts/seed/random.ts";

/** A request as it goes over the wire. */
export interface WireRequest {
  path: string;
  headers: Record<string, string>;
  body: Uint8Array<ArrayBuffer>;
}

export const CHEAP = "demo-small";
export const DEAR = "demo-large";
const encoder = new TextEncoder();

const TEXT = [{ role: "user", content: "Hello" }];
const TOOL = { type: "function", function: { name: "look", parameters: { type: "object", properties: {} } } };

/** Requests that the gateway accepts, by path below `/v1`. */
const VALID: [path: string, body: object][] = [
  ["/chat/completions", { model: CHEAP, messages: TEXT, max_tokens: 5 }],
  ["/chat/completions", { model: CHEAP, messages: TEXT, max_completion_tokens: 5, n: 2, stream: true }],
  ["/chat/completions", { model: CHEAP, messages: TEXT, tools: [TOOL], service_tier: "flex", seed: 2 ** 53 }],
  ["/chat/completions", { model: DEAR, messages: TEXT, max_tokens: 1, service_tier: "priority" }],
  ["/completions", { model: CHEAP, prompt: ["a", "b"], max_tokens: 3, best_of: 2 }],
  ["/responses", { model: CHEAP, input: "Hello", max_output_tokens: 16 }],
  ["/responses", { model: CHEAP, input: TEXT, max_output_tokens: 16, stream: true, store: false }],
  ["/messages", { model: CHEAP, max_tokens: 7, messages: TEXT }],
  ["/messages", { model: CHEAP, max_tokens: 7, messages: TEXT, stream: true, system: "Be brief." }],
  ["/messages/count_tokens", { model: CHEAP, messages: TEXT }],
  ["/embeddings", { model: CHEAP, input: ["a", "b", "c"] }],
  ["/moderations", { model: CHEAP, input: "Hello" }],
];

const NAMES =
  `model max_tokens max_completion_tokens max_output_tokens n best_of service_tier stream messages input
  prompt tools stream_options metadata user`.split(/\s+/);
const VALUES: unknown[] = [
  CHEAP,
  DEAR,
  "",
  "demo-huge",
  null,
  true,
  false,
  0,
  1,
  2,
  5,
  100,
  128,
  129,
  16_384,
  -1,
  1.5,
  1e9,
  "1",
  "100",
  "priority",
  "flex",
  "scale",
  "default",
  "auto",
  [],
  {},
  [DEAR],
  { model: DEAR },
  TEXT,
  [TOOL],
  ["a"],
  [1, 2, 3],
  [[1], [2]],
  { include_usage: true },
  "\u0000",
  "\ud800",
];
/** Number and other texts that parsers read differently. */
const RAW = [
  "1e999",
  "-0",
  "1E2",
  "1.0",
  "100.0000000000000000001",
  "9007199254740993",
  "0x10",
  "010",
  "+1",
  "NaN",
  "Infinity",
  "1_000",
  "'demo-large'",
  "undefined",
  '"demo\\u002dlarge"',
  "/**/1",
  "1//",
  '"a" "b"',
  "[1,]",
];
const SPELLINGS: ((name: string) => string)[] = [
  (name) => name.toUpperCase(),
  (name) => name.charAt(0).toUpperCase() + name.slice(1),
  (name) => name.replace(/_(\w)/g, (_, letter: string) => letter.toUpperCase()),
  (name) => `${name} `,
  (name) => ` ${name}`,
  (name) => `${name}\u0000`,
  (name) => `\ufeff${name}`,
  (name) => name.replace(/[a-z]/, (letter) => String.fromCharCode(letter.charCodeAt(0) + 0xfee0)),
  (name) => `${name}[]`,
  (name) => name.replaceAll("_", "-"),
  (name) => `$.${name}`,
];
/** The same name for a JSON parser. */
const escaped = (name: string) =>
  `\\u00${name.charCodeAt(0).toString(16)}${name.slice(1).replaceAll("_", "\\u005f")}`;
const TYPES = [
  "application/json",
  "application/json; charset=utf-8",
  "application/json;charset=UTF-8",
  "text/plain",
  "application/json; charset=utf-7",
  "application/json; charset=utf-16",
  "application/x-ndjson",
  "multipart/form-data; boundary=x",
  "application/x-www-form-urlencoded",
  "application/json, text/plain",
];

/** The i-th body: valid, mutated, or noise. */
export function randomRequest(random: Random): WireRequest {
  const one = <Item>(items: readonly Item[]): Item => items[Math.floor(random.next() * items.length)] as Item;
  const [path, valid] = one(VALID);
  const members = Object.entries(valid).map(([name, value]): [string, string] => [
    JSON.stringify(name),
    JSON.stringify(value),
  ]);
  const times = Math.floor(random.next() * 4);
  for (let i = 0; i < times; i += 1) mutate(members, { random, one });
  const padding = random.next() < 0.05 ? " ".repeat(Math.floor(random.next() * 5_000)) : "";
  const text = `{${padding}${members.map(([name, value]) => `${name}:${padding === "" ? "" : " "}${value}`).join(",")}}`;
  const body = encoded(text, { random, one });
  const type = random.next() < 0.85 ? "application/json" : one(TYPES);
  const query = random.next() < 0.97 ? "" : one(["?beta=true", "?model=demo-large", "?n=128", "?"]);
  const headers: Record<string, string> = random.next() < 0.02 ? {} : { "content-type": type };
  if (random.next() < 0.02) headers["content-encoding"] = one(["gzip", "identity", "br"]);
  return { path: `/v1${path}${query}`, headers, body };
}

interface Choice {
  random: Random;
  one: <Item>(items: readonly Item[]) => Item;
}

function mutate(members: [string, string][], { random, one }: Choice): void {
  const name = one(NAMES);
  const value = random.next() < 0.2 ? one(RAW) : JSON.stringify(one(VALUES));
  const at = Math.floor(random.next() * (members.length + 1));
  const kinds: (() => void)[] = [
    () => members.splice(at, 0, [JSON.stringify(name), value]),
    () => members.splice(at, 0, [`"${escaped(name)}"`, value]),
    () => members.splice(at, 0, [JSON.stringify(one(SPELLINGS)(name)), value]),
    () =>
      members.splice(at, 0, [
        JSON.stringify(one(["__proto__", "constructor", "toString", "extra_body"])),
        `{"${name}":${value}}`,
      ]),
    () =>
      members.splice(at, 0, [
        JSON.stringify(one(["metadata", "user", "input", "nope"])),
        `{"${name}":${value}}`,
      ]),
    () => members.splice(at % members.length, 1, [members[at % members.length]?.[0] ?? '""', value]),
    () => members.splice(at % members.length, 1),
  ];
  one(kinds)();
}

/** Rarely in another encoding, cut, or with a byte changed. */
function encoded(text: string, { random, one }: Choice): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(encoder.encode(text));
  const draw = random.next();
  if (draw < 0.85) return bytes;
  if (draw < 0.88) return join(new Uint8Array([0xef, 0xbb, 0xbf]), bytes);
  if (draw < 0.9) return new Uint8Array(Buffer.from(text, "utf16le"));
  if (draw < 0.92) return bytes.slice(0, Math.floor(random.next() * bytes.length));
  if (draw < 0.94)
    return join(bytes, encoder.encode(one(['{"model":"demo-large"}', "\u0000", "//", "\n\n", "]", ' "x"'])));
  const at = Math.floor(random.next() * bytes.length);
  bytes[at] = Math.floor(random.next() * 256);
  return bytes;
}

const join = (...parts: Uint8Array[]) => new Uint8Array(Buffer.concat(parts));

/** Multipart spellings of the same; these endpoints take JSON alone. */
export function multipartRequest(random: Random): WireRequest {
  const json = randomRequest(random);
  const boundary = `b${Math.floor(random.next() * 1e9)}`;
  const part = (head: string, value: string) => `--${boundary}\r\n${head}\r\n\r\n${value}\r\n`;
  const disposition = (name: string) => `Content-Disposition: form-data; name="${name}"`;
  const text = [
    random.next() < 0.5 ? Buffer.from(json.body).toString() : "",
    part(disposition("model"), CHEAP),
    part(random.next() < 0.5 ? disposition("model") : "content-disposition: form-data; name*=model", DEAR),
    `--${boundary}--\r\n`,
  ].join("");
  const headers = { "content-type": `multipart/form-data; boundary=${boundary}` };
  return { ...json, headers, body: new Uint8Array(encoder.encode(text)) };
}
