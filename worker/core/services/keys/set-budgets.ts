import type { BudgetInput } from "#core/contract/budgets.ts";
import type { ApiKey } from "#core/contract/keys.ts";
import { notFound } from "#core/domain/errors.ts";
import { BUDGET_PERIODS } from "#core/domain/gateway/budgets.ts";
import { microsFromDollars } from "#core/domain/money.ts";
import { auditStamp } from "#core/services/audit/audit-stamp.ts";
import type { AccountContext } from "#core/services/context.ts";
import type { MeteringContext } from "#core/services/gateway/context.ts";
import { refreshMeter } from "#core/services/gateway/refresh-meter.ts";
import { setBudgetsOf } from "#core/storage/key-budgets.ts";
import type { KeysContext } from "./context.ts";
import { keyRevoked } from "./key-revoked.ts";
import { viewOfKey } from "./key-view.ts";

/**
 * Gives a key these budgets, in dollars, and takes away all others, for every request after this returns. What was
 * spent before counts. `budgets` has passed `budgetsRequest`.
 * @throws DomainError `not_found` also for another account's key; `key_revoked`.
 */
export async function setBudgets(
  ctx: AccountContext & KeysContext & MeteringContext,
  { id, budgets }: { id: string; budgets: readonly BudgetInput[] },
): Promise<ApiKey> {
  const { db, account } = ctx;
  const row = await setBudgetsOf(
    db,
    { ...auditStamp(ctx, account.id), action: "key.changed", subject: id, detail: detailOf(budgets) },
    budgets.map(({ period, amount }) => ({ period, micros: microsFromDollars(amount) })),
  );
  if (row === null) throw notFound("API key");
  if (row.status === "revoked") throw keyRevoked();
  await refreshMeter(ctx, account.id);
  return viewOfKey(ctx, row);
}

/** Dollars of each period; null for one without a budget. */
const detailOf = (budgets: readonly BudgetInput[]) =>
  Object.fromEntries(
    BUDGET_PERIODS.map((each) => [
      `budget_${each}`,
      budgets.find(({ period }) => period === each)?.amount ?? null,
    ]),
  );
