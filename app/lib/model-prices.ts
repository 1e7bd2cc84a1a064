import type { TokenKind } from "#core/domain/gateway/price-list.ts";
import type { ModelPrices } from "#core/domain/public-prices.ts";

export const MODEL_KINDS = ["text", "embeddings", "images", "audio"] as const;
export type ModelKind = (typeof MODEL_KINDS)[number];

/** Decided by what a model is charged for, since a price list doesn't say. */
export function kindOf({ tokens, images, minute, thousand_characters, max_output }: ModelPrices): ModelKind {
  if (images.length > 0 || tokens.image_output !== undefined) return "images";
  if ([minute, thousand_characters, tokens.audio_output].some((price) => price !== undefined)) return "audio";
  return max_output === 0 ? "embeddings" : "text";
}

export const TOKEN_LABELS: Record<TokenKind, string> = {
  input: "Input",
  cached_input: "Cached input",
  cache_write_5m: "Cache write, 5 minutes",
  cache_write_1h: "Cache write, 1 hour",
  audio_input: "Audio input",
  cached_audio_input: "Cached audio input",
  image_input: "Image input",
  output: "Output",
  audio_output: "Audio output",
  image_output: "Image output",
};

/** `1024 × 1024, high quality` */
export const imageLabel = ({ size, quality }: Pick<ModelPrices["images"][number], "size" | "quality">) =>
  `${size.replace("x", " × ")}, ${quality} quality`;
