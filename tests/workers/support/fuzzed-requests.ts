import fc from "fast-check";
import type { JsonSchema, OperationObject } from "#worker/api/openapi/operations.ts";

/** An operation, as a reader of the document sees it. */
export interface FuzzedOperation {
  method: string;
  path: string;
  object: OperationObject;
}

/** Values that exist, by the name of the field or parameter that takes them. */
export type KnownValues = Record<string, unknown>;

export interface FuzzedRequest {
  credential: "own" | "none" | "garbled" | "expired";
  path: string;
  query: string;
  /** `padding` counts the spaces after the text. */
  body: { text: string; padding: number; contentType: string | null } | null;
}

/** `/api` takes 32 KB, and 512 KB from the payment provider. */
const PADDINGS = [40_000, 600_000];
const CONTENT_TYPES = [
  "application/json",
  "application/json; charset=utf-8",
  "APPLICATION/JSON",
  "application/json;charset=iso-8859-1",
  "text/plain",
  "text/html; charset=",
  "application/x-www-form-urlencoded",
  "multipart/form-data; boundary=x",
  "application/jsonp",
  "application/octet-stream",
  ";",
];
const NOT_JSON = [
  "",
  "{",
  "null",
  "[]",
  "7",
  '"text"',
  '{"name":}',
  "\u0000",
  "name=value",
  "{}{}",
  "[[[[[[",
];
const WRONG = [null, "", " ", -1, 1e300, 0.1, true, {}, [], ["x"], "\u0000", "\ud800", "x".repeat(300)];

const anyText = fc.oneof(
  fc.string({ unit: "binary", maxLength: 40 }),
  fc.string({ unit: "grapheme", maxLength: 20 }),
  fc.constantFrom("", "0", "-1", "null", "'; DROP TABLE api_keys; --", "../..", "\u202e", "x".repeat(5000)),
);
const wrong: fc.Arbitrary<unknown> = fc.oneof(
  fc.constantFrom(...WRONG),
  fc.jsonValue({ maxDepth: 2 }),
  anyText,
);

/** Values that the schema allows, as far as it tells: a pattern is left to the examples and known values. */
function valid(schema: JsonSchema): fc.Arbitrary<unknown> {
  if (schema.anyOf) return fc.oneof(...schema.anyOf.map(valid));
  if (schema.enum) return fc.constantFrom(...schema.enum);
  if (schema.const !== undefined) return fc.constant(schema.const);
  if (schema.format === "date-time") return dateTime;
  if (schema.type === "string") return fc.string({ maxLength: Math.min(schema.maxLength ?? 40, 300) });
  if (schema.type === "boolean") return fc.boolean();
  if (schema.type === "integer" || schema.type === "number") return numberIn(schema);
  if (schema.type === "array" && schema.items) return fc.array(valid(schema.items), { maxLength: 4 });
  if (schema.type === "object") return validObject(schema);
  return schema.type === "null" ? fc.constant(null) : fc.jsonValue();
}

const FIRST = Date.parse("2019-01-01T00:00Z");
const LAST = Date.parse("2030-01-01T00:00Z");
const dateTime = fc.integer({ min: FIRST, max: LAST }).map((time) => new Date(time).toISOString());

const numberIn = ({ type, minimum = -1000, maximum = 1_000_000 }: JsonSchema) =>
  fc.oneof(
    fc.integer({ min: Math.ceil(minimum), max: Math.floor(Math.min(maximum, 2 ** 31 - 1)) }),
    ...(type === "number" ? [fc.double({ min: minimum, max: maximum, noNaN: true })] : []),
  );

function validObject({ properties = {}, required = [] }: JsonSchema): fc.Arbitrary<object> {
  const fields = Object.entries(properties).map(([name, schema]) => [name, valid(schema)] as const);
  return fc.record(Object.fromEntries(fields), { requiredKeys: required });
}

/** A request for the operation: most are correct, or correct but for one thing. */
export function fuzzedRequest(
  { method, path, object }: FuzzedOperation,
  known: KnownValues,
): fc.Arbitrary<FuzzedRequest> {
  return fc.record({
    credential: fc.oneof(
      { weight: 20, arbitrary: fc.constant("own" as const) },
      { weight: 1, arbitrary: fc.constantFrom("none" as const, "garbled" as const, "expired" as const) },
    ),
    path: pathOf(path, object, known),
    query: queryOf(object, known),
    // `fetch` sends no bodies with GET.
    body: method === "get" ? fc.constant(null) : bodyOf(object, known),
  });
}

/** Dot segments are another path, and an empty one is too. */
const segment = fc.oneof(
  anyText.filter((text) => !/^\.{0,2}$/.test(text) && text.isWellFormed()).map(encodeURIComponent),
  fc.constantFrom("%ff", "%00", "%", "a%2Fb", "%E0%A4%A", "key_", "ntf_0", "ntf_99999999999999999999"),
);

function pathOf(path: string, { parameters }: OperationObject, known: KnownValues): fc.Arbitrary<string> {
  const names = parameters.filter((parameter) => parameter.in === "path");
  if (names.length === 0) return fc.constant(path);
  const ids = fc.record(
    Object.fromEntries(
      names.map(({ name, example }) => [
        name,
        fc.oneof(
          { weight: 5, arbitrary: fc.constant(String(known[name] ?? "")) },
          { weight: 1, arbitrary: fc.constant(encodeURIComponent(example ?? "")) },
          { weight: 1, arbitrary: segment },
        ),
      ]),
    ),
  );
  return ids.map((chosen) => path.replace(/\{(\w+)\}/g, (_, name: string) => chosen[name] ?? ""));
}

function queryOf({ parameters }: OperationObject, known: KnownValues): fc.Arbitrary<string> {
  const inQuery = parameters.filter((parameter) => parameter.in === "query");
  const fields = inQuery.map(({ name, required, schema }) => {
    const usual: fc.Arbitrary<unknown> = name in known ? fc.constant(known[name]) : valid(schema);
    const value = fc.oneof(
      { weight: 12, arbitrary: usual },
      { weight: 1, arbitrary: anyText },
      { weight: 1, arbitrary: fc.constant(undefined) },
    );
    return [name, required ? value : fc.option(value, { nil: undefined, freq: 1 })] as const;
  });
  const extra = fc.option(fc.tuple(fc.string({ maxLength: 8 }), anyText), { nil: undefined, freq: 12 });
  return fc.tuple(fc.record(Object.fromEntries(fields)), extra).map(([chosen, more]) => {
    const pairs = [...Object.entries(chosen), ...(more ? [more] : [])].filter(
      ([, value]) => value !== undefined,
    );
    return new URLSearchParams(pairs.map(([name, value]) => [name, String(value)])).toString();
  });
}

function bodyOf({ requestBody }: OperationObject, known: KnownValues): fc.Arbitrary<FuzzedRequest["body"]> {
  const media = requestBody?.content["application/json"];
  const correct = media
    ? fc.oneof(fc.constant(media.example), valid(media.schema)).map((body) => withKnown(body, known))
    : fc.constant(undefined);
  const text = correct.map((body) => (body === undefined ? "" : JSON.stringify(body)));
  const padding = fc.constant(0);
  const json = (sent: fc.Arbitrary<string>, spaces: fc.Arbitrary<number> = padding) =>
    fc.record({ text: sent, padding: spaces, contentType: fc.constant("application/json") });
  const types = fc.option(fc.constantFrom(...CONTENT_TYPES), { nil: null });
  return fc.oneof(
    { weight: 12, arbitrary: media ? json(text) : fc.constant(null) },
    { weight: 8, arbitrary: json(correct.chain(mutated).map((body) => JSON.stringify(body) ?? "")) },
    { weight: 2, arbitrary: json(fc.oneof(fc.constantFrom(...NOT_JSON), anyText)) },
    { weight: 2, arbitrary: fc.record({ text, padding, contentType: types }) },
    { weight: 1, arbitrary: json(text, fc.constantFrom(...PADDINGS)) },
    { weight: 1, arbitrary: fc.constant(null) },
  );
}

const withKnown = (body: unknown, known: KnownValues): unknown =>
  isRecord(body)
    ? Object.fromEntries(Object.entries(body).map(([name, value]) => [name, known[name] ?? value]))
    : body;

/** One field, at any depth, is wrong, absent or unknown. */
function mutated(body: unknown): fc.Arbitrary<unknown> {
  if (Array.isArray(body) && body.length > 0) {
    return fc.nat(body.length - 1).chain((at) => mutated(body[at]).map((item) => body.with(at, item)));
  }
  if (!isRecord(body) || Object.keys(body).length === 0) return wrong;
  const field = fc.constantFrom(...Object.keys(body));
  return fc.oneof(
    field.chain((name) => wrong.map((value) => ({ ...body, [name]: value }))),
    field.chain((name) => mutated(body[name]).map((value) => ({ ...body, [name]: value }))),
    field.map((name) => ({ ...body, [name]: undefined })),
    fc
      .tuple(fc.string({ minLength: 1, maxLength: 80 }), wrong)
      .map(([name, value]) => ({ ...body, [name]: value })),
  );
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null && !Array.isArray(value);
