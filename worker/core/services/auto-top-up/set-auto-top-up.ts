import type { AutoTopUp, AutoTopUpSettings } from "#core/contract/auto-top-up.ts";
import { supportsAutoTopUp } from "#core/domain/auto-top-up.ts";
import { DomainError } from "#core/domain/errors.ts";
import { microsFromDollars } from "#core/domain/money.ts";
import { minorUnits } from "#core/domain/products.ts";
import { auditStamp } from "#core/services/audit/audit-stamp.ts";
import type { AccountContext, FulfilmentContext } from "#core/services/context.ts";
import { saveAutoTopUp } from "#core/storage/auto-top-ups.ts";
import { findUnfinishedCharge } from "#core/storage/orders.ts";
import { together } from "#core/storage/read.ts";
import { findCard, type NewSavedCard } from "#core/storage/saved-cards.ts";
import { getAutoTopUp } from "./get-auto-top-up.ts";
import { cancelUnwanted } from "./resume-charge.ts";

/**
 * Replaces the settings (dollars) at once. Turning it off cancels a charge that waits for confirmation. Repeating it
 * changes nothing. @throws DomainError `payment_method_required`, `payment_method_not_supported`.
 */
export async function setAutoTopUp(
  ctx: AccountContext & FulfilmentContext,
  { enabled, threshold, amount, monthly_limit }: AutoTopUpSettings,
): Promise<AutoTopUp> {
  if (enabled) requireCard(await findCard(ctx.db, ctx.account.id));
  const settings = {
    enabled,
    thresholdMicros: microsFromDollars(threshold),
    amountMinor: minorUnits(amount),
    limitMinor: Math.round(minorUnits(monthly_limit)),
  };
  const detail = { enabled, threshold, dollars: amount, monthly_limit };
  const entry = {
    ...auditStamp(ctx, ctx.account.id),
    action: "auto_top_up.changed",
    subject: "account",
  } as const;
  const [stored, charge] = await saveAutoTopUp(ctx.db, settings, {
    entry: { ...entry, detail },
    read: together(ctx.db, [getAutoTopUp(ctx), findUnfinishedCharge(ctx.db, ctx.account.id)]),
  });
  // The card may have been removed meanwhile.
  if (enabled && !stored.enabled) throw cardRequired();
  if (enabled || charge === null) return stored;
  await cancelUnwanted(ctx, charge);
  return getAutoTopUp(ctx);
}

const cardRequired = () =>
  new DomainError("payment_method_required", "Save a card before you turn on auto top-up.", {
    field: "enabled",
  });

function requireCard(card: Pick<NewSavedCard, "country"> | null): void {
  if (card === null) throw cardRequired();
  if (supportsAutoTopUp(card)) return;
  const message = "Auto top-up isn’t available for cards from this country. Save another card.";
  throw new DomainError("payment_method_not_supported", message, { field: "enabled" });
}
