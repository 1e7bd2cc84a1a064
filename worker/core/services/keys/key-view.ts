import type { UsedBudget } from "#core/contract/budgets.ts";
import type { ApiKey, RevokedKey } from "#core/contract/keys.ts";
import { displayMask } from "#core/domain/api-key.ts";
import { DomainError } from "#core/domain/errors.ts";
import { BUDGET_PERIODS, budgetWindow } from "#core/domain/gateway/budgets.ts";
import { dollarsFromMicros } from "#core/domain/money.ts";
import { isoTime, isoTimeOrNull } from "#core/domain/time.ts";
import type { BudgetInUse, KeyUse } from "#core/storage/key-use.ts";
import type { ApiKeyRow } from "#core/storage/keys.ts";
import { restrictionsOf } from "#core/storage/restrictions.ts";

/** Masked. */
export function keyView(row: ApiKeyRow, { budgets, month }: KeyUse): ApiKey {
  return {
    id: row.publicId,
    name: row.name,
    key: displayMask(row.mask),
    status: row.status,
    created_at: isoTime(row.createdAt),
    last_used: isoTimeOrNull(row.lastUsed),
    revoked_at: isoTimeOrNull(row.revokedAt),
    expires_at: isoTimeOrNull(row.expiresAt),
    disabled_at: isoTimeOrNull(row.disabledAt),
    ...restrictionsOf(row),
    shows_balance: row.showsBalance,
    replaced_by: row.replacedBy,
    plan_key: row.planKey,
    playground: row.playground,
    budgets: budgetViews(row, budgets),
    spent_this_month: dollarsFromMicros(month.get(row.id) ?? 0),
  };
}

/** Of one key, shortest period first. */
export const budgetViews = ({ id }: Pick<ApiKeyRow, "id">, budgets: readonly BudgetInUse[]): UsedBudget[] =>
  budgets
    .filter(({ keyId }) => keyId === id)
    .map(budgetView)
    .sort(byPeriod);

const byPeriod = (left: UsedBudget, right: UsedBudget) =>
  BUDGET_PERIODS.indexOf(left.period) - BUDGET_PERIODS.indexOf(right.period);

const budgetView = ({ period, micros, from, spentMicros }: BudgetInUse): UsedBudget => ({
  period,
  amount: dollarsFromMicros(micros),
  spent: dollarsFromMicros(spentMicros),
  resets_at: isoTime(budgetWindow(period, from).to),
});

export function revokedView({ publicId, revokedAt }: ApiKeyRow): RevokedKey {
  if (revokedAt === null) throw new Error("A key that is not revoked was taken for one that is.");
  return { id: publicId, status: "revoked", revoked_at: isoTime(revokedAt) };
}

export const playgroundKey = (why: string, field?: string) =>
  new DomainError("playground_key", why, field === undefined ? {} : { field });

export const keyRevoked = () => new DomainError("key_revoked", "This API key is revoked.");
