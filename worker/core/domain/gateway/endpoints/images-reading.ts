import type { EventKind, StreamEvent } from "../endpoint.ts";
import type { TokenCounts } from "../price-list.ts";
import type { Reading, UnitCount } from "../reading.ts";
import { isAbsent, isFields, memberOf } from "./field-checks.ts";
import { FAILED, hasError, parsedJson, ReadingState, StateReader } from "./response-reading.ts";
import { openAiCounts } from "./token-counts.ts";

/** Reads a whole response of the Images API. */
export function readImages(body: unknown): Reading {
  if (!isFields(body) || (isAbsent(body.data) && isAbsent(body.usage))) return FAILED;
  const images = Array.isArray(body.data) ? body.data.length : null;
  const state = new ReadingState();
  state.count(imageCounts(body.usage));
  if (images !== null) state.countUnits(unitsOf(body, images));
  if (images !== null && images > 0) state.begin();
  if (hasError(body)) state.fail();
  state.end();
  return state.reading;
}

/** Reads a stream of the Images API: partial images, then the whole one in the last event, with its usage. */
export class ImageStreamReader extends StateReader {
  take({ name, data }: StreamEvent, event = parsedJson(data)): EventKind {
    if (name === "error" || memberOf(event, "type") === "error" || hasError(event)) this.state.fail();
    if (!isFields(event) || typeof event.type !== "string") return "pass";
    if (event.type.endsWith(".partial_image")) this.state.begin();
    if (!event.type.endsWith(".completed")) return "pass";
    this.state.count(imageCounts(event.usage));
    this.state.countUnits(unitsOf(event, 1));
    this.state.begin();
    this.state.end();
    return "end";
  }
}

/** Newer models say which size and quality they chose. */
function unitsOf({ size, quality }: { size?: unknown; quality?: unknown }, quantity: number): UnitCount {
  const named = typeof size === "string" && typeof quality === "string";
  return { dimension: named ? `image:${size}:${quality}` : null, quantity };
}

/** Output is images unless the details say that some of it is text. */
function imageCounts(usage: unknown): TokenCounts | null {
  const counts = openAiCounts(usage);
  if (counts === null) return null;
  const output = counts.output ?? 0;
  const text = memberOf(memberOf(usage, "output_tokens_details"), "text_tokens");
  const written = Number.isSafeInteger(text) ? Math.min(Math.max(Number(text), 0), output) : 0;
  return { ...counts, output: written, image_output: output - written };
}
