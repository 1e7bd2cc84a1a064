import type { JsonSchema } from "#worker/api/openapi/operations.ts";

interface Field {
  /** From the outermost value in: `items[].id`, `spending.*.spent`. */
  path: string;
  type: string;
  /** In Markdown. */
  meaning: string;
}

/** All fields of a value, including nested ones. `sent`: the value is an input, so fields can be optional. */
export function fieldsOf(schema: JsonSchema, about: { sent: boolean }, within = ""): Field[] {
  const { items, properties = {}, required = [], additionalProperties } = whole(schema);
  if (items) return fieldsOf(items, about, `${within}[]`);
  const inner = Object.entries(properties).flatMap(([name, field]) => {
    const path = within === "" ? name : `${within}.${name}`;
    const meaning = meaningOf(field, about.sent && required.includes(name));
    return [{ path, type: typeOf(field), meaning }, ...fieldsOf(field, about, path)];
  });
  if (typeof additionalProperties !== "object" || Object.keys(additionalProperties).length === 0)
    return inner;
  return [...inner, ...fieldsOf(additionalProperties, about, `${within}.*`)];
}

/** A value that may be null, without that. */
const whole = (schema: JsonSchema): JsonSchema => schema.anyOf?.find(({ type }) => type !== "null") ?? schema;

const FORMATS: Record<string, string> = { "date-time": "time", date: "day", binary: "file" };

function typeOf({ anyOf, type, format = "", items }: JsonSchema): string {
  if (anyOf) return anyOf.map(typeOf).join(" or ");
  if (items) return `${typeOf(items)}[]`;
  return FORMATS[format] ?? [type ?? "any"].flat().join(" or ");
}

function meaningOf(field: JsonSchema, required: boolean): string {
  const { enum: choices = [], const: only } = whole(field);
  const values = (only === undefined ? choices : [only]).map((value) => `\`${value}\``);
  const fallback = field.default === undefined ? [] : [`\`${field.default}\` when left out`];
  return [
    ...(required ? ["Required"] : []),
    ...(field.description === undefined ? [] : [field.description]),
    ...(values.length === 0
      ? []
      : [values.length === 1 ? `Always ${values[0]}` : `One of ${values.join(", ")}`]),
    ...limitOf(whole(field)),
    ...fallback,
  ].join(". ");
}

/** Every whole number of JSON Schema has a limit: the largest that is exact. */
function limitOf({ minimum = 0, maximum, maxLength, maxItems }: JsonSchema): string[] {
  if (maximum !== undefined && maximum < Number.MAX_SAFE_INTEGER) return [`From ${minimum} to ${maximum}`];
  if (maxLength !== undefined) return [`At most ${maxLength} characters`];
  return maxItems === undefined ? [] : [`At most ${maxItems}`];
}

/** A table in Markdown; no cell holds a bar. */
export const table = (head: string[], rows: string[][]): string =>
  [head, head.map(() => "---"), ...rows].map((cells) => `| ${cells.join(" | ")} |`).join("\n");
