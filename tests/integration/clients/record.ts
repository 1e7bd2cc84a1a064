import { writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { findEndpoint } from "#core/domain/gateway/endpoints/find-endpoint.ts";
import { foreignIn } from "#scripts/testing/fixture-texts.ts";
import { dataLike, nameLike, textLike } from "#scripts/testing/generated-text.ts";
import type { ClientRequest } from "#tests/support/client-requests.ts";
import type { Recorded } from "./recorder.ts";

const FILE = fileURLToPath(new URL("../../fixtures/clients.jsonl", import.meta.url));
const LONGEST = 60;
/** Say nothing about a client. */
const CONNECTION = new Set(["accept-encoding", "connection", "content-length", "host", "transfer-encoding"]);

/** Writes the fixture of what each client sent: one request of each shape, without its texts and keys. */
export function writeFixture(sent: readonly { client: string; requests: readonly Recorded[] }[]): void {
  const all = sent.flatMap(({ client, requests }) =>
    requests.filter(isOffered).map((request) => requestOf(client, request)),
  );
  const byShape = new Map(all.map((request) => [shapeOf(request), request]));
  writeFileSync(FILE, [...byShape.values()].map((request) => `${JSON.stringify(request)}\n`).join(""));
}

function isOffered({ method, path }: Recorded): boolean {
  const { pathname } = new URL(path, "http://127.0.0.1");
  return pathname.startsWith("/v1/") && findEndpoint(method, pathname.slice("/v1".length)) !== null;
}

const requestOf = (client: string, { method, path, headers, body }: Recorded): ClientRequest => ({
  client,
  method,
  path,
  headers: Object.fromEntries(
    Object.keys(headers)
      .filter((name) => !CONNECTION.has(name))
      .toSorted()
      .map((name) => [name, ""]),
  ),
  body: Object(withoutTexts(JSON.parse(body))),
});

/** `name` is the field that holds the value. */
function withoutTexts(value: unknown, name = ""): unknown {
  if (typeof value === "string") return replaced(value, name);
  if (Array.isArray(value))
    return oneOfEach(
      value.map((one) => withoutTexts(one, name)),
      name,
    );
  if (typeof value !== "object" || value === null) return value;
  const entries = Object.entries(value).map(([key, inner]) => [
    name === "properties" || isForeignName(key) ? nameLike(key) : key,
    withoutTexts(inner, key),
  ]);
  return Object.fromEntries(entries);
}

function replaced(text: string, name: string): string {
  if (/^\s*[{[]/.test(text)) return withoutTextsInJson(text, name);
  const isOwnName = name === "required" || (name === "name" && !/\s/.test(text));
  if (isOwnName) return nameLike(text);
  if (!isForeign(text, name)) return text;
  if (/\s/.test(text)) return textLike(text.slice(0, LONGEST));
  return /\d/.test(text) ? dataLike(text) : nameLike(text);
}

function withoutTextsInJson(text: string, name: string): string {
  try {
    return JSON.stringify(withoutTexts(JSON.parse(text), name));
  } catch {
    return textLike(text.slice(0, LONGEST));
  }
}

const isForeign = (text: string, name: string) => foreignIn(JSON.stringify({ [name]: text })).length > 0;

const isForeignName = (key: string) => foreignIn(JSON.stringify({ [key]: 1 })).length > 0;

/** One element of each shape. Tools count as alike if they have the same fields, whatever their schemas are. */
function oneOfEach(elements: readonly unknown[], name: string): unknown[] {
  const kindOf = (one: unknown) => (name === "tools" ? shapeOf(fieldsOf(one)) : shapeOf(one));
  const seen = new Set<string>();
  return elements.filter(
    (one) => typeof one !== "object" || (!seen.has(kindOf(one)) && seen.add(kindOf(one))),
  );
}

const fieldsOf = (tool: unknown) =>
  Object.fromEntries(Object.entries(Object(tool)).map(([key, inner]) => [key, key === "type" ? inner : ""]));

/** Fields, nesting, types and roles. */
const shapeOf = (value: unknown): string =>
  JSON.stringify(value, (key, inner: unknown) =>
    ["client", "path", "type", "role"].includes(key) || typeof inner === "object" ? inner : typeof inner,
  );
