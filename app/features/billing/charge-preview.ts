import { sumDollars } from "#app/lib/dollars.ts";
import type { PaymentMethod } from "#core/contract/auto-top-up.ts";
import { chargeOfSaving, MINIMUM_THRESHOLD } from "#core/domain/auto-top-up.ts";
import { microsFromDollars } from "#core/domain/money.ts";
import { minorUnits } from "#core/domain/products.ts";
import { changedGroups, type Draft, fieldsOf, GROUPS, problemOf, type Saved } from "./settings-draft.ts";

/** A charge that saving the draft makes. Amounts are in dollars. */
export interface ChargePreview {
  /** At once, once the card is replaced, or once the account is resumed. */
  when: "now" | "card_replaced" | "resumed";
  card: Pick<PaymentMethod, "brand" | "last4">;
  threshold: number;
  amount: number;
  balance: number;
  balanceAfter: number;
  /** In this month, the charge included. */
  added: number;
  limit: number;
  resetsAt: string;
  /** The highest threshold that can be saved without a charge; null for none. */
  freeThreshold: number | null;
}

/** By the rule of the charge itself. Null if saving charges nothing, also while a field is invalid. */
export function chargePreview(saved: Saved, draft: Draft, now: number): ChargePreview | null {
  const { autoTopUp, balance } = saved;
  if (!autoTopUp?.payment_method || !balance || !changedGroups(saved, draft).includes("autoTopUp"))
    return null;
  const fields = fieldsOf(saved, draft);
  if (GROUPS.autoTopUp.some((name) => problemOf(name, fields) !== null)) return null;
  const [threshold, amount, limit] = [fields.threshold, fields.amount, fields.monthlyLimit].map(Number);
  if (threshold === undefined || amount === undefined || limit === undefined) return null;
  const terms = {
    enabled: fields.enabled && autoTopUp.payment_method.supports_auto_top_up,
    chargeable: fields.enabled && autoTopUp.chargeable,
    balanceMicros: microsFromDollars(balance.balance),
    thresholdMicros: microsFromDollars(threshold),
    amountMinor: minorUnits(amount),
    limitMinor: minorUnits(limit),
  };
  const { charging, next_charge_at, limit_used } = autoTopUp;
  const nextAt = next_charge_at === null ? null : Date.parse(next_charge_at);
  const room = { charging, nextAt, usedMinor: minorUnits(limit_used) };
  const due = chargeOfSaving(terms, room, now);
  if (due === null) return null;
  const wholeCents = Math.floor(minorUnits(balance.balance)) / minorUnits(1);
  return {
    when: due === "now" ? due : autoTopUp.stopped ? "card_replaced" : "resumed",
    card: autoTopUp.payment_method,
    threshold,
    amount,
    balance: balance.balance,
    balanceAfter: sumDollars([balance.balance, amount]),
    added: sumDollars([autoTopUp.added_this_month, amount]),
    limit,
    resetsAt: autoTopUp.resets_at,
    freeThreshold: wholeCents < MINIMUM_THRESHOLD ? null : wholeCents,
  };
}
