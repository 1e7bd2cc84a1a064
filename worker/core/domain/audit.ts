export const AUDIT_ACTIONS = {
  keys: ["key.created", "key.revealed", "key.changed", "key.rotated", "key.revoked"],
  access: [
    "session.started",
    "session.ended",
    "sessions.ended",
    "email.changed",
    "password.changed",
    "method.linked",
    "method.removed",
    "mfa.enabled",
    "mfa.disabled",
    "recovery.codes_replaced",
    "recovery.code_tried",
    "mfa.recovered",
    "token.created",
    "token.revoked",
    "tokens.revoked",
    "user.invited",
    "account.exported",
    "account.closed",
    "account.stopped",
    "account.started",
    "account.suspended",
    "account.resumed",
  ],
  money: [
    "balance.topped_up",
    "credit.granted",
    "credit.taken_back",
    "plan.set",
    "plan.changed",
    "budgets.changed",
    "low_balance.changed",
    "settings.changed",
    "spend_alerts.changed",
    "payment.returned",
    "payment.refunded",
    "auto_top_up.changed",
    "auto_top_up.stopped",
    "card.saved",
    "card.removed",
  ],
} as const;

export type AuditKind = keyof typeof AUDIT_ACTIONS;
export type AuditAction = (typeof AUDIT_ACTIONS)[AuditKind][number];

export const actionsOf = (kind?: AuditKind): readonly AuditAction[] =>
  kind === undefined ? Object.values(AUDIT_ACTIONS).flat() : AUDIT_ACTIONS[kind];

/**
 * `token` is a personal access token; `rotation` is the cron job at the end of an overlap, `auto_top_up` the one that
 * charges saved cards; `purchase` is a payment that created a plan's key.
 */
export const AUDIT_ACTORS = [
  "owner",
  "token",
  "key",
  "rotation",
  "purchase",
  "auto_top_up",
  "operator",
] as const;
export type AuditActor = (typeof AUDIT_ACTORS)[number];
