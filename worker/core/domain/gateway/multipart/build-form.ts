import { refused } from "../refused.ts";
import type { Form, FormFile } from "./parse-form.ts";

const encoder = new TextEncoder();

/** The content type of a form that is built. */
export const formType = ({ boundary }: Form) => `multipart/form-data; boundary=${boundary}`;

/**
 * The form as it is forwarded: texts first, then the files, which are views of the body that they were read from.
 * @throws DomainError `invalid_request` for a text that contains the boundary.
 */
export function formChunks(form: Form, body: Uint8Array): Uint8Array[] {
  const line = `--${form.boundary}`;
  const clash = form.texts.find(([, value]) => value.includes(form.boundary));
  if (clash !== undefined) throw refused(clash[0], `The part ${clash[0]} contains the form's boundary.`);
  const texts = form.texts.map(([name, value]) => `${line}\r\n${disposition(name)}\r\n\r\n${value}\r\n`);
  const files = form.files.flatMap((file) => [
    encoder.encode(`${line}\r\n${fileHead(file)}\r\n\r\n`),
    body.subarray(file.from, file.to),
    encoder.encode("\r\n"),
  ]);
  return [encoder.encode(texts.join("")), ...files, encoder.encode(`${line}--\r\n`)];
}

const disposition = (name: string) => `Content-Disposition: form-data; name="${name}"`;
const fileHead = ({ name, filename, type }: FormFile) =>
  `${disposition(name)}; filename="${filename}"\r\nContent-Type: ${type}`;
