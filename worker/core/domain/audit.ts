/** What the audit log records, by what it is about. */
export const AUDIT_ACTIONS = {
  keys: ["key.created", "key.revealed", "key.changed", "key.rotated", "key.revoked"],
  access: ["email.changed", "mfa.enabled", "mfa.disabled", "session.ended", "user.invited", "account.closed"],
  money: ["credit.granted", "credit.taken_back", "plan.set", "payment.returned"],
} as const;

export type AuditKind = keyof typeof AUDIT_ACTIONS;
export type AuditAction = (typeof AUDIT_ACTIONS)[AuditKind][number];

/** Those of one kind, or all of them. */
export const actionsOf = (kind?: AuditKind): readonly AuditAction[] =>
  kind === undefined ? Object.values(AUDIT_ACTIONS).flat() : AUDIT_ACTIONS[kind];

/**
 * Who did it: the account's owner, whoever held the key, the cron at the end of a rotation's overlap, a purchase that
 * brought its key, or the operator.
 */
export const AUDIT_ACTORS = ["owner", "key", "rotation", "purchase", "operator"] as const;
export type AuditActor = (typeof AUDIT_ACTORS)[number];
