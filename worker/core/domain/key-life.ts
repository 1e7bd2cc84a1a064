/** Longest time both keys of a rotation may work, in hours: 30 days. */
export const ROTATION_OVERLAP_MAX_HOURS = 720;

export type KeyState = "active" | "disabled" | "expired" | "revoked";

interface KeyLife {
  status: "active" | "revoked";
  /** Epoch ms; null never. */
  expiresAt: number | null;
  /** Epoch ms; null while on. */
  disabledAt: number | null;
}

/** Whether a key works at `now` (epoch ms), and if not, why: the reason that is hardest to undo first. */
export function keyStateAt(now: number, { status, expiresAt, disabledAt }: KeyLife): KeyState {
  if (status === "revoked") return "revoked";
  if (expiresAt !== null && expiresAt <= now) return "expired";
  return disabledAt === null ? "active" : "disabled";
}
