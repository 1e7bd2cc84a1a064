import type { DatabaseSync } from "node:sqlite";
import type { Assurance } from "./assurance.ts";
import { AuthFailure } from "./errors.ts";
import { factorsOf } from "./factors.ts";

const FACTORS_MAX = 10;
const UNUSED_MS = 5 * 60 * 1000;
const UNFINISHED_MS = 24 * 60 * 60 * 1000;

/** The hosted service's requirements for enrolling another factor, in its order. */
export function requireRoomForFactor(
  store: DatabaseSync,
  { userId, assurance }: { userId: string; assurance: Assurance },
  friendlyName: string,
): void {
  forgetUnfinished(store, Date.now());
  const factors = factorsOf(store, userId);
  if (factors.some((factor) => factor.friendly_name === friendlyName))
    throw new AuthFailure(
      422,
      "mfa_factor_name_conflict",
      `A factor with the friendly name ${JSON.stringify(friendlyName)} for this user already exists`,
    );
  if (factors.length >= FACTORS_MAX)
    throw new AuthFailure(
      422,
      "too_many_enrolled_mfa_factors",
      "Maximum number of verified factors reached, unenroll to continue",
    );
  if (assurance !== "aal2" && factors.some((factor) => factor.status === "verified"))
    throw new AuthFailure(403, "insufficient_aal", "AAL2 required to enroll a new factor");
}

/** Set-ups that were left: never challenged for five minutes, or not verified within a day. */
function forgetUnfinished(store: DatabaseSync, now: number): void {
  const before = (age: number) => new Date(now - age).toISOString();
  store
    .prepare(
      `DELETE FROM factors WHERE status = 'unverified' AND (created_at < ? OR (created_at < ?
         AND NOT EXISTS (SELECT 1 FROM challenges WHERE factor_id = factors.id)))`,
    )
    .run(before(UNFINISHED_MS), before(UNUSED_MS));
}
