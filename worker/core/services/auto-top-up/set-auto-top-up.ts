import type { AutoTopUp, AutoTopUpSettings } from "#core/contract/auto-top-up.ts";
import { chargeOfSaving, chargeRoom, supportsAutoTopUp } from "#core/domain/auto-top-up.ts";
import { DomainError } from "#core/domain/errors.ts";
import { dollarsFromMicros, microsFromDollars } from "#core/domain/money.ts";
import { minorUnits } from "#core/domain/products.ts";
import { auditStamp } from "#core/services/audit/audit-stamp.ts";
import type { AccountContext, FulfilmentContext } from "#core/services/context.ts";
import { type Settings, saveAutoTopUp } from "#core/storage/auto-top-ups.ts";
import { findUnfinishedCharge } from "#core/storage/orders.ts";
import { together } from "#core/storage/read.ts";
import type { NewSavedCard } from "#core/storage/saved-cards.ts";
import {
  autoTopUpView,
  factsWith,
  getAutoTopUp,
  situationOf,
  type TopUpSituation,
} from "./get-auto-top-up.ts";
import { cancelUnwanted } from "./resume-charge.ts";

const CENTS = 100;

/**
 * Replaces the settings (dollars) at once. Turning it off cancels a charge that waits for confirmation. Repeating it
 * changes nothing. Settings with which the card is charged at once, or as soon as a stop or a suspension ends, need
 * `charge_now`. @throws DomainError
 * `payment_method_required`, `payment_method_not_supported`, `charge_confirmation_required`.
 */
export async function setAutoTopUp(
  ctx: AccountContext & FulfilmentContext,
  { enabled, threshold, amount, monthly_limit, charge_now = false }: AutoTopUpSettings,
): Promise<AutoTopUp> {
  const settings = {
    enabled,
    thresholdMicros: microsFromDollars(threshold),
    amountMinor: minorUnits(amount),
    limitMinor: Math.round(minorUnits(monthly_limit)),
  };
  const before = await situationOf(ctx, ctx.account.id);
  if (enabled) requireCard(before.card);
  const agreed = charge_now || isStored(before, settings);
  const proposed = factsWith(before, settings);
  const now = ctx.clock.now();
  const due = chargeOfSaving({ ...proposed, enabled }, chargeRoom(proposed.charges, now), now);
  if (!agreed && due !== null) throw confirmationRequired(settings, due);
  const detail = { enabled, threshold, dollars: amount, monthly_limit };
  const entry = {
    ...auditStamp(ctx, ctx.account.id),
    action: "auto_top_up.changed",
    subject: "account",
  } as const;
  const [after, charge] = await saveAutoTopUp(ctx.db, settings, {
    entry: { ...entry, detail },
    // Usage may take the balance below the threshold before this is stored.
    onlyAbove: !agreed && enabled && proposed.balanceMicros >= proposed.thresholdMicros,
    read: together(ctx.db, [situationOf(ctx, ctx.account.id), findUnfinishedCharge(ctx.db, ctx.account.id)]),
  });
  // The card may have been removed meanwhile.
  if (!isStored(after, settings))
    throw after.card === null ? cardRequired() : confirmationRequired(settings, "now");
  if (enabled || charge === null) return autoTopUpView(after, ctx.clock.now());
  await cancelUnwanted(ctx, charge);
  return getAutoTopUp(ctx);
}

const isStored = ({ settings: stored }: TopUpSituation, settings: Settings) =>
  stored !== null &&
  stored.enabled === settings.enabled &&
  stored.thresholdMicros === settings.thresholdMicros &&
  stored.amountMinor === settings.amountMinor &&
  stored.limitMinor === settings.limitMinor;

function confirmationRequired({ amountMinor, thresholdMicros }: Settings, due: "now" | "later") {
  const charge = `$${(amountMinor / CENTS).toFixed(2)}`;
  const threshold = `$${dollarsFromMicros(thresholdMicros).toFixed(2)}`;
  return new DomainError(
    "charge_confirmation_required",
    `Your balance is below ${threshold}, so these settings charge your card ${charge} ${due === "now" ? "at once" : "as soon as it can be charged again"}. To agree, set charge_now to true.`,
    { field: "charge_now" },
  );
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
