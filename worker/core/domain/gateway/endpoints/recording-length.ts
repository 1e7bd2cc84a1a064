import type { UploadedFile } from "../endpoint.ts";
import type { ModelPrice } from "../price-list.ts";
import { secondsWithin, USUAL_BYTES_PER_SECOND } from "./audio-length.ts";

/** 64 kbit/s: what a client declares is believed down to this rate, so that nobody is charged for a fraction. */
const DECLARED_BYTES_PER_SECOND = 8_000;
const LONGEST_SECONDS = 86_400;

/** In whole seconds. */
export interface RecordingLength {
  most: number;
  /** Charged where the response doesn't report it. */
  likely: number;
  /** What the client declared decides the most. */
  declared: boolean;
  /** The recording itself bounds its length, and not only the model. */
  bounded: boolean;
}

/**
 * How long a recording can be: by its bytes if its format tells, by what the client declares, and by the model's context
 * at the tokens that a second takes, or a day where the list names none.
 * @param maxMinutes as the client declares; null without it.
 */
export function recordingLength(
  { head, size }: UploadedFile,
  { contextTokens, audioSecondTokens }: ModelPrice,
  maxMinutes: number | null,
): RecordingLength {
  const longest =
    (audioSecondTokens ?? 0) > 0 ? Math.ceil(contextTokens / (audioSecondTokens ?? 1)) : LONGEST_SECONDS;
  const possible = secondsWithin(head, size);
  const permitted = Math.max(1, Math.min(longest, possible ?? longest));
  const declared =
    maxMinutes === null
      ? Number.POSITIVE_INFINITY
      : Math.max(maxMinutes * 60, Math.ceil(size / DECLARED_BYTES_PER_SECOND));
  const most = Math.min(permitted, declared);
  return {
    most,
    likely: Math.max(1, Math.min(most, Math.ceil(size / USUAL_BYTES_PER_SECOND))),
    declared: declared < permitted,
    bounded: possible !== null,
  };
}
