import type { DatabaseSync } from "node:sqlite";
import { stepOf } from "./authenticator-code.ts";
import { AuthFailure } from "./errors.ts";
import { requireOpenChallenge } from "./factor-challenges.ts";
import type { Factor } from "./factors.ts";

const WRONG_CODES_MAX = 10;
const WRONG_CODES_WINDOW_MS = 5 * 60 * 1000;

/**
 * Verifies a factor with a code. Each code and each challenge can be used once. Nothing in here awaits, so of several
 * requests at the same time only one can use a code or the last guess.
 * @throws AuthFailure
 */
export function proveFactor(
  store: DatabaseSync,
  factor: Factor,
  { challengeId, code }: { challengeId: string; code: string },
): void {
  const now = Date.now();
  requireOpenChallenge(store, factor.id, challengeId, now);
  requireGuessLeft(store, factor.id, now);
  const step = stepOf(factor.secret, code, now);
  if (step === null || step <= factor.last_step) {
    store.prepare("INSERT INTO wrong_codes (factor_id, at) VALUES (?, ?)").run(factor.id, now);
    throw new AuthFailure(422, "mfa_verification_failed", "Invalid TOTP code entered");
  }
  accept(store, factor, { challengeId, step, now });
}

function requireGuessLeft(store: DatabaseSync, factorId: string, now: number): void {
  store.prepare("DELETE FROM wrong_codes WHERE at <= ?").run(now - WRONG_CODES_WINDOW_MS);
  const guesses = store.prepare("SELECT 1 FROM wrong_codes WHERE factor_id = ?").all(factorId).length;
  if (guesses >= WRONG_CODES_MAX)
    throw new AuthFailure(429, "over_request_rate_limit", "Request rate limit reached");
}

function accept(
  store: DatabaseSync,
  factor: Factor,
  { challengeId, step, now }: { challengeId: string; step: number; now: number },
): void {
  store.exec("BEGIN IMMEDIATE");
  try {
    store.prepare("UPDATE challenges SET verified_at = ? WHERE id = ?").run(now, challengeId);
    store
      .prepare("UPDATE factors SET status = 'verified', last_step = ?, updated_at = ? WHERE id = ?")
      .run(step, new Date(now).toISOString(), factor.id);
    store.prepare("DELETE FROM wrong_codes WHERE factor_id = ?").run(factor.id);
    store.prepare("DELETE FROM factors WHERE user_id = ? AND status = 'unverified'").run(factor.user_id);
    store.exec("COMMIT");
  } catch (error) {
    store.exec("ROLLBACK");
    throw error;
  }
}
