import { budgetWindow } from "./gateway/budgets.ts";
import { TOP_UP_AMOUNTS_DOLLARS } from "./products.ts";
import { DAY_MS, HOUR_MS, MINUTE_MS } from "./time.ts";

/** In dollars. */
export const AUTO_TOP_UP_AMOUNTS: readonly number[] = TOP_UP_AMOUNTS_DOLLARS;
export const MINIMUM_THRESHOLD = 5;
export const MAXIMUM_THRESHOLD = 1_000;
export const MAXIMUM_MONTHLY_LIMIT = 10_000;
/** Suggested until an account saves its own, in dollars. */
export const SUGGESTED_AUTO_TOP_UP = { threshold: 20, amount: 50, monthly_limit: 150 } as const;

/** The owner agrees to this wherever a card is saved; it is stored with the card. */
export const CARD_CONSENT =
  "Latchkey may save this card and charge it for auto top-up, in the amounts and up to the monthly limit that you set. You can turn auto top-up off or remove the card at any time.";

/** Each automatic charge of a card from there needs a mandate, which we can't set up. */
const MANDATE_COUNTRIES: readonly string[] = ["IN"];
export const supportsAutoTopUp = ({ country }: { country: string | null }) =>
  country === null || !MANDATE_COUNTRIES.includes(country);

/** How long the owner can confirm a charge with the bank. */
export const CONFIRM_WITHIN_MS = 3 * DAY_MS;
const CHARGES_PER_DAY = 3;
/** A charge in progress or a limit is checked again after at most this time. */
const CHECK_AGAIN_MS = 10 * MINUTE_MS;

export interface PastCharge {
  status: "open" | "pending" | "paid" | "failed" | "expired";
  amountMinor: number;
  /** Epoch ms. */
  createdAt: number;
  /** Whether the provider has a payment for it. */
  reachedProvider: boolean;
}

interface TopUpTerms {
  /** Turned on, not stopped, with a card that may be charged, on an account that is open and not suspended. */
  chargeable: boolean;
  balanceMicros: number;
  thresholdMicros: number;
  amountMinor: number;
  limitMinor: number;
}

export interface TopUpFacts extends TopUpTerms {
  /** At least those of this month, of the last 24 hours, and the one in progress. */
  charges: readonly PastCharge[];
}

/** What an account's past charges leave room for. */
export interface ChargeRoom {
  /** A charge is in progress. */
  charging: boolean;
  /** Epoch ms before which no other charge is made; null for none. */
  nextAt: number | null;
  /** Cents of this month (UTC) that count toward the limit. */
  usedMinor: number;
}

export type TopUpVerdict =
  | { kind: "charge" }
  /** Epoch ms. */
  | { kind: "wait"; until: number }
  | { kind: "limit"; until: number }
  | { kind: "unneeded" };

const isUnfinished = ({ status }: PastCharge) => status === "open" || status === "pending";

/** Money that the charge has moved or may still move. One that the provider never confirmed to be absent counts. */
const mayHaveMoved = ({ status, reachedProvider }: PastCharge) =>
  status !== "failed" && !(status === "expired" && reachedProvider);

/** Cents charged in the calendar month (UTC) of `now` and later; `certain` leaves out what was never confirmed. */
export function chargedMinor(charges: readonly PastCharge[], now: number, { certain = false } = {}): number {
  const { from } = budgetWindow("month", now);
  const counted = charges.filter(
    (charge) => charge.createdAt >= from && mayHaveMoved(charge) && !(certain && charge.status === "expired"),
  );
  return counted.reduce((sum, { amountMinor }) => sum + amountMinor, 0);
}

export const limitReached = (
  facts: Pick<TopUpFacts, "charges" | "amountMinor" | "limitMinor">,
  now: number,
) => exceedsLimit(facts, chargedMinor(facts.charges, now));

const exceedsLimit = (
  { amountMinor, limitMinor }: Pick<TopUpTerms, "amountMinor" | "limitMinor">,
  usedMinor: number,
) => usedMinor + amountMinor > limitMinor;

/** At most one charge in progress, one an hour and three in 24 hours. */
export function chargeRoom(charges: readonly PastCharge[], now: number): ChargeRoom {
  const times = charges.map(({ createdAt }) => createdAt).toSorted((one, other) => other - one);
  const after = (count: number, span: number) => (times[count - 1] ?? Number.NEGATIVE_INFINITY) + span;
  const next = Math.max(after(1, HOUR_MS), after(CHARGES_PER_DAY, DAY_MS));
  return {
    charging: charges.some(isUnfinished),
    nextAt: next > now ? next : null,
    usedMinor: chargedMinor(charges, now),
  };
}

/**
 * Decides whether to charge the card now: at most one charge in progress, one an hour, three in 24 hours, and never
 * above the monthly limit. Charges from the future, after a step of the clock, count as recent.
 */
export const judgeTopUp = (facts: TopUpFacts, now: number): TopUpVerdict =>
  judgeTopUpWith(facts, chargeRoom(facts.charges, now), now);

/** As `judgeTopUp`, where only the room that past charges leave is known, as in the browser. */
function judgeTopUpWith(terms: TopUpTerms, room: ChargeRoom, now: number): TopUpVerdict {
  if (!terms.chargeable || terms.balanceMicros >= terms.thresholdMicros) return { kind: "unneeded" };
  if (room.charging) return { kind: "wait", until: now + CHECK_AGAIN_MS };
  const { nextAt } = room;
  if (nextAt !== null && nextAt > now) return { kind: "wait", until: Math.min(nextAt, now + DAY_MS) };
  if (!exceedsLimit(terms, room.usedMinor)) return { kind: "charge" };
  return { kind: "limit", until: Math.min(budgetWindow("month", now).to, now + DAY_MS) };
}

export interface ProposedTopUp extends TopUpTerms {
  /** Turned on, with a card that may be charged, unless a stop or a suspension holds charges back. */
  enabled: boolean;
}

/**
 * When storing these settings charges the card although its balance doesn't fall any further: `now`, or `later`, once
 * nothing holds charges back any more. The owner has to agree to either. Null if it doesn't.
 */
export function chargeOfSaving(terms: ProposedTopUp, room: ChargeRoom, now: number): "now" | "later" | null {
  if (terms.chargeable) return judgeTopUpWith(terms, room, now).kind === "charge" ? "now" : null;
  return terms.enabled && terms.balanceMicros < terms.thresholdMicros ? "later" : null;
}

const DECLINES: Record<string, string> = {
  insufficient_funds: "Insufficient funds",
  expired_card: "Card expired",
  lost_card: "Card reported lost",
  stolen_card: "Card reported stolen",
  card_velocity_exceeded: "Card limit exceeded",
  card_not_supported: "Card doesn't support this payment",
  do_not_honor: "Declined by the bank",
  processing_error: "Processing error",
  card_unavailable: "Card no longer available",
  not_confirmed: "Not confirmed in time",
};

/** A decline in words, as a label. */
export const declineReason = (code: string): string => DECLINES[code] ?? "Declined by the bank";

const BRANDS: Record<string, string> = {
  amex: "American Express",
  diners: "Diners Club",
  jcb: "JCB",
  unionpay: "UnionPay",
};

/** A card in words, such as “Visa •••• 4242”. */
export const cardName = ({ brand, last4 }: { brand: string; last4: string }): string =>
  `${BRANDS[brand] ?? brand.charAt(0).toUpperCase() + brand.slice(1)} •••• ${last4}`;
