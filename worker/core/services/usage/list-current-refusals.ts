import type { CurrentRefusal, CurrentRefusalsQuery, CurrentRefusalsResponse } from "#core/contract/usage.ts";
import { budgetWindow } from "#core/domain/gateway/budgets.ts";
import { refusalCause, STRETCH_PAUSE_MS } from "#core/domain/gateway/refusal-causes.ts";
import { isRestriction } from "#core/domain/gateway/restrictions/words.ts";
import { dollarsFromMicros } from "#core/domain/money.ts";
import { type Allowance, allowanceAt } from "#core/domain/plans.ts";
import { isoTime } from "#core/domain/time.ts";
import type { AccountContext } from "#core/services/context.ts";
import { readBudgetsInUse } from "#core/storage/key-spending.ts";
import type { BudgetInUse } from "#core/storage/key-use.ts";
import { listUsableKeys } from "#core/storage/keys.ts";
import { together } from "#core/storage/read.ts";
import { type RefusalStretch, readStretches } from "#core/storage/refusals.ts";
import { keyFilter } from "./usage-filter.ts";

const MOST_ITEMS = 100;

/** Keys that are being refused, by code: requests were refused in the last minutes and the cause still holds. */
export async function listCurrentRefusals(
  ctx: AccountContext,
  { key_id }: CurrentRefusalsQuery,
): Promise<CurrentRefusalsResponse> {
  const { db } = ctx;
  const { accountId, keyId } = await keyFilter(ctx, { key_id });
  const now = ctx.clock.now();
  const [stretches, inUse, usable] = await together(db, [
    readStretches(db, accountId, { after: now - STRETCH_PAUSE_MS, limit: MOST_ITEMS }),
    readBudgetsInUse(db, accountId, now),
    // One more than can be refused.
    listUsableKeys(db, accountId, { now, limit: MOST_ITEMS + 1 }),
  ]);
  const budgets = refusingBudgets(inUse, { stretches, now });
  const allowance = allowanceAt(now, ctx.account.plan);
  const current = stretches.filter((stretch) => holds(stretch, { now, budgets, allowance }));
  return {
    items: current.filter((one) => keyId === 0 || one.keyId === keyId).map((one) => itemOf(one, budgets)),
    other_keys_work: otherKeysWork(current, usable),
  };
}

function otherKeysWork(current: readonly RefusalStretch[], usable: readonly number[]): boolean {
  if (current.length === 0 || current.some(({ code }) => refusalCause(code).scope === "account"))
    return false;
  const refused = new Set(current.map(({ keyId }) => keyId));
  return usable.some((id) => !refused.has(id));
}

type BudgetView = NonNullable<CurrentRefusal["budget"]>;

/** Of each refused key, the budget with the least left. */
function refusingBudgets(
  inUse: readonly BudgetInUse[],
  { stretches, now }: { stretches: readonly RefusalStretch[]; now: number },
): Map<number, BudgetView & { from: number }> {
  const keys = new Set(stretches.filter(({ code }) => code === "budget_exceeded").map(({ keyId }) => keyId));
  const fullest = inUse
    .filter(({ keyId }) => keys.has(keyId))
    .sort((a, b) => b.micros - b.spentMicros - (a.micros - a.spentMicros));
  return new Map(
    fullest.map(({ keyId, period, micros }) => {
      const { from, to } = budgetWindow(period, now);
      return [keyId, { period, amount: dollarsFromMicros(micros), resets_at: isoTime(to), from }];
    }),
  );
}

interface Causes {
  now: number;
  budgets: ReadonlyMap<number, { from: number }>;
  allowance: Allowance;
}

/** Whether the cause of a refusal still holds, as far as what is stored can tell. */
function holds({ code, ...stretch }: RefusalStretch, { now, budgets, allowance }: Causes): boolean {
  const { keyId, last, status, expiresAt, disabledAt, suspendedAt, stoppedAt, changedSince } = stretch;
  switch (code) {
    case "invalid_api_key":
      return status === "revoked";
    case "key_expired":
      return status === "active" && expiresAt !== null && expiresAt <= now;
    case "key_disabled":
      return status === "active" && disabledAt !== null;
    case "account_suspended":
      return suspendedAt !== null;
    case "account_stopped":
      return stoppedAt !== null;
    case "insufficient_balance":
      return status === "active" && !stretch.creditedSince;
    case "quota_exceeded":
      return (
        status === "active" &&
        !allowance.drawsOnBalance &&
        !stretch.planChangedSince &&
        allowance.period.from <= last
      );
    case "budget_exceeded": {
      const budget = budgets.get(keyId);
      return status === "active" && !changedSince && budget !== undefined && budget.from <= last;
    }
    case "spending_limit_exceeded":
      return (
        status === "active" &&
        !stretch.limitsChangedSince &&
        stretch.limitPeriods.some((period) => budgetWindow(period, now).from <= last)
      );
    default:
      return status === "active" && !(isRestriction(code) && changedSince);
  }
}

function itemOf(stretch: RefusalStretch, budgets: ReadonlyMap<number, BudgetView>): CurrentRefusal {
  const { publicId, name, code, since, last, requests, lastUsed, status, keyId } = stretch;
  const { period, amount, resets_at } = budgets.get(keyId) ?? {};
  const known = period !== undefined && amount !== undefined && resets_at !== undefined;
  return {
    key_id: publicId,
    name,
    code,
    requests,
    since: isoTime(since),
    last: isoTime(last),
    partial: lastUsed !== null && lastUsed > since,
    revoked: status === "revoked",
    budget: code === "budget_exceeded" && known ? { period, amount, resets_at } : null,
  };
}
