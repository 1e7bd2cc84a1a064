import type { Language } from "#app/lib/documentation/topics.ts";
import { CHAT_ENDPOINT, type ChatRequest } from "./chat-request.ts";

/** How a language writes a value. */
interface Notation {
  literal: (value: string | number | boolean | null) => string;
  /** With its separator. */
  name: (name: string) => string;
  /** Inside the braces of an object on one line. */
  pad: string;
  /** After the last member of a list on several lines. */
  lastComma: boolean;
}

const json: Notation = {
  literal: (value) => JSON.stringify(value),
  name: (name) => `${JSON.stringify(name)}: `,
  pad: " ",
  lastComma: false,
};

const PYTHON_WORDS = new Map<unknown, string>([
  [true, "True"],
  [false, "False"],
  [null, "None"],
]);

// A JSON string is the same string in Python and in TypeScript.
const python: Notation = {
  ...json,
  literal: (value) => PYTHON_WORDS.get(value) ?? JSON.stringify(value),
  pad: "",
  lastComma: true,
};

function propertyName(name: string): string {
  // In an object literal, it is the prototype unless it is computed.
  if (name === "__proto__") return `["__proto__"]`;
  return /^[A-Za-z_]\w*$/.test(name) ? name : JSON.stringify(name);
}

const typescript: Notation = {
  ...json,
  name: (name) => `${propertyName(name)}: `,
  lastComma: true,
};

/** Longer lists and objects have a line for each member, unless they are as simple as a message. */
const LINE_MOST = 80;

/** A value of JSON. `indent` is that of the line it starts on, in spaces. */
function written(value: unknown, indent: number, notation: Notation): string {
  const members = membersOf(value, notation);
  if (members === null) return notation.literal(value as string | number | boolean | null);
  const [open, close, pad] = Array.isArray(value) ? ["[", "]", ""] : ["{", "}", notation.pad];
  if (members.length === 0) return open + close;
  const isFlat = members.every(({ member }) => typeof member !== "object" || member === null);
  const inline = `${open}${pad}${joined(members, 0, notation, ", ")}${pad}${close}`;
  if (inline.length + indent <= LINE_MOST || (isFlat && !Array.isArray(value))) return inline;
  const inner = indent + 2;
  const space = " ".repeat(inner);
  const lines = joined(members, inner, notation, `,\n${space}`);
  return `${open}\n${space}${lines}${notation.lastComma ? "," : ""}\n${" ".repeat(indent)}${close}`;
}

type Member = { name: string; member: unknown };

function membersOf(value: unknown, { name }: Notation): Member[] | null {
  if (Array.isArray(value)) return value.map((member) => ({ name: "", member }));
  if (typeof value !== "object" || value === null) return null;
  return Object.entries(value).map(([key, member]) => ({ name: name(key), member }));
}

const joined = (members: Member[], indent: number, notation: Notation, separator: string) =>
  members.map(({ name, member }) => name + written(member, indent, notation)).join(separator);

const inShell = (text: string) => `'${text.replaceAll("'", `'\\''`)}'`;

/** Lone halves of characters, which no request can carry, become replacement characters. */
const wellFormed = (request: ChatRequest): ChatRequest =>
  JSON.parse(
    JSON.stringify(request, (_, value) => (typeof value === "string" ? value.toWellFormed() : value)),
  );

/** The request in each language of the documentation, to be run as it is. */
export const codeSamples: Record<Language, (request: ChatRequest, origin: string) => string> = {
  curl: (request, origin) => `# Reads your key from LATCHKEY_API_KEY
curl --no-buffer ${origin}${CHAT_ENDPOINT} \\
  -H "Authorization: Bearer $LATCHKEY_API_KEY" \\
  -H "Content-Type: application/json" \\
  -d ${inShell(lines(request, 2, json))}`,
  python: (request, origin) => `# pip install openai. Reads your key from LATCHKEY_API_KEY
import os
from openai import OpenAI

client = OpenAI(
    base_url="${origin}/v1",
    api_key=os.environ["LATCHKEY_API_KEY"],
)
stream = client.chat.completions.create(
${Object.entries(wellFormed(request))
  .map(([name, value]) => `    ${name}=${written(value, 4, python)},`)
  .join("\n")}
)
for chunk in stream:
    if chunk.choices:
        print(chunk.choices[0].delta.content or "", end="", flush=True)`,
  typescript: (request, origin) => `// npm install openai. Reads your key from LATCHKEY_API_KEY
import OpenAI from "openai";

const client = new OpenAI({
  baseURL: "${origin}/v1",
  apiKey: process.env.LATCHKEY_API_KEY,
});
const stream = await client.chat.completions.create(${lines(request, 0, typescript)});
for await (const chunk of stream) {
  process.stdout.write(chunk.choices[0]?.delta.content ?? "");
}`,
};

/** The request with a line for each field. */
function lines(request: ChatRequest, indent: number, notation: Notation): string {
  const space = " ".repeat(indent + 2);
  const fields = Object.entries(wellFormed(request)).map(
    ([name, value]) => `${space}${notation.name(name)}${written(value, indent + 2, notation)}`,
  );
  return `{\n${fields.join(",\n")}${notation.lastComma ? "," : ""}\n${" ".repeat(indent)}}`;
}
