import type { Fields } from "../endpoint.ts";
import { refused } from "../refused.ts";
import { isAbsent } from "./field-checks.ts";
import { PLAIN_FORMS, SPEAKER_FORM, TIMED_FORMS, type TranscriptForm } from "./transcript-forms.ts";

const MINUTES_MAX = 1440;
const WHOLE = /^[1-9]\d{0,3}$/;
const DECIMAL = /^[\d.]{1,20}(e-\d{1,2})?$/;
const GRANULARITIES = ["word", "segment"];
const TIMESTAMPS = "timestamp_granularities[]";

/** @throws DomainError `invalid_request` for anything but `true` and `false`. */
export function switchIn(fields: Fields, name: string): boolean {
  const value = fields[name] ?? "false";
  if (value === "true" || value === "false") return value === "true";
  throw refused(name, `The field ${name} must be true or false.`);
}

/** Null when it is left out. @throws DomainError `invalid_request`. */
export function maxMinutesIn({ max_minutes: value }: Fields): number | null {
  if (isAbsent(value)) return null;
  const minutes = typeof value === "string" && WHOLE.test(value) ? Number(value) : Number.NaN;
  if (minutes <= MINUTES_MAX) return minutes;
  throw refused("max_minutes", `The field max_minutes must be a whole number from 1 to ${MINUTES_MAX}.`);
}

/** @throws DomainError `invalid_request` outside of 0 to 1. */
export function checkTemperature({ temperature: value }: Fields): void {
  if (isAbsent(value) || (typeof value === "string" && DECIMAL.test(value) && Number(value) <= 1)) return;
  throw refused("temperature", "The field temperature must be a number from 0 to 1.");
}

/**
 * The form of the transcript, `json` unless stated.
 * @param timed whether the provider reports times; otherwise it may report speakers.
 * @throws DomainError `invalid_request` for a form that the model has no figures for.
 */
export function formIn(fields: Fields, { timed }: { timed: boolean }): TranscriptForm {
  const forms: readonly TranscriptForm[] = timed
    ? [...PLAIN_FORMS, ...TIMED_FORMS]
    : [...PLAIN_FORMS, SPEAKER_FORM];
  const requested = fields.response_format ?? "json";
  const form = forms.find((known) => known === requested);
  if (form === undefined)
    throw refused(
      "response_format",
      `The field response_format must be one of ${forms.join(", ")} for this model.`,
    );
  checkGranularities(fields[TIMESTAMPS], form);
  return form;
}

function checkGranularities(value: unknown, form: TranscriptForm): void {
  if (isAbsent(value)) return;
  if (form !== "verbose_json")
    throw refused(TIMESTAMPS, `The field ${TIMESTAMPS} needs response_format verbose_json.`);
  if (Array.isArray(value) && value.every((one) => GRANULARITIES.includes(one))) return;
  throw refused(TIMESTAMPS, `The field ${TIMESTAMPS} must be ${GRANULARITIES.join(" or ")}.`);
}
