const DEEPEST = 24;
const RECURSIVE = 4;
const LONGEST = 100;

type Schema = Readonly<Record<string, unknown>>;

const isSchema = (value: unknown): value is Schema =>
  typeof value === "object" && value !== null && !Array.isArray(value);
const numberIn = (value: unknown): number | undefined => (typeof value === "number" ? value : undefined);
const listIn = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);

const FORMATS = new Map([
  ["date-time", "2026-01-01T00:00:00Z"],
  ["date", "2026-01-01"],
  ["time", "00:00:00Z"],
  ["email", "user@example.com"],
  ["uri", "https://example.com"],
  ["uuid", "00000000-0000-4000-8000-000000000000"],
  ["ipv4", "192.0.2.1"],
]);

/** The smallest instance of a JSON schema that is easy to build. It ignores `pattern` and conditions. */
export function exampleOf(schema: unknown): unknown {
  return example(schema, schema, 0);
}

function example(schema: unknown, root: unknown, depth: number): unknown {
  if (!isSchema(schema) || depth > DEEPEST) return null;
  if (typeof schema.$ref === "string") return example(resolve(schema.$ref, root), root, depth + 1);
  if ("const" in schema) return schema.const;
  if (Array.isArray(schema.enum)) return schema.enum[0];
  const alternatives = [...listIn(schema.anyOf), ...listIn(schema.oneOf)];
  if (alternatives.length > 0) return example(oneOf(alternatives, depth), root, depth + 1);
  if (Array.isArray(schema.allOf)) return example(merged(schema, schema.allOf, root), root, depth + 1);
  const type = typeOf(schema);
  if (type === "object") return objectExample(schema, root, depth);
  if (type === "array") return arrayExample(schema, root, depth);
  if (type === "string") return stringExample(schema);
  if (type === "number" || type === "integer") return numberExample(schema, type);
  return type === "boolean" ? false : null;
}

function resolve(reference: string, root: unknown): unknown {
  const steps = reference.split("/").slice(1);
  return steps.reduce<unknown>(
    (inside, step) =>
      isSchema(inside) ? inside[step.replaceAll("~1", "/").replaceAll("~0", "~")] : undefined,
    root,
  );
}

/** Deep inside a recursive schema, the alternative that ends it. */
const oneOf = (alternatives: readonly unknown[], depth: number) =>
  (depth > RECURSIVE ? alternatives.find((one) => isSchema(one) && one.type === "null") : undefined) ??
  alternatives[0];

function merged({ allOf: _, ...schema }: Schema, parts: readonly unknown[], root: unknown): Schema {
  const resolved = parts.map((part) =>
    isSchema(part) && typeof part.$ref === "string" ? resolve(part.$ref, root) : part,
  );
  const all = [schema, ...resolved].filter(isSchema);
  const properties = Object.assign({}, ...all.map((part) => part.properties));
  const required = all.flatMap((part) => listIn(part.required));
  return Object.assign({}, ...all, { properties, required });
}

function typeOf(schema: Schema): unknown {
  if (Array.isArray(schema.type)) return schema.type.find((type) => type !== "null") ?? "null";
  return schema.type ?? ("properties" in schema ? "object" : "items" in schema ? "array" : "string");
}

function objectExample(schema: Schema, root: unknown, depth: number): object {
  const properties = isSchema(schema.properties) ? schema.properties : {};
  const names = listIn(schema.required).filter((name) => typeof name === "string");
  return Object.fromEntries(names.map((name) => [name, example(properties[name] ?? {}, root, depth + 1)]));
}

function arrayExample(schema: Schema, root: unknown, depth: number): unknown[] {
  const first = listIn(schema.prefixItems);
  const length = Math.min(Math.max(numberIn(schema.minItems) ?? 0, first.length), LONGEST);
  return Array.from({ length }, (_, at) => example(first[at] ?? schema.items ?? {}, root, depth + 1));
}

function stringExample(schema: Schema): string {
  const text = (typeof schema.format === "string" ? FORMATS.get(schema.format) : undefined) ?? "text";
  return text
    .padEnd(Math.min(numberIn(schema.minLength) ?? 0, LONGEST), "x")
    .slice(0, numberIn(schema.maxLength));
}

/** Zero, or a number near the limit that excludes it. */
function numberExample(schema: Schema, type: "number" | "integer"): number {
  const step = numberIn(schema.multipleOf) ?? (type === "integer" ? 1 : null);
  const [above, least] = [numberIn(schema.exclusiveMinimum), numberIn(schema.minimum)];
  const [below, most] = [numberIn(schema.exclusiveMaximum), numberIn(schema.maximum)];
  if (above !== undefined && above >= 0)
    return step === null ? (above + (most ?? below ?? above + 2)) / 2 : (Math.floor(above / step) + 1) * step;
  if (least !== undefined && least > 0) return step === null ? least : Math.ceil(least / step) * step;
  if (below !== undefined && below <= 0)
    return step === null ? (below + (least ?? above ?? below - 2)) / 2 : (Math.ceil(below / step) - 1) * step;
  if (most !== undefined && most < 0) return step === null ? most : Math.floor(most / step) * step;
  return 0;
}
