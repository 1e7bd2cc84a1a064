import { randomUUID } from "node:crypto";
import type { DatabaseSync } from "node:sqlite";
import { z } from "zod";
import { newSecret } from "./authenticator-code.ts";
import { AuthFailure } from "./errors.ts";

const factorStatus = z.enum(["unverified", "verified"]);
const listedFactor = z.object({
  id: z.string(),
  friendly_name: z.string(),
  factor_type: z.literal("totp"),
  status: factorStatus,
  created_at: z.string(),
  updated_at: z.string(),
});
const storedFactor = z.object({
  id: z.string(),
  user_id: z.string(),
  status: factorStatus,
  secret: z.string(),
  last_step: z.number(),
});

/** A second factor in the form the hosted service shows it. */
export type FactorView = z.infer<typeof listedFactor>;
export type Factor = z.infer<typeof storedFactor>;

const LISTED = "id, friendly_name, 'totp' AS factor_type, status, created_at, updated_at";

export const factorsOf = (store: DatabaseSync, userId: string): FactorView[] =>
  listedFactor
    .array()
    .parse(
      store.prepare(`SELECT ${LISTED} FROM factors WHERE user_id = ? ORDER BY created_at, id`).all(userId),
    );

export const hasVerifiedFactor = (store: DatabaseSync, userId: string): boolean =>
  factorsOf(store, userId).some((factor) => factor.status === "verified");

/** @throws AuthFailure `mfa_factor_not_found`, for another user's factor too. */
export function findFactor(store: DatabaseSync, userId: string, id: string): Factor {
  if (!z.guid().safeParse(id).success)
    throw new AuthFailure(404, "validation_failed", "factor_id must be an UUID");
  const row = store.prepare("SELECT * FROM factors WHERE id = ? AND user_id = ?").get(id, userId);
  if (!row) throw new AuthFailure(404, "mfa_factor_not_found", "Factor not found");
  return storedFactor.parse(row);
}

/** A factor that counts only once a code has been verified. */
export function addFactor(
  store: DatabaseSync,
  { userId, friendlyName }: { userId: string; friendlyName: string },
): { id: string; secret: string } {
  const [id, secret, now] = [randomUUID(), newSecret(), new Date().toISOString()];
  store
    .prepare(
      `INSERT INTO factors (id, user_id, friendly_name, status, secret, created_at, updated_at)
       VALUES (?, ?, ?, 'unverified', ?, ?, ?)`,
    )
    .run(id, userId, friendlyName, secret, now, now);
  return { id, secret };
}

export function removeFactor(store: DatabaseSync, id: string): void {
  store.prepare("DELETE FROM factors WHERE id = ?").run(id);
}

export function forgetFactors(store: DatabaseSync, userId: string): void {
  store.prepare("DELETE FROM factors WHERE user_id = ?").run(userId);
}
