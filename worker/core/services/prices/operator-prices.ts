import type { OperatorPricesResponse, PricePreviewResponse } from "#core/contract/operator-prices.ts";
import type { PriceEntry } from "#core/contract/price-list.ts";
import { dollarsFromMicros, dollarsOrNull } from "#core/domain/money.ts";
import { isoTime, isoTimeOrNull } from "#core/domain/time.ts";
import type { ServiceContext } from "#core/services/context.ts";
import { findAccountsBy } from "#core/storage/operator-accounts.ts";
import { type Margins, previewPrices } from "./preview-prices.ts";
import { listPriceHistory } from "./price-history.ts";

/** The last price lists, for the desk. */
export async function showPrices(ctx: ServiceContext): Promise<OperatorPricesResponse> {
  const lists = await listPriceHistory(ctx);
  return {
    items: lists.map((list) => ({
      id: list.id,
      state: list.state,
      from: isoTime(list.from),
      until: isoTimeOrNull(list.until),
      created_at: isoTime(list.createdAt),
      published_by: list.publishedBy,
      reason: list.reason,
      cancel_reason: list.cancelReason,
      models: list.models,
      changed: list.changed,
    })),
  };
}

/** `previewPrices` in dollars, for the desk. */
export async function showPreview(
  ctx: ServiceContext,
  models: readonly PriceEntry[],
): Promise<PricePreviewResponse> {
  const preview = await previewPrices(ctx, models);
  const { from, to, every, sampled, unpriced, uncosted, dearerFor, largest } = preview;
  const [account] = largest === null ? [] : await findAccountsBy(ctx.db, String(largest.accountId));
  return {
    from: isoTime(from),
    to: isoTime(to),
    every,
    requests: sampled * every,
    unpriced,
    uncosted,
    ...inDollars(preview),
    ...marginsInDollars(preview),
    models: preview.models.map(({ model, requests, refused, ...of }) => ({
      model,
      requests,
      refused,
      ...inDollars(of),
      ...marginsInDollars(of),
    })),
    dearer_for: dearerFor,
    largest: largest && { account: largest.accountId, email: account?.email ?? "", ...inDollars(largest) },
  };
}

const marginsInDollars = ({ cost, marginBefore, marginAfter }: Margins) => ({
  provider_cost: dollarsOrNull(cost),
  margin_before: dollarsOrNull(marginBefore),
  margin_after: dollarsOrNull(marginAfter),
});
const inDollars = ({ before, after }: { before: number; after: number }) => ({
  before: dollarsFromMicros(before),
  after: dollarsFromMicros(after),
});
