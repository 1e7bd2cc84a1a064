import { formatDate, formatRelative, formatTime } from "#app/lib/format.ts";
import type { ApiKey } from "#core/contract/keys.ts";
import { isTestKey } from "#core/domain/api-key.ts";
import { type KeyState, keyStateAt } from "#core/domain/key-life.ts";
import { keyMessages } from "./messages.ts";

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;
/** From here on an expiry is near enough for a badge. */
const NEAR_DAYS = 14;
/** Below, hours say more than a date. */
const HOURS_BELOW_MS = 48 * HOUR_MS;

export interface KeyBadge {
  label: string;
  tone: "neutral" | "accent" | "warning" | "danger";
}

const instantOf = (iso: string | null) => (iso === null ? null : Date.parse(iso));

/** All `now` here are epoch milliseconds. */
export function keyStateOf({ status, expires_at, disabled_at }: ApiKey, now: number): KeyState {
  return keyStateAt(now, { status, expiresAt: instantOf(expires_at), disabledAt: instantOf(disabled_at) });
}

/** What a reader has to know about a key at one glance. */
export function keyBadges(key: ApiKey, now: number): KeyBadge[] {
  const badges: (KeyBadge | false | null)[] = [
    isTestKey(key.key) && { label: "Test", tone: "neutral" },
    key.plan_key && { label: "Premium", tone: "accent" },
    key.status === "active" && key.allowed_origins.length > 0 && { label: "Browser", tone: "neutral" },
    key.replaced_by !== null && { label: "Rotated", tone: "neutral" },
    key.status === "active" && key.disabled_at !== null && { label: "Disabled", tone: "neutral" },
    endBadge(key, now),
  ];
  return badges.filter((badge) => badge !== false && badge !== null);
}

function endBadge(key: ApiKey, now: number): KeyBadge | null {
  const end = instantOf(key.expires_at);
  if (end === null || key.status === "revoked") return null;
  const left = end - now;
  if (left <= 0) return { label: "Expired", tone: "danger" };
  if (key.replaced_by !== null) {
    const when = left < HOURS_BELOW_MS ? `in ${timeLeft(left)}` : formatDate(end);
    return { label: `Ends ${when}`, tone: "warning" };
  }
  return Math.round(left / DAY_MS) <= NEAR_DAYS
    ? { label: `Expires in ${timeLeft(left)}`, tone: "warning" }
    : null;
}

/** `12 min`, `23 h`, `5 days`: rounded, for the clocks of browser and server differ a little. */
function timeLeft(ms: number): string {
  if (ms < HOUR_MS) return `${Math.max(1, Math.round(ms / MINUTE_MS))} min`;
  if (ms < HOURS_BELOW_MS) return `${Math.round(ms / HOUR_MS)} h`;
  return `${Math.round(ms / DAY_MS)} days`;
}

export const formatMoment = (instant: string | number) => `${formatDate(instant)}, ${formatTime(instant)}`;

/** When a key ends, in words; null for never, and for one that rotation replaced: its badge says it. */
export function endNote(key: ApiKey, now: number): string | null {
  const end = instantOf(key.expires_at);
  if (end === null || key.replaced_by !== null || key.status === "revoked") return null;
  const when = Math.abs(end - now) < HOURS_BELOW_MS ? formatMoment(end) : formatDate(end);
  return `${end <= now ? "Ended" : "Ends"} ${when}${key.plan_key ? " with the Premium plan" : ""}`;
}

/** Whether its old key may be revoked: the last call of a replaced key, and on which side of the rotation it was. */
export function lastCallNote({ last_used }: ApiKey, successor: ApiKey, now: number): string {
  if (last_used === null) return "Never called";
  const when = formatRelative(last_used, now).replace(/^Just now$/, "just now");
  const before = Date.parse(last_used) < Date.parse(successor.created_at);
  return `Last called ${when}${before ? ", before the rotation" : ""}`;
}

export const successorOf = (key: ApiKey, keys: readonly ApiKey[]) =>
  keys.find(({ id }) => id === key.replaced_by);

export const predecessorOf = (key: ApiKey, keys: readonly ApiKey[]) =>
  keys.find(({ replaced_by }) => replaced_by === key.id);

/** A key told apart from the one it replaces, which has its name. */
export const nameWithTail = ({ name, key }: ApiKey) => `${name} …${key.slice(-4)}`;

interface KeyAbilities {
  expire: boolean;
  rotate: boolean;
  /** Why one of them is missing. */
  note: string | null;
}

/** Which of a key's settings its owner can change; the plan's key and a replaced one end by themselves. */
export function keyAbilities(key: ApiKey, now: number): KeyAbilities {
  const replaced = key.replaced_by !== null;
  const expired = keyStateOf(key, now) === "expired";
  const expire = !replaced && !key.plan_key;
  const rotate = !replaced && !expired;
  if (replaced) return { expire, rotate, note: keyMessages.rotatedKeyEnds };
  if (key.plan_key) return { expire, rotate, note: keyMessages.planKeyEnds };
  return { expire, rotate, note: expired ? keyMessages.expiredNotRotatable : null };
}
