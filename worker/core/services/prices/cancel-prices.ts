import { notFound } from "#core/domain/errors.ts";
import { type PriceListStatus, priceListHistory } from "#core/domain/price-timeline.ts";
import { isoTime } from "#core/domain/time.ts";
import type { OperatorContext } from "#core/services/context.ts";
import { invalidField } from "#core/services/operator/look-up-account.ts";
import { operatorEntry, requiredReason } from "#core/services/operator/operator-entry.ts";
import { cancelPriceList, readStoredPriceLists } from "#core/storage/price-lists.ts";

/**
 * Keeps a scheduled list from coming into force: the one before it is published again for the same time, as lists are
 * never deleted. Recorded in the operator log.
 * @throws DomainError `not_found`; `invalid_request` unless the list is scheduled, or if nothing comes before it.
 */
export async function cancelPrices(
  ctx: OperatorContext,
  { id, reason }: { id: number; reason: string },
): Promise<{ id: number; from: number }> {
  const { db, clock, operator } = ctx;
  const now = clock.now();
  const stored = await readStoredPriceLists(db);
  if (!stored.some((each) => each.id === id)) throw notFound(`Price list ${id}`);
  const list = priceListHistory(stored, now).find((each) => each.id === id);
  if (list?.state !== "scheduled") throw invalidField("id", refusal(list));
  if (list.before === null) throw invalidField("id", "No list would be in force without it.");
  const { from } = list;
  const facts = {
    accountId: null,
    reason: requiredReason(reason),
    detail: { list: id, from: isoTime(from) },
  };
  const row = { id, effectiveFrom: from, createdAt: now, publishedBy: operator };
  if (!(await cancelPriceList(db, row, operatorEntry(ctx, "prices.canceled", facts))))
    throw invalidField("id", refusal(undefined));
  return { id, from };
}

const refusal = (list: PriceListStatus | undefined) =>
  list?.state === "in_force"
    ? "This list is in force already. Roll back to another one instead."
    : "This list isn't scheduled, so there is nothing to cancel.";
