import { invalid } from "./stripe-error.ts";

/** A decoded form: `a[b][0]=c` becomes `{ a: { b: { 0: "c" } } }`. */
export interface Form {
  [key: string]: string | Form;
}

const MAX_DEPTH = 6;
const emptyForm = (): Form => Object.create(null);

/** Decodes Stripe's bracketed form encoding. */
export function decodeForm(text: string): Form {
  const form = emptyForm();
  for (const [name, value] of new URLSearchParams(text)) insert(form, name, value);
  return form;
}

function insert(form: Form, name: string, value: string): void {
  const keys = name.replaceAll("]", "").split("[");
  if (keys.length > MAX_DEPTH) throw invalid("The parameters are nested too deep.", name);
  const last = keys.pop() ?? "";
  let node = form;
  for (const key of keys) {
    const child = node[key] ?? emptyForm();
    node[key] = child;
    if (typeof child === "string") throw invalid("Invalid parameter.", name);
    node = child;
  }
  node[last || String(Object.keys(node).length)] = value;
}

/** Reads one level of a form with Stripe's errors; `prefix` spells the parameters' full names. */
export function reader(form: Form, prefix = "") {
  const full = (key: string) => (prefix ? `${prefix}[${key}]` : key);
  const nested = (key: string): Form => {
    const value = form[key];
    if (typeof value === "string") throw invalid("Invalid object", full(key));
    return value ?? emptyForm();
  };
  const text = (key: string, maxLength = 5000): string | null => {
    const value = form[key];
    if (value === undefined || value === "") return null;
    if (typeof value !== "string") throw invalid("Invalid string", full(key));
    if (value.length > maxLength) throw invalid(`Invalid string: at most ${maxLength} characters`, full(key));
    return value;
  };
  return {
    text,
    full,
    has: (key: string) => form[key] !== undefined,
    keys: () => Object.keys(form),
    required(key: string): string {
      const value = text(key);
      if (value === null)
        throw invalid(`Missing required param: ${full(key)}.`, full(key), "parameter_missing");
      return value;
    },
    integer(key: string): number | null {
      const value = text(key);
      if (value === null) return null;
      if (!/^-?\d{1,15}$/.test(value))
        throw invalid(`Invalid integer: ${value}`, full(key), "parameter_invalid_integer");
      return Number(value);
    },
    child: (key: string) => reader(nested(key), full(key)),
    children: (key: string) =>
      Object.keys(nested(key)).map((index) => reader(nested(key), full(key)).child(index)),
    strings: (key: string): string[] =>
      Object.values(nested(key)).filter((value): value is string => typeof value === "string"),
    metadata: (key: string) => readMetadata(nested(key), full(key)),
  };
}

export type FormReader = ReturnType<typeof reader>;

function readMetadata(form: Form, name: string): Record<string, string> {
  const entries = Object.entries(form);
  if (entries.length > 50) throw invalid("Metadata can have at most 50 keys.", name);
  return Object.fromEntries(
    entries.map(([key, value]) => {
      if (typeof value !== "string" || value.length > 500)
        throw invalid("Invalid metadata value", `${name}[${key}]`);
      return [key, value];
    }),
  );
}
