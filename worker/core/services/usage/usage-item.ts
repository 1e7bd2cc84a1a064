import { z } from "zod";
import { OUTCOME_NAMES, type UsageItem } from "#core/contract/usage.ts";
import { unitsOf } from "#core/domain/gateway/charged-units.ts";
import { OUTCOMES } from "#core/domain/gateway/outcomes.ts";
import { dollarsFromMicros } from "#core/domain/money.ts";
import { isoTime } from "#core/domain/time.ts";
import { OTHER_ENDPOINT } from "#core/domain/usage.ts";
import type { UsageLogRow } from "#core/storage/usage-log.ts";

const OUTCOME_BY_NUMBER = new Map<number, UsageItem["outcome"]>(
  OUTCOME_NAMES.map((name) => [OUTCOMES[name], name]),
);

const bill = z.object({
  tier: z.string(),
  lines: z.array(z.object({ dimension: z.string(), quantity: z.number() })),
});

export function usageItem(row: UsageLogRow): UsageItem {
  const { tier, lines } = billOf(row);
  const { model, priceListId, estimated } = row;
  const units = lines && unitsOf(lines);
  return {
    request_id: row.requestId,
    timestamp: isoTime(row.timestamp),
    ...originOf(row),
    status_code: row.statusCode,
    response_time: row.responseTime,
    tokens_in: row.tokensIn,
    tokens_out: row.tokensOut,
    cost: dollarsFromMicros(row.costMicros),
    model,
    outcome: outcomeOf(row),
    estimated,
    tokens_cached: row.tokensCached,
    first_byte: row.firstByteMs,
    ...moneyOf(row),
    price_list: priceListId,
    tier,
    price_lines: lines,
    ...(units && { units }),
  };
}

export const originOf = ({ keyPublicId, endpoint }: UsageLogRow) => ({
  key_id: keyPublicId ?? "",
  endpoint: endpoint ?? OTHER_ENDPOINT,
});

/** Null for an imported row. */
export const outcomeOf = ({ outcome }: UsageLogRow) => OUTCOME_BY_NUMBER.get(outcome) ?? null;

/** In micro-dollars. The plan pays all of a request or nothing. */
export function paymentOf({ costMicros, planMicros, holdMicros }: UsageLogRow) {
  const charged = costMicros + planMicros;
  return {
    held: holdMicros,
    charged,
    plan: planMicros,
    returned: holdMicros === null ? null : Math.max(0, holdMicros - charged),
    paidBy: charged === 0 ? null : planMicros > 0 ? ("plan" as const) : ("balance" as const),
  };
}

function moneyOf(row: UsageLogRow) {
  const { held, charged, returned, plan, paidBy } = paymentOf(row);
  return {
    held: held === null ? null : dollarsFromMicros(held),
    charged: dollarsFromMicros(charged),
    returned: returned === null ? null : dollarsFromMicros(returned),
    paid_by: paidBy,
    plan_value: dollarsFromMicros(plan),
  };
}

/** A row without a readable bill has none; one such row must not hide the others. */
export function billOf({ priceLines }: Pick<UsageLogRow, "priceLines">): {
  tier: string | null;
  lines: UsageItem["price_lines"];
} {
  const { data } = bill.safeParse(jsonOf(priceLines ?? "null"));
  return data ?? { tier: null, lines: null };
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
