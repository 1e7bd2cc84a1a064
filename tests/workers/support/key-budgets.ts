import type { BudgetInput } from "#core/contract/budgets.ts";
import type { Budget } from "#core/domain/gateway/budgets.ts";
import { setBudgetsOf } from "#core/storage/key-budgets.ts";
import { type MeteredKey, meterOf } from "./meter.ts";
import { call, openTestDatabase, type TestApi, type TestUser } from "./test-api.ts";

export const putBudgets = (
  api: TestApi,
  { token }: Pick<TestUser, "token">,
  id: string,
  budgets: BudgetInput[],
) => call(api, token, `/api/keys/${id}/budgets`, { method: "PUT", body: { budgets } });

/** The same without a session, whose token ends when a test sets the clock forward. */
export async function budgetKey({ account }: TestUser, key: MeteredKey, budgets: Budget[]): Promise<void> {
  const entry = { accountId: account.id, action: "key.changed", subject: key.publicId } as const;
  const audit = { ...entry, requestId: crypto.randomUUID(), at: Date.now() };
  await setBudgetsOf(openTestDatabase(), audit, budgets);
  await meterOf(key).refresh();
}
