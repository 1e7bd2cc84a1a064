import { type PriceEntry, parsePriceEntries } from "#core/contract/price-list.ts";
import { DomainError } from "#core/domain/errors.ts";
import { isoTime } from "#core/domain/time.ts";
import type { OperatorContext } from "#core/services/context.ts";
import { operatorEntry, requiredReason } from "#core/services/operator/operator-entry.ts";
import { insertPriceList } from "#core/storage/price-lists.ts";

export interface NewPrices {
  models: readonly PriceEntry[];
  /** Epoch ms. */
  effectiveFrom: number;
  reason: string;
}

/** The time between writing a command and its run. */
const PAST_MAX_MS = 60_000;

/**
 * Publishes a price list, which is in force from `effectiveFrom` until a later list begins. Of lists that begin
 * together, the last published counts. Models that it lacks are refused from then on. Recorded in the operator log.
 * @returns its start, and its id; null when the list in force at that time is the same, and nothing was published.
 * @throws DomainError `invalid_request` naming the field.
 */
export async function publishPrices(
  ctx: OperatorContext,
  { models, effectiveFrom, reason }: NewPrices,
): Promise<{ id: number | null; from: number }> {
  const { db, clock, operator } = ctx;
  const now = clock.now();
  if (!Number.isSafeInteger(effectiveFrom) || effectiveFrom < now - PAST_MAX_MS)
    throw new DomainError("invalid_request", "A price list can't begin in the past.", { field: "from" });
  const from = Math.max(effectiveFrom, now);
  const json = JSON.stringify(parsePriceEntries(JSON.stringify(models)));
  const detail = { from: isoTime(from), models: models.length };
  const facts = { accountId: null, reason: requiredReason(reason), detail };
  const id = await insertPriceList(
    db,
    { effectiveFrom: from, createdAt: now, publishedBy: operator, models: json },
    operatorEntry(ctx, "prices.published", facts),
  );
  return { id, from };
}
