import { formatDate, formatMinute } from "#app/lib/format.ts";
import { dayOf, instantOf, midnight, wallClock } from "#app/lib/local-time.ts";
import { readerZone } from "#app/lib/reader-zone.ts";
import type { ApiKey } from "#core/contract/keys.ts";
import { DAY_MS, HOUR_MS } from "#core/domain/time.ts";

/** Numbers are days. */
export const EXPIRY_KINDS = [
  { kind: "never", label: "Never" },
  { kind: "7", label: "7 days" },
  { kind: "30", label: "30 days" },
  { kind: "90", label: "90 days" },
  { kind: "date", label: "Date" },
] as const;

export interface ExpiryChoice {
  kind: (typeof EXPIRY_KINDS)[number]["kind"];
  /** As a date field holds it, `2026-11-20`; empty until one is chosen. */
  date: string;
}

/** ISO 8601 has no years of more than four digits. */
export const FURTHEST_DAY = "9999-12-31";

export const NEVER: ExpiryChoice = { kind: "never", date: "" };

/** In the reader's zone. */
export const localDay = (epochMs: number): string => dayOf(wallClock(epochMs, readerZone()));

export const choiceOf = (expiresAt: string | null): ExpiryChoice =>
  expiresAt === null ? NEVER : { kind: "date", date: localDay(Date.parse(expiresAt)) };

/** In epoch milliseconds: a chosen day ends at its last moment in the reader's zone; NaN without a day. */
export function expiryInstant({ kind, date }: ExpiryChoice, now: number): number | null {
  if (kind === "never") return null;
  if (kind !== "date") return now + Number(kind) * DAY_MS;
  const day = midnight(date);
  return Number.isNaN(day) ? day : instantOf(day + DAY_MS - 1, readerZone());
}

/** Null for a valid choice. A date field is empty while its text is not a date. */
export function expiryProblem(choice: ExpiryChoice, now: number): string | null {
  const expiry = expiryInstant(choice, now);
  if (expiry === null) return null;
  if (Number.isNaN(expiry)) return "Choose a date.";
  return expiry > now ? null : "Choose today or a later date.";
}

export function expiryValue(choice: ExpiryChoice, now: number): string | null {
  const expiry = expiryInstant(choice, now);
  return expiry === null ? null : new Date(expiry).toISOString();
}

export function expiryText(choice: ExpiryChoice, now: number): string {
  const expiry = expiryInstant(choice, now);
  return expiry === null ? "never" : formatDate(expiry);
}

/** How many hours the old key of a rotation keeps working. */
export const OVERLAPS = [
  { hours: 0, label: "Now" },
  { hours: 1, label: "In 1 hour" },
  { hours: 24, label: "In 24 hours" },
  { hours: 168, label: "In 7 days" },
  { hours: 720, label: "In 30 days" },
] as const;

/** A key that expires before its overlap ends still does. `now` in epoch milliseconds. */
export function overlapText({ expires_at }: ApiKey, hours: number, now: number): string {
  if (hours === 0) return "Requests with the old key stop working immediately. This can’t be undone.";
  const end = Math.min(now + hours * HOUR_MS, expires_at === null ? Infinity : Date.parse(expires_at));
  return `Both keys work until ${formatMinute(end)}. Then the old key is revoked.`;
}
