export const KEY_NAME_MAX = 100;

/** Longest time for which both keys of a rotation work: 30 days. */
export const ROTATION_OVERLAP_MAX_HOURS = 720;

export type KeyState = "active" | "disabled" | "expired" | "revoked";

interface KeyLife {
  status: "active" | "revoked";
  expiresAt: number | null;
  disabledAt: number | null;
}

/** A key's state at `now` (epoch ms); of several states, the one that is hardest to undo. */
export function keyStateAt(now: number, { status, expiresAt, disabledAt }: KeyLife): KeyState {
  if (status === "revoked") return "revoked";
  if (expiresAt !== null && expiresAt <= now) return "expired";
  return disabledAt === null ? "active" : "disabled";
}
