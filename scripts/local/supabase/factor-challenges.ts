import { randomUUID } from "node:crypto";
import type { DatabaseSync } from "node:sqlite";
import { z } from "zod";
import { AuthFailure } from "./errors.ts";

const LIFE_MS = 5 * 60 * 1000;
const KEPT_MS = 24 * 60 * 60 * 1000;
const challengeRow = z.object({ created_at: z.number(), verified_at: z.number().nullable() });

/** Creates a challenge, and deletes those older than a day. */
export function addChallenge(store: DatabaseSync, factorId: string): { id: string; expires_at: number } {
  const [id, now] = [randomUUID(), Date.now()];
  store.prepare("DELETE FROM challenges WHERE created_at < ?").run(now - KEPT_MS);
  store.prepare("INSERT INTO challenges (id, factor_id, created_at) VALUES (?, ?, ?)").run(id, factorId, now);
  return { id, expires_at: Math.floor((now + LIFE_MS) / 1000) };
}

/** @throws AuthFailure unless the challenge belongs to this factor, is unused and at most five minutes old. */
export function requireOpenChallenge(store: DatabaseSync, factorId: string, id: string, now: number): void {
  const row = store.prepare("SELECT * FROM challenges WHERE id = ? AND factor_id = ?").get(id, factorId);
  if (!row)
    throw new AuthFailure(422, "mfa_factor_not_found", "MFA factor with the provided challenge ID not found");
  const { created_at, verified_at } = challengeRow.parse(row);
  // The hosted service returns the same error for a used challenge and for one requested from another address.
  if (verified_at !== null)
    throw new AuthFailure(422, "mfa_ip_address_mismatch", "Challenge and verify IP addresses mismatch.");
  if (now <= created_at + LIFE_MS) return;
  store.prepare("DELETE FROM challenges WHERE id = ?").run(id);
  throw new AuthFailure(
    422,
    "mfa_challenge_expired",
    `MFA challenge ${id} has expired, verify against another challenge or create a new challenge.`,
  );
}
