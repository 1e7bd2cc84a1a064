import type { DatabaseSync } from "node:sqlite";

/** A second factor in the form the hosted service shows it. */
export interface FactorView {
  id: string;
  friendly_name: string;
  factor_type: "totp";
  status: "unverified" | "verified";
  created_at: string;
  updated_at: string;
}

const LISTED = "SELECT id, friendly_name, status, created_at, updated_at FROM factors WHERE user_id = ?";

export const factorsOf = (store: DatabaseSync, userId: string): FactorView[] =>
  store
    .prepare(`${LISTED} ORDER BY created_at, id`)
    .all(userId)
    .map((row) => ({ ...(row as unknown as Omit<FactorView, "factor_type">), factor_type: "totp" }));

export const hasVerifiedFactor = (store: DatabaseSync, userId: string): boolean =>
  factorsOf(store, userId).some((factor) => factor.status === "verified");

export function forgetFactors(store: DatabaseSync, userId: string): void {
  store.prepare("DELETE FROM factors WHERE user_id = ?").run(userId);
}
