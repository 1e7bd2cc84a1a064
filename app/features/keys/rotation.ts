import type { ApiKey } from "#core/contract/keys.ts";
import { formatMoment } from "./key-life-view.ts";

const HOUR_MS = 3_600_000;

/** For how many hours the old key may go on, and what that is called. */
export const OVERLAPS = [
  { hours: 0, label: "At once" },
  { hours: 1, label: "In 1 hour" },
  { hours: 24, label: "In 24 hours" },
  { hours: 168, label: "In 7 days" },
  { hours: 720, label: "In 30 days" },
] as const;

export const DEFAULT_OVERLAP_HOURS = 24;

/** What becomes of the old key; one that expires sooner still does. `now` in epoch milliseconds. */
export function overlapText({ expires_at }: ApiKey, hours: number, now: number): string {
  if (hours === 0) return "Requests with the old key stop at once. This cannot be undone.";
  const end = Math.min(now + hours * HOUR_MS, expires_at === null ? Infinity : Date.parse(expires_at));
  return `Both keys work until ${formatMoment(end)}. Then the old key is revoked.`;
}
