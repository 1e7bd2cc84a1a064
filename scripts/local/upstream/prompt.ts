import { createHash } from "node:crypto";
import { tokensOf } from "./tokens.ts";

/** A stretch of a prompt. Anthropic's clients mark where the prefix to be cached ends, and for how long. */
export interface Block {
  tokens: string[];
  isAudio?: boolean;
  cacheFor?: "5m" | "1h" | undefined;
}

/** A content part of any of the APIs. */
export interface Part {
  type: string;
  text?: string | undefined;
  [field: string]: unknown;
}

export type Content = string | Part[] | null | undefined;

/** What one image, recording or file counts for, whatever its size. */
const MEDIA_TOKENS = { image: 85, audio: 50, file: 250 };

const MEDIA = new Map<string, keyof typeof MEDIA_TOKENS>([
  ["image_url", "image"],
  ["input_image", "image"],
  ["image", "image"],
  ["input_audio", "audio"],
  ["file", "file"],
  ["input_file", "file"],
  ["document", "file"],
]);

export const textBlock = (text: string): Block => ({ tokens: tokensOf(text) });
export const jsonBlock = (value: unknown): Block => textBlock(JSON.stringify(value));

/** The blocks of a message's content. */
export const blocksOf = (content: Content): Block[] =>
  typeof content === "string" ? [textBlock(content)] : (content ?? []).map(partBlock);

export function partBlock(part: Part): Block {
  const media = MEDIA.get(part.type);
  if (media === undefined) return part.text === undefined ? jsonBlock(part) : textBlock(part.text);
  const hash = createHash("sha256").update(JSON.stringify(part)).digest("base64").slice(0, 12);
  const tokens = Array.from({ length: MEDIA_TOKENS[media] }, () => ` <${media} ${hash}>`);
  return { tokens, isAudio: media === "audio" };
}

/** What a message's content says, without its other parts. */
export const textOf = (content: Content): string =>
  typeof content === "string" ? content : (content ?? []).map(({ text = "" }) => text).join("");

/** The text of the last user message that has one, else of the last message. */
export function lastUserText(messages: readonly { role?: unknown; content?: Content }[]): string {
  const last = messages.findLast(({ role, content }) => role === "user" && textOf(content).trim() !== "");
  return textOf((last ?? messages.at(-1))?.content);
}
