import type { OperatorPricesResponse, PricePreviewResponse } from "#core/contract/operator-prices.ts";
import type { PriceEntry } from "#core/contract/price-list.ts";
import { dollarsFromMicros } from "#core/domain/money.ts";
import { isoTime, isoTimeOrNull } from "#core/domain/time.ts";
import type { ServiceContext } from "#core/services/context.ts";
import { findAccountsBy } from "#core/storage/operator-accounts.ts";
import { previewPrices } from "./preview-prices.ts";
import { listPriceHistory } from "./price-history.ts";

/** The last price lists, for the desk. */
export async function showPrices(ctx: ServiceContext): Promise<OperatorPricesResponse> {
  const lists = await listPriceHistory(ctx);
  return {
    items: lists.map(({ id, state, from, until, createdAt, publishedBy, models, changed }) => ({
      ...{ id, state, from: isoTime(from), until: isoTimeOrNull(until), created_at: isoTime(createdAt) },
      ...{ published_by: publishedBy, models, changed },
    })),
  };
}

/** `previewPrices` in dollars, for the desk. */
export async function showPreview(
  ctx: ServiceContext,
  models: readonly PriceEntry[],
): Promise<PricePreviewResponse> {
  const { from, to, every, sampled, unpriced, dearerFor, largest, ...preview } = await previewPrices(
    ctx,
    models,
  );
  const [account] = largest === null ? [] : await findAccountsBy(ctx.db, String(largest.accountId));
  return {
    ...{ from: isoTime(from), to: isoTime(to), every, requests: sampled * every, unpriced },
    ...inDollars(preview),
    models: preview.models.map((of) => ({ ...of, ...inDollars(of) })),
    dearer_for: dearerFor,
    largest: largest && { account: largest.accountId, email: account?.email ?? "", ...inDollars(largest) },
  };
}

const inDollars = ({ before, after }: { before: number; after: number }) => ({
  before: dollarsFromMicros(before),
  after: dollarsFromMicros(after),
});
