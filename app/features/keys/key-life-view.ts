import type { LucideIcon } from "lucide-react";
import Shield from "lucide-react/icons/shield";
import { formatDate, formatMinute, formatRelative } from "#app/lib/format.ts";
import { canSetExpiry, instantOf, keyStateOf } from "#app/lib/keys/key-life.ts";
import type { ApiKey } from "#core/contract/keys.ts";
import { isTestKey } from "#core/domain/api-key.ts";
import { isOffered } from "#core/domain/key-parts.ts";
import { DAY_MS, HOUR_MS, MINUTE_MS } from "#core/domain/time.ts";
import { keyMessages } from "./messages.ts";
import { isOutOfBudget } from "./month-view.ts";
import { isRestricted } from "./restrictions-view.ts";

const BADGE_WITHIN_DAYS = 14;
/** Below this, time is shown in hours instead of days. */
const HOURS_BELOW_MS = 48 * HOUR_MS;

interface KeyBadge {
  label: string;
  tone: "neutral" | "accent" | "warning" | "danger";
  Icon?: LucideIcon;
}

/** Every `now` in this file is in epoch milliseconds. */
export function keyBadges(key: ApiKey, now: number): KeyBadge[] {
  const badges: (KeyBadge | false | null)[] = [
    isTestKey(key.key) && { label: "Test", tone: "neutral" },
    key.plan_key && { label: "Premium", tone: "accent" },
    key.playground && { label: keyMessages.onlyHere, tone: "neutral" },
    key.status === "active" && isRestricted(key) && { label: "Restricted", tone: "neutral", Icon: Shield },
    key.replaced_by !== null && { label: "Rotated", tone: "neutral" },
    key.status === "active" && key.disabled_at !== null && { label: "Disabled", tone: "neutral" },
    isOutOfBudget(key, now) && { label: keyMessages.outOfBudget, tone: "warning" },
    expiryBadge(key, now),
  ];
  return badges.filter((badge) => badge !== false && badge !== null);
}

function expiryBadge(key: ApiKey, now: number): KeyBadge | null {
  const end = instantOf(key.expires_at);
  if (end === null || key.status === "revoked") return null;
  const left = end - now;
  if (left <= 0) return { label: "Expired", tone: "danger" };
  if (key.replaced_by !== null) {
    const when = left < HOURS_BELOW_MS ? `in ${timeLeft(left)}` : formatDate(end);
    return { label: `Expires ${when}`, tone: "warning" };
  }
  if (Math.round(left / DAY_MS) > BADGE_WITHIN_DAYS) return null;
  return { label: `Expires in ${timeLeft(left)}`, tone: "warning" };
}

/** `12 min`, `23 h`, `5 days`: rounded, because the clocks of browser and server differ a little. */
function timeLeft(ms: number): string {
  if (ms < HOUR_MS) return `${Math.max(1, Math.round(ms / MINUTE_MS))} min`;
  if (ms < HOURS_BELOW_MS) return `${Math.round(ms / HOUR_MS)} h`;
  return `${Math.round(ms / DAY_MS)} days`;
}

/** Null for a key that never expires, and for a rotated one, whose badge says it. */
export function expiryNote(key: ApiKey, now: number): string | null {
  const end = instantOf(key.expires_at);
  if (end === null || key.replaced_by !== null || key.status === "revoked") return null;
  const when = Math.abs(end - now) < HOURS_BELOW_MS ? formatMinute(end) : formatDate(end);
  return `${end <= now ? "Expired" : "Expires"} ${when}${key.plan_key ? " with the Premium plan" : ""}`;
}

/** Helps the reader decide if the old key of a rotation can be revoked. */
export function lastCallNote({ last_used }: ApiKey, successor: ApiKey, now: number): string {
  if (last_used === null) return "Never called";
  const when = formatRelative(last_used, now).replace(/^Just now$/, "just now");
  const before = Date.parse(last_used) < Date.parse(successor.created_at);
  return `Last called ${when}${before ? ", before the rotation" : ""}`;
}

/** `note` says why something is not possible. */
export function keyAbilities(key: ApiKey, now: number) {
  const replaced = key.replaced_by !== null;
  const expired = keyStateOf(key, now) === "expired";
  const abilities = {
    rename: isOffered(key, "name"),
    expire: canSetExpiry(key),
    rotate: !replaced && !expired && isOffered(key, "text"),
  };
  if (key.playground) return { ...abilities, note: keyMessages.onlyInPlayground };
  if (replaced) return { ...abilities, note: keyMessages.rotatedKeyEnds };
  if (key.plan_key) return { ...abilities, note: keyMessages.planKeyEnds };
  return { ...abilities, note: expired ? keyMessages.expiredNotRotatable : null };
}
