import type { Fields } from "../endpoint.ts";
import { refused } from "../refused.ts";
import type { Form, FormRules, FormStart } from "./parse-form.ts";

const encoder = new TextEncoder();

/** The content type of a form that is built. */
export const formType = ({ boundary }: Pick<Form, "boundary">) => `multipart/form-data; boundary=${boundary}`;

/**
 * The form as it is forwarded: texts first, then the files, which are views of the body that they were read from.
 * @throws DomainError `invalid_request` for a text that contains the boundary.
 */
export function formChunks(form: Form, body: Uint8Array<ArrayBuffer>): Uint8Array<ArrayBuffer>[] {
  const files = form.files.flatMap((file) => [
    encoder.encode(fileHead(form, file)),
    body.subarray(file.from, file.to),
    encoder.encode("\r\n"),
  ]);
  return [encoder.encode(textParts(form)), ...files, encoder.encode(`--${form.boundary}--\r\n`)];
}

/**
 * The form as it is forwarded, up to the content of its file.
 * @throws DomainError `invalid_request` for a text that contains the boundary.
 */
export const formStartBytes = (form: Pick<FormStart, "boundary" | "texts" | "file">): Uint8Array =>
  encoder.encode(textParts(form) + fileHead(form, form.file));

function textParts({ boundary, texts }: Pick<Form, "boundary" | "texts">): string {
  const clash = texts.find(([, value]) => value.includes(boundary));
  if (clash !== undefined) throw refused(clash[0], `The part ${clash[0]} contains the form's boundary.`);
  return texts.map(([name, value]) => `--${boundary}\r\n${disposition(name)}\r\n\r\n${value}\r\n`).join("");
}

const disposition = (name: string) => `Content-Disposition: form-data; name="${name}"`;
const fileHead = ({ boundary }: Pick<Form, "boundary">, { name, filename, type }: FormStart["file"]) =>
  `--${boundary}\r\n${disposition(name)}; filename="${filename}"\r\nContent-Type: ${type}\r\n\r\n`;

/** The texts of a form as fields: those that may stand in it several times are lists. */
export function formFields(texts: Form["texts"], { lists }: Pick<FormRules, "lists">): Fields {
  const fields: Record<string, string | string[]> = {};
  for (const [name, value] of texts) {
    const before = fields[name];
    if (!lists.has(name)) fields[name] = value;
    else fields[name] = Array.isArray(before) ? [...before, value] : [value];
  }
  return fields;
}

/** The fields as a form's texts. @throws TypeError for a field that is neither a text nor a list of texts. */
export const formTexts = (fields: Fields): [name: string, value: string][] =>
  Object.entries(fields).flatMap(([name, value]) =>
    listOf(value).map((text) => [name, textOf(text)] as [string, string]),
  );

const listOf = (value: unknown): readonly unknown[] => {
  if (value === undefined || value === null) return [];
  return Array.isArray(value) ? value : [value];
};

function textOf(value: unknown): string {
  if (typeof value === "string") return value;
  throw new TypeError("A form has texts only.");
}
