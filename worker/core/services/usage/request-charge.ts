import type { ChargedLine, UsageReceipt } from "#core/contract/usage.ts";
import { receiptLines } from "#core/domain/gateway/charging.ts";
import type { PriceList } from "#core/domain/gateway/price-list.ts";
import { dollarsFromMicros } from "#core/domain/money.ts";
import { isoTime } from "#core/domain/time.ts";
import type { UsageLogRow } from "#core/storage/usage-log.ts";
import { billOf, paymentOf } from "./usage-item.ts";

type Charge = Pick<UsageReceipt, "price_lines" | "prices_from">;

/** The bill of a request with the prices of its own `list`. Amounts that don't add up to the charge are left out. */
export function chargeOf(row: UsageLogRow, list: PriceList | null): Charge {
  const { lines } = billOf(row);
  const unpriced = lines?.map((line) => ({ ...line, price: null, per: null, amount: null })) ?? null;
  return {
    price_lines: (list && pricedLines(list, row)) ?? unpriced,
    prices_from: list && isoTime(list.from),
  };
}

function pricedLines(list: PriceList, row: UsageLogRow): ChargedLine[] | null {
  const { model, priceLines } = row;
  if (model === null || priceLines === null) return null;
  const lines = readLines(list, model, priceLines);
  const sum = lines?.reduce((total, { amount }) => total + amount, 0);
  if (!lines || sum !== paymentOf(row).charged) return null;
  return lines.map(({ dimension, quantity, price: { micros, per }, amount }) => {
    return { dimension, quantity, price: dollarsFromMicros(micros), per, amount: dollarsFromMicros(amount) };
  });
}

/** Null for a bill that the list has no price for: such a receipt is shown without amounts. */
function readLines(list: PriceList, model: string, priceLines: string) {
  try {
    return receiptLines(list, model, priceLines);
  } catch (error) {
    if (error instanceof RangeError || error instanceof SyntaxError) return null;
    throw error;
  }
}
