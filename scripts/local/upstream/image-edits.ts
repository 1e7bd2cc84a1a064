import { z } from "zod";
import { ApiError, openAiError } from "./errors.ts";
import { type Endpoint, validated } from "./exchange.ts";
import { drawn, imageFields } from "./images.ts";

const IMAGES_MAX = 16;
/** Tokens of an image in the request. */
const IMAGE_TOKENS = { low: 323, high: 4_483 };
const TYPES = new Set(["image/png", "image/jpeg", "image/webp"]);

const image = z.object(
  { name: z.string(), type: z.string(), bytes: z.instanceof(Uint8Array) },
  "Expected an image, as a file.",
);
const wholeNumber = z
  .string()
  .regex(/^\d{1,3}$/, "Expected a whole number.")
  .transform(Number);

const editRequest = z.object({
  ...imageFields,
  image: image.optional(),
  "image[]": z.array(image).max(IMAGES_MAX, "Expected at most 16 images.").optional(),
  mask: image.optional(),
  n: wholeNumber.pipe(z.int().min(1).max(10)).optional(),
  stream: z.enum(["true", "false"]).optional(),
  partial_images: wholeNumber.pipe(z.int().min(0).max(3)).optional(),
  input_fidelity: z.enum(["low", "high"]).optional(),
});

/** Draws a square as for a prompt alone; the names and sizes of the images change its colour too. */
export const imageEdits: Endpoint = {
  errors: openAiError,
  read(form) {
    const { image, "image[]": several, mask, ...request } = validated(editRequest, form);
    const { stream, input_fidelity = "low", ...drawing } = request;
    const files = [image ?? [], several ?? [], mask ?? []].flat();
    if (files.length === 0) throw new ApiError(400, "Expected an image, as a file.", { param: "image" });
    for (const { type } of files) checkType(type);
    const source = files.map(({ name, bytes }) => `${name}:${bytes.length}`).join(" ");
    const imageTokens = files.length * IMAGE_TOKENS[input_fidelity];
    return drawn({ ...drawing, stream: stream === "true" }, { kind: "image_edit", source, imageTokens });
  },
};

function checkType(type: string): void {
  if (TYPES.has(type)) return;
  const message = `Unsupported content type '${type}' of an image. Send PNG, JPEG or WebP.`;
  throw new ApiError(400, message, { code: "unsupported_file_mimetype", param: "image" });
}
