import type { Endpoint } from "#core/domain/gateway/endpoints.ts";
import { factsOf, type RequestFacts } from "#core/domain/gateway/fact-fields.ts";
import { refused, unsupported } from "#core/domain/gateway/refused.ts";

const FILE_NAME_MAX = 100;
const FLAGS = new Map<unknown, boolean>([
  ["true", true],
  ["false", false],
]);

/**
 * A form with one file, read by the platform's parser and serialised again from the result.
 * @throws DomainError `invalid_request`, `unsupported_parameter` naming the field.
 */
export async function readForm(
  { fields: known }: Endpoint,
  contentType: string,
  bytes: Uint8Array<ArrayBuffer>,
): Promise<{ facts: RequestFacts; body: FormData }> {
  const form = await parsedForm(contentType, bytes);
  const forwarded = new FormData();
  for (const [name, value] of form) {
    if (!known.has(name)) throw unsupported(name);
    if (forwarded.has(name) && !name.endsWith("[]")) throw refused(name, "A field stands twice in the form.");
    if ((name === "file") !== value instanceof File) throw refused(name, "Only the field file holds a file.");
    if (value instanceof File) forwarded.set(name, await plainFile(value));
    else forwarded.append(name, value);
  }
  if (!forwarded.has("file")) throw refused("file", "The field file must hold a file.");
  const [model, stream] = [forwarded.get("model"), forwarded.get("stream")];
  const facts = factsOf({ model, stream: FLAGS.get(stream) ?? stream }, bytes.byteLength);
  return { facts: { ...facts, wholeContext: true }, body: forwarded };
}

async function parsedForm(contentType: string, bytes: Uint8Array<ArrayBuffer>): Promise<FormData> {
  try {
    return await new Response(bytes, { headers: { "content-type": contentType } }).formData();
  } catch {
    throw refused(undefined, "The form cannot be read.");
  }
}

/** The file name keeps only characters that no parser treats as syntax. */
async function plainFile(file: File): Promise<File> {
  const name = file.name.replace(/[^\w.-]/g, "_").slice(-FILE_NAME_MAX) || "file";
  const type = /^[\w.+-]+\/[\w.+-]+$/.test(file.type) ? file.type : "application/octet-stream";
  return new File([await file.arrayBuffer()], name, { type });
}
