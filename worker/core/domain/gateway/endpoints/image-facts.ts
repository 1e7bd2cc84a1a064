import type { Fields, RequestFacts } from "../endpoint.ts";
import type { ModelPrice } from "../price-list.ts";
import { refused, unsupported } from "../refused.ts";
import type { ChargedBy, UnitBound } from "../units.ts";
import { checkType, flag, isAbsent, names, wholeNumber } from "./field-checks.ts";
import { PLAIN_FACTS } from "./request-facts.ts";

export const CHARGED_BY_IMAGE: ChargedBy = { unit: "image", tokens: true };

/** What bounds the cost of the images that a request asks for, and the size and quality that it leaves out. */
interface ImageFacts {
  facts: RequestFacts;
  filledIn: Fields;
}

/** @throws DomainError `invalid_request`, `unsupported_parameter`, naming the field. */
export function imageFacts(model: ModelPrice, fields: Fields): ImageFacts {
  const { prompt } = fields;
  if (typeof prompt !== "string" || prompt === "")
    throw refused("prompt", "The field prompt must be a text that is not empty.");
  checkOutputFormat(fields);
  const stream = flag(fields, "stream");
  const choices = wholeNumber(fields, "n", 1, IMAGES_MAX) ?? 1;
  if (stream && choices > 1) throw unsupported("n", "A streamed response has one image: leave out n.");
  const partial = wholeNumber(fields, "partial_images", 0, PARTIAL_MAX) ?? 0;
  if (partial > 0 && !stream) throw refused("partial_images", "The field partial_images needs stream: true.");
  const priced = model.images.length === 0 ? null : imagesOf(model, fields);
  const facts = {
    ...PLAIN_FACTS,
    stream,
    choices,
    imageOutput: true,
    extraOutputTokens: partial * PARTIAL_TOKENS,
    ...(priced === null
      ? { likelyImageTokens: choices * (tokensOfImage(fields) + partial * PARTIAL_TOKENS) }
      : { maxOutputTokens: 0, units: boundOf(priced.dimensions, choices) }),
  };
  return { facts, filledIn: priced?.filledIn ?? {} };
}

/** A GIF has frames, and an SVG comes from another model: no list has a price for either. */
const FORMATS = names("png jpeg webp");

function checkOutputFormat({ output_format: format }: Fields): void {
  if (!isAbsent(format) && !FORMATS.has(String(format)))
    throw unsupported("output_format", `The field output_format must be one of ${[...FORMATS].join(", ")}.`);
}

const IMAGES_MAX = 10;
const PARTIAL_MAX = 3;
/** Each partial image takes 100 tokens of image output (https://platform.openai.com/docs/guides/image-generation). */
const PARTIAL_TOKENS = 100;

/** As the guide says: of a square image, and of one that is not. */
const IMAGE_TOKENS: Partial<Record<string, readonly [number, number]>> = {
  low: [272, 408],
  medium: [1056, 1584],
  high: [4160, 6240],
};
const MEDIUM = [1056, 1584] as const;

/** Which quality a model chooses for `auto` is not known in advance. Medium is the most common. */
function tokensOfImage({ size, quality }: Fields): number {
  const [square, other] = IMAGE_TOKENS[String(quality)] ?? MEDIUM;
  const [width, height] = String(size).split("x");
  return width === height || height === undefined ? square : other;
}

const boundOf = (dimensions: readonly string[], most: number): UnitBound => ({
  dimensions,
  most,
  likely: most,
  known: false,
});

type Listed = ModelPrice["images"][number];

/**
 * The listed images that a request may get. What it leaves out is filled in from the first listed one that fits, so
 * that what is priced is what is made; `auto` lets the provider choose among all that fit.
 */
function imagesOf({ images }: ModelPrice, fields: Fields) {
  const wanted = { size: choiceOf(fields, "size"), quality: choiceOf(fields, "quality") };
  const fitting = images.filter(
    (image) => fits(wanted.size, image.size) && fits(wanted.quality, image.quality),
  );
  const [first] = fitting;
  if (first === undefined) throw unlisted(images, wanted);
  const filledIn = {
    ...(wanted.size === null && { size: first.size }),
    ...(wanted.quality === null && { quality: first.quality }),
  };
  const permitted = fitting.filter(
    ({ size, quality }) =>
      (wanted.size !== null || size === first.size) && (wanted.quality !== null || quality === first.quality),
  );
  return { filledIn, dimensions: permitted.map(dimensionOf) };
}

const AUTO = "auto";
const fits = (wanted: string | null, listed: string) =>
  wanted === null || wanted === AUTO || wanted === listed;
const dimensionOf = ({ size, quality }: Listed) => `image:${size}:${quality}`;

function choiceOf(fields: Fields, name: "size" | "quality"): string | null {
  const value = fields[name];
  checkType(name, value, "text");
  return isAbsent(value) ? null : String(value);
}

function unlisted(images: readonly Listed[], { size }: { size: string | null }) {
  const sizes = [...new Set(images.map((image) => image.size))];
  if (size !== null && size !== AUTO && !sizes.includes(size))
    return refused("size", `The field size must be ${AUTO} or one of ${sizes.join(", ")} for this model.`);
  const qualities = images.filter((image) => fits(size, image.size)).map((image) => image.quality);
  const offered = [...new Set(qualities)].join(", ");
  return refused(
    "quality",
    `The field quality must be ${AUTO} or one of ${offered} for this model and size.`,
  );
}
