import type { Endpoint, Fields, ReadOptions, ReadRequest, UploadedFile } from "../endpoint.ts";
import type { FormRules } from "../multipart/parse-form.ts";
import { refused } from "../refused.ts";
import { attributed } from "./attribution.ts";
import { names } from "./field-checks.ts";
import { CHARGED_BY_IMAGE, imageFacts } from "./image-facts.ts";
import { ImageStreamReader, readImages } from "./images-reading.ts";
import { modelOf } from "./request-facts.ts";
import { withUsageCost } from "./with-cost.ts";

/** Parts of the form; the first three are files. */
const ONE = "image";
const SEVERAL = "image[]";
const MASK = "mask";

export const EDIT_FORM: FormRules = {
  texts: names(`
    prompt model n size quality background moderation input_fidelity output_format output_compression
    response_format stream partial_images user safety_identifier seed negative_prompt`),
  files: new Set([ONE, SEVERAL, MASK]),
  lists: new Set([SEVERAL]),
};

/** `/images/edits` (https://platform.openai.com/docs/api-reference/images/createEdit), as a form. */
export const imageEdits: Endpoint = {
  path: "/images/edits",
  errorForm: "openai",
  free: false,
  form: EDIT_FORM,
  responds: "json",
  readRequest,
  readResponse: readImages,
  createStreamReader: () => new ImageStreamReader(),
  withCost: withUsageCost,
};

function readRequest(texts: Fields, options: ReadOptions): ReadRequest {
  const model = modelOf(texts, options, CHARGED_BY_IMAGE);
  checkImages(options.files);
  const { facts, filledIn } = imageFacts(model, typed(texts));
  const fields = attributed({ ...texts, ...filledIn }, options, "user");
  return {
    model,
    fields,
    headers: {},
    hideUsage: false,
    // The mask has the size of an image, and may be counted as one.
    facts: { ...facts, images: options.files.length },
  };
}

const WHOLE = /^(0|[1-9]\d{0,8})$/;
const FLAGS: Partial<Record<string, boolean>> = { true: true, false: false };

/** The texts with their numbers and flags, in the one spelling that every reader of forms agrees on. */
function typed(texts: Fields): Fields {
  const fields: Record<string, unknown> = { ...texts };
  for (const name of ["n", "partial_images"]) {
    const value = texts[name];
    if (typeof value === "string") fields[name] = WHOLE.test(value) ? Number(value) : Number.NaN;
  }
  const { stream } = texts;
  if (typeof stream === "string") fields.stream = FLAGS[stream] ?? stream;
  return fields;
}

const IMAGES_MAX = 16;
const MB = 1024 * 1024;
const IMAGE_MAX = 25 * MB;
const ANY = null;
const FORMATS = [
  { types: ["image/png"], signature: [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a] },
  { types: ["image/jpeg", "image/jpg"], signature: [0xff, 0xd8, 0xff] },
  {
    types: ["image/webp"],
    signature: [0x52, 0x49, 0x46, 0x46, ANY, ANY, ANY, ANY, 0x57, 0x45, 0x42, 0x50],
  },
] as const;
/** It says nothing of the file. */
const UNTYPED = "application/octet-stream";

/** @throws DomainError `invalid_request` for a number or a kind of files that the endpoint doesn't take. */
function checkImages(files: readonly UploadedFile[]): void {
  const countOf = (part: string) => files.filter(({ name }) => name === part).length;
  const [one, several] = [countOf(ONE), countOf(SEVERAL)];
  if (one + several === 0) throw refused(ONE, `Send an image to edit as a file in the part ${ONE}.`);
  if (one > 0 && several > 0)
    throw refused(ONE, `Send one image in the part ${ONE}, or several in parts named ${SEVERAL}.`);
  if (several > IMAGES_MAX) throw refused(SEVERAL, `A request may have at most ${IMAGES_MAX} images.`);
  for (const file of files) checkImage(file);
}

/** Its first bytes decide what it is; a provider that believes its type instead must come to the same. */
function checkImage({ name, type, size, head }: UploadedFile): void {
  if (size > IMAGE_MAX) throw refused(name, `An image may have at most ${IMAGE_MAX / MB} MB.`);
  const format = FORMATS.find(({ signature }) =>
    signature.every((byte, at) => byte === ANY || byte === head[at]),
  );
  if (format === undefined) throw refused(name, "An image must be a PNG, JPEG or WebP file.");
  const [first, ...others] = format.types;
  if (name === MASK && first !== "image/png") throw refused(name, "The mask must be a PNG file.");
  if (![UNTYPED, first, ...others].includes(type.toLowerCase()))
    throw refused(name, `The Content-Type of the part ${name} must be ${first}, as its content is.`);
}
