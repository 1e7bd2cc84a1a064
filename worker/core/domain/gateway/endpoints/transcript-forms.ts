import type { Fields, Render } from "../endpoint.ts";
import { isFields } from "./field-checks.ts";

/** Forms of transcripts with times, and without. */
export const TIMED_FORMS = ["srt", "vtt", "verbose_json"] as const;
export const PLAIN_FORMS = ["json", "text"] as const;
export const SPEAKER_FORM = "diarized_json";
export type TranscriptForm =
  | (typeof TIMED_FORMS)[number]
  | (typeof PLAIN_FORMS)[number]
  | typeof SPEAKER_FORM;

const PLAIN_TEXT = "text/plain; charset=utf-8";
/** Members of OpenAI's transcripts; others would be the provider's own. */
const MEMBERS = ["task", "language", "duration", "text", "segments", "words", "logprobs", "usage"];

/** A transcript in the form that the client requested, from the JSON that the provider returned. */
export const renderTranscript =
  (form: TranscriptForm): Render =>
  (response) => {
    if (!isFields(response) || typeof response.text !== "string") return null;
    const text = FORMS[form](response, response.text);
    if (text === null) return null;
    return { type: form.endsWith("json") ? "application/json" : PLAIN_TEXT, text };
  };

type Write = (response: Fields, text: string) => string | null;

const FORMS: Record<TranscriptForm, Write> = {
  json: ({ logprobs, ...response }, text) => JSON.stringify({ text, logprobs, usage: usageOf(response) }),
  verbose_json: (response) => withMembers(response),
  diarized_json: (response) => withMembers(response),
  text: (_, text) => `${text}\n`,
  srt: ({ segments }) =>
    cues(
      segments,
      ({ from, to, text }, at) => `${at + 1}\n${clock(from, ",")} --> ${clock(to, ",")}\n${text}\n\n`,
    ),
  vtt: ({ segments }) => {
    const text = cues(
      segments,
      ({ from, to, text }) => `${clock(from, ".")} --> ${clock(to, ".")}\n${text}\n\n`,
    );
    return text === null ? null : `WEBVTT\n\n${text}`;
  },
};

const withMembers = (response: Fields) => {
  const kept = Object.entries(response).filter(([name]) => MEMBERS.includes(name));
  return JSON.stringify({ ...Object.fromEntries(kept), usage: usageOf(response) });
};

/** Older servers report the duration alone. */
function usageOf({ usage, duration }: Fields): unknown {
  if (isFields(usage)) return usage;
  const seconds = Math.ceil(Number(duration));
  return Number.isFinite(seconds) ? { type: "duration", seconds } : undefined;
}

interface Cue {
  /** In seconds. */
  from: number;
  to: number;
  text: string;
}

/** Null for segments without times. */
function cues(segments: unknown, write: (cue: Cue, at: number) => string): string | null {
  if (!Array.isArray(segments)) return null;
  const read = segments.map(cueOf);
  return read.every((cue) => cue !== null) ? read.map(write).join("") : null;
}

/** The arrow and empty lines would end a cue. */
function cueOf(segment: unknown): Cue | null {
  if (!isFields(segment) || typeof segment.text !== "string") return null;
  const { start: from, end: to } = segment;
  if (!isTime(from) || !isTime(to)) return null;
  return {
    from,
    to,
    text: segment.text
      .replaceAll("-->", "->")
      .replaceAll(/\s*[\r\n]+\s*/g, " ")
      .trim(),
  };
}

const isTime = (value: unknown): value is number =>
  typeof value === "number" && Number.isFinite(value) && value >= 0;

/** `00:01:02,345`. */
function clock(seconds: number, mark: string): string {
  const all = Math.round(seconds * 1000);
  const part = (size: number, of: number, digits = 2) =>
    String(Math.floor(all / size) % of).padStart(digits, "0");
  const hours = String(Math.floor(all / 3_600_000)).padStart(2, "0");
  return `${hours}:${part(60_000, 60)}:${part(1000, 60)}${mark}${part(1, 1000, 3)}`;
}
