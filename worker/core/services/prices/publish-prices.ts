import { type PriceEntry, parsePriceEntries } from "#core/contract/price-list.ts";
import { notFound } from "#core/domain/errors.ts";
import type { OperatorAction } from "#core/domain/operator.ts";
import { isoTime } from "#core/domain/time.ts";
import type { OperatorContext } from "#core/services/context.ts";
import { invalidField } from "#core/services/operator/look-up-account.ts";
import { operatorEntry, requiredReason } from "#core/services/operator/operator-entry.ts";
import type { OperatorDetail } from "#core/storage/operator-log.ts";
import { findPriceListRow, insertPriceList } from "#core/storage/price-lists.ts";
import { entriesOf } from "./read-prices.ts";

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
export const publishPrices = (ctx: OperatorContext, prices: NewPrices) =>
  storePrices(ctx, prices, "prices.published");

/**
 * Publishes an earlier list's prices again, from now on, as a new list: past requests keep theirs.
 * @returns like `publishPrices`. @throws DomainError `not_found`.
 */
export async function rollBackPrices(ctx: OperatorContext, { id, reason }: { id: number; reason: string }) {
  const row = await findPriceListRow(ctx.db, id);
  if (row === null) throw notFound(`Price list ${id}`);
  const prices = { models: entriesOf(row), effectiveFrom: ctx.clock.now(), reason };
  return storePrices(ctx, prices, "prices.rolled_back", { back_to: id });
}

async function storePrices(
  ctx: OperatorContext,
  { models, effectiveFrom, reason }: NewPrices,
  action: OperatorAction,
  about: OperatorDetail = {},
): Promise<{ id: number | null; from: number }> {
  const { db, clock, operator } = ctx;
  const now = clock.now();
  if (!Number.isSafeInteger(effectiveFrom) || effectiveFrom < now - PAST_MAX_MS)
    throw invalidField("from", "A price list can't begin in the past.");
  const from = Math.max(effectiveFrom, now);
  const json = JSON.stringify(parsePriceEntries(JSON.stringify(models)));
  const detail = { ...about, from: isoTime(from), models: models.length };
  const id = await insertPriceList(
    db,
    { effectiveFrom: from, createdAt: now, publishedBy: operator, models: json },
    operatorEntry(ctx, action, { accountId: null, reason: requiredReason(reason), detail }),
  );
  return { id, from };
}
