import type { AutoTopUp, PaymentMethod } from "#core/contract/auto-top-up.ts";
import {
  chargedMinor,
  chargeRoom,
  declineReason,
  limitReached,
  SUGGESTED_AUTO_TOP_UP,
  supportsAutoTopUp,
  type TopUpFacts,
} from "#core/domain/auto-top-up.ts";
import { budgetWindow } from "#core/domain/gateway/budgets.ts";
import { dollarsFromMicros } from "#core/domain/money.ts";
import { DAY_MS, isoTime, isoTimeOrNull } from "#core/domain/time.ts";
import type { AccountContext, ServiceContext } from "#core/services/context.ts";
import {
  type AutoTopUpState,
  type ChargeRow,
  readAutoTopUp,
  type Settings,
} from "#core/storage/auto-top-ups.ts";
import type { Read } from "#core/storage/read.ts";

const CENTS = 100;

export interface TopUpSituation extends AutoTopUpState {
  facts: TopUpFacts;
}

/** The state of an account's auto top-up, and the facts that a charge is decided by. */
export function situationOf({ db, clock }: ServiceContext, accountId: number): Read<TopUpSituation> {
  const now = clock.now();
  const since = Math.min(budgetWindow("month", now).from, now - DAY_MS);
  return readAutoTopUp(db, accountId, since).map((state) => ({
    ...state,
    facts: factsWith(state, state.settings),
  }));
}

/** The facts that a charge would be decided by under other settings; null for none. */
export function factsWith(state: AutoTopUpState, settings: Settings | null): TopUpFacts {
  return {
    chargeable: settings?.enabled === true && isChargeable(state),
    balanceMicros: state.balanceMicros,
    thresholdMicros: settings?.thresholdMicros ?? 0,
    amountMinor: settings?.amountMinor ?? 0,
    limitMinor: settings?.limitMinor ?? 0,
    charges: state.charges.map(({ sessionId, ...charge }) => ({
      ...charge,
      reachedProvider: sessionId !== null,
    })),
  };
}

/** Whether the card may be charged once auto top-up is on. */
const isChargeable = ({ settings, card, usable }: AutoTopUpState) =>
  usable && (settings?.stoppedAt ?? null) === null && card !== null && supportsAutoTopUp(card);

/** The settings, the saved card, and what auto top-up is doing. */
export const getAutoTopUp = (ctx: AccountContext): Read<AutoTopUp> =>
  situationOf(ctx, ctx.account.id).map((situation) => autoTopUpView(situation, ctx.clock.now()));

export function autoTopUpView(situation: TopUpSituation, now: number): AutoTopUp {
  const { settings, facts } = situation;
  const { charging, nextAt, usedMinor } = chargeRoom(facts.charges, now);
  const unconfirmed = unconfirmedOf(situation);
  return {
    enabled: settings?.enabled ?? false,
    state: stateOf(situation, now),
    ...termsOf(situation),
    added_this_month: chargedMinor(facts.charges, now, { certain: true }) / CENTS,
    limit_used: usedMinor / CENTS,
    resets_at: isoTime(budgetWindow("month", now).to),
    chargeable: isChargeable(situation),
    charging,
    next_charge_at: isoTimeOrNull(nextAt),
    stopped: stoppedView(situation),
    confirmation: unconfirmed && {
      charge_id: unconfirmed.id,
      amount: unconfirmed.amountMinor / CENTS,
      created_at: isoTime(unconfirmed.createdAt),
      confirm_by: isoTime(unconfirmed.confirmBy),
    },
    payment_method: cardView(situation),
  };
}

function termsOf({ settings }: TopUpSituation) {
  if (settings === null) return SUGGESTED_AUTO_TOP_UP;
  return {
    threshold: dollarsFromMicros(settings.thresholdMicros),
    amount: settings.amountMinor / CENTS,
    monthly_limit: settings.limitMinor / CENTS,
  };
}

function stateOf(situation: TopUpSituation, now: number): AutoTopUp["state"] {
  const { settings, facts } = situation;
  if (!settings?.enabled) return "off";
  if (settings.stoppedAt !== null) return "stopped";
  if (unconfirmedOf(situation) !== null) return "confirmation_needed";
  return limitReached(facts, now) ? "limit_reached" : "on";
}

function unconfirmedOf({ charges }: TopUpSituation): (ChargeRow & { confirmBy: number }) | null {
  const charge = charges.find(({ status }) => status === "pending");
  return charge?.confirmBy ? { ...charge, confirmBy: charge.confirmBy } : null;
}

function stoppedView({ settings, charges }: TopUpSituation): AutoTopUp["stopped"] {
  if (settings === null || settings.stoppedAt === null || settings.stoppedBy === null) return null;
  const { stoppedAt, stoppedBy } = settings;
  const charge = charges.find(({ id }) => id === stoppedBy);
  const at = isoTime(stoppedAt);
  if (charge?.status === "expired")
    return { at, reason: "not_confirmed", detail: null, charge_id: stoppedBy };
  const detail = charge?.declineCode ? declineReason(charge.declineCode) : null;
  return { at, reason: "declined", detail, charge_id: stoppedBy };
}

function cardView(situation: TopUpSituation): PaymentMethod | null {
  const { card } = situation;
  if (card === null) return null;
  const { brand, last4, expMonth, expYear } = card;
  const declined = stoppedView(situation)?.reason === "declined";
  const supports_auto_top_up = supportsAutoTopUp(card);
  return { brand, last4, exp_month: expMonth, exp_year: expYear, declined, supports_auto_top_up };
}
