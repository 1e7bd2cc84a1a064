import { claimsOf } from "./token-claims.ts";

/** The parts of a session that say how long it lasts. */
export interface TimedSession {
  access_token: string;
  /** Epoch seconds of this browser's clock. */
  expires_at: number;
  /** Seconds from its receipt. Sessions stored by earlier versions may lack it. */
  expires_in?: number | undefined;
}

/** Both in ms. */
export interface Clocks {
  /** The device's date, which may be wrong and can be set at any time. */
  date: number;
  /** Since the page was opened. Nobody can set it, but it may stop while the device sleeps. */
  steady: number;
}

/** Judges sessions by how long ago they were received, so that a wrong clock changes nothing. */
export function sessionAges(clocks: () => Clocks) {
  let seen: { token: string; age: number; steady: number } | undefined;

  /** In ms since the session was received; null if it isn't known, as when an earlier page had a later date. */
  function ageOf({ access_token, expires_at, expires_in }: TimedSession): number | null {
    if (expires_in === undefined) return null;
    const { date, steady } = clocks();
    const byDate = date - (expires_at - expires_in) * 1000;
    if (seen?.token !== access_token) {
      if (byDate < -ROUNDING_MS) return null;
      seen = { token: access_token, age: byDate, steady };
    }
    return Math.max(byDate, seen.age + steady - seen.steady);
  }

  /** How long the token still works, in ms. Negative once it has expired; 0 if that isn't known. */
  function remainingOf(session: TimedSession): number {
    const lifetime = lifetimeOf(session);
    if (lifetime === undefined) return session.expires_at * 1000 - clocks().date;
    const age = ageOf(session);
    return age === null ? 0 : lifetime * 1000 - age;
  }

  return { ageOf, remainingOf };
}

/** `expires_at` is in whole seconds. */
const ROUNDING_MS = 1_000;

/**
 * In seconds; undefined if it isn't known. The client's `setSession` calculates `expires_in` with the device's clock,
 * so the token's own times limit it.
 */
export function lifetimeOf({ access_token, expires_in }: TimedSession): number | undefined {
  const { exp, iat } = claimsOf(access_token) ?? {};
  if (expires_in === undefined || typeof exp !== "number" || typeof iat !== "number") return expires_in;
  return Math.min(expires_in, exp - iat);
}

/** For the sessions of this browser. */
export const { ageOf, remainingOf } = sessionAges(() => ({
  date: Date.now(),
  steady: performance.now(),
}));
