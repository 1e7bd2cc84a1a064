export const AUDIT_ACTIONS = {
  keys: ["key.created", "key.revealed", "key.changed", "key.rotated", "key.revoked"],
  access: ["email.changed", "mfa.enabled", "mfa.disabled", "session.ended", "user.invited", "account.closed"],
  money: [
    "credit.granted",
    "credit.taken_back",
    "plan.set",
    "plan.changed",
    "budgets.changed",
    "payment.returned",
  ],
} as const;

export type AuditKind = keyof typeof AUDIT_ACTIONS;
export type AuditAction = (typeof AUDIT_ACTIONS)[AuditKind][number];

export const actionsOf = (kind?: AuditKind): readonly AuditAction[] =>
  kind === undefined ? Object.values(AUDIT_ACTIONS).flat() : AUDIT_ACTIONS[kind];

/** `rotation` is the cron job at the end of an overlap; `purchase` is a payment that created a plan's key. */
export const AUDIT_ACTORS = ["owner", "key", "rotation", "purchase", "operator"] as const;
export type AuditActor = (typeof AUDIT_ACTORS)[number];
