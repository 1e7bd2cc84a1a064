import { formatDate } from "#app/lib/format.ts";

const DAY_MS = 86_400_000;

/** Days from now, beside “never” and a day of the reader's own. */
export const EXPIRY_PRESETS = ["7", "30", "90"] as const;

export interface ExpiryChoice {
  kind: "never" | (typeof EXPIRY_PRESETS)[number] | "date";
  /** As a date field holds it, `2026-11-20`; empty until one is chosen. */
  date: string;
}

/** Years of more digits are no ISO 8601. */
export const FURTHEST_DAY = "9999-12-31";

const KINDS: readonly string[] = ["never", ...EXPIRY_PRESETS, "date"];
export const isExpiryKind = (kind: string): kind is ExpiryChoice["kind"] => KINDS.includes(kind);

export const NEVER: ExpiryChoice = { kind: "never", date: "" };

/** The day of an instant in the reader's zone, as a date field takes it. */
export function localDay(epochMs: number): string {
  const date = new Date(epochMs);
  const two = (part: number) => String(part).padStart(2, "0");
  return `${String(date.getFullYear()).padStart(4, "0")}-${two(date.getMonth() + 1)}-${two(date.getDate())}`;
}

/** What a key's expiry looks like as a choice. */
export const choiceOf = (expiresAt: string | null): ExpiryChoice =>
  expiresAt === null ? NEVER : { kind: "date", date: localDay(Date.parse(expiresAt)) };

/** When the key would end, in epoch milliseconds: a day at its last moment where the reader is; NaN without a day. */
export function expiryInstant({ kind, date }: ExpiryChoice, now: number): number | null {
  if (kind === "never") return null;
  return kind === "date" ? new Date(`${date}T23:59:59.999`).getTime() : now + Number(kind) * DAY_MS;
}

/** What is wrong with a choice; null when nothing is. A date field is empty while its text is no day. */
export function expiryProblem(choice: ExpiryChoice, now: number): string | null {
  const end = expiryInstant(choice, now);
  if (end === null) return null;
  if (Number.isNaN(end)) return "Choose a day.";
  return end > now ? null : "Choose a day that is not over.";
}

/** The choice as the API takes it. */
export function expiryValue(choice: ExpiryChoice, now: number): string | null {
  const end = expiryInstant(choice, now);
  return end === null ? null : new Date(end).toISOString();
}

/** `never`, or the day. */
export function expiryText(choice: ExpiryChoice, now: number): string {
  const end = expiryInstant(choice, now);
  return end === null ? "never" : formatDate(end);
}
