import { z } from "zod";
import type { UsedBudget } from "#core/contract/budgets.ts";
import type { ApiKey, RevokedKey } from "#core/contract/keys.ts";
import { displayMask } from "#core/domain/api-key.ts";
import { BUDGET_PERIODS, budgetWindow } from "#core/domain/gateway/budgets.ts";
import { dollarsFromMicros } from "#core/domain/money.ts";
import type { AccountContext } from "#core/services/context.ts";
import { type KeyBudget, listBudgetsOf } from "#core/storage/key-budgets.ts";
import { type Spending, withSpending } from "#core/storage/key-spending.ts";
import type { ApiKeyRow } from "#core/storage/keys.ts";

const iso = (epochMs: number) => new Date(epochMs).toISOString();
/** As the column holds it: a JSON array, or null for none. */
const originList = z.array(z.string());
const originsOf = (json: string | null) => (json === null ? [] : originList.parse(JSON.parse(json)));
const isoOrNull = (epochMs: number | null) => (epochMs === null ? null : iso(epochMs));

type BudgetInUse = KeyBudget & Spending;

/** The budgets of the account's keys, with what is spent of each. @param keyId only those of one key; api_keys.id. */
export async function budgetsInUse(
  { db, account, clock }: AccountContext,
  keyId: number | null = null,
): Promise<BudgetInUse[]> {
  const all = await listBudgetsOf(db, account.id);
  const budgets = keyId === null ? all : all.filter((budget) => budget.keyId === keyId);
  return withSpending(db, account.id, { budgets, at: clock.now() });
}

/** A key of the account as lists carry it, masked. */
export async function viewOfKey(ctx: AccountContext, row: ApiKeyRow): Promise<ApiKey> {
  return keyView(row, await budgetsInUse(ctx, row.id));
}

/** The same, of which the budgets are at hand. @param budgets those of all keys of the account. */
export function keyView(row: ApiKeyRow, budgets: readonly BudgetInUse[]): ApiKey {
  return {
    id: row.publicId,
    name: row.name,
    key: displayMask(row.mask),
    status: row.status,
    created_at: iso(row.createdAt),
    last_used: isoOrNull(row.lastUsed),
    revoked_at: isoOrNull(row.revokedAt),
    expires_at: isoOrNull(row.expiresAt),
    disabled_at: isoOrNull(row.disabledAt),
    allowed_origins: originsOf(row.allowedOrigins),
    replaced_by: row.replacedBy,
    plan_key: row.planKey,
    budgets: budgets
      .filter(({ keyId }) => keyId === row.id)
      .map(budgetView)
      .sort(byPeriod),
  };
}

const byPeriod = (left: UsedBudget, right: UsedBudget) =>
  BUDGET_PERIODS.indexOf(left.period) - BUDGET_PERIODS.indexOf(right.period);

const budgetView = ({ period, micros, from, spentMicros }: BudgetInUse): UsedBudget => ({
  period,
  amount: dollarsFromMicros(micros),
  spent: dollarsFromMicros(spentMicros),
  resets_at: iso(budgetWindow(period, from).to),
});

/** What is said of a key that was revoked, now or before. */
export function revokedView({ publicId, revokedAt }: ApiKeyRow): RevokedKey {
  if (revokedAt === null) throw new Error("A key that is not revoked was taken for one that is.");
  return { id: publicId, status: "revoked", revoked_at: iso(revokedAt) };
}
