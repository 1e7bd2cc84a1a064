import { addressOf, flagParameter, textParameter } from "#app/lib/address.ts";
import { ApiError } from "#app/lib/api-error.ts";
import { formatDate } from "#app/lib/format.ts";
import type { ToastMessage } from "#app/lib/toast.ts";
import type { SubscriptionResponse } from "#core/contract/account.ts";
import type { CompletionResponse } from "#core/contract/payments.ts";
import { TOP_UP_AMOUNTS_DOLLARS } from "#core/domain/products.ts";
import { paymentMessages, purchaseMessages } from "./messages.ts";

const REFERENCE_CHARACTERS = 14;

/** `amount` is in `currency`. */
export type Order = Pick<CompletionResponse, "product" | "amount" | "currency">;

export type PaymentView =
  | { kind: "verifying" }
  | { kind: "pending" | "success"; order: Order }
  | { kind: "failure"; order: Order | null; title: string; message: string; requestId: string | null };

interface Verification {
  sessionId: string | null;
  completion: CompletionResponse | undefined;
  error: unknown;
}

/** The state of a payment (spec section 4). */
export function paymentView({ sessionId, completion, error }: Verification): PaymentView {
  if (sessionId === null || sessionId === "") return failure(paymentMessages.noSession);
  if (completion) {
    const { success, pending, product, amount, currency } = completion;
    const order = { product, amount, currency };
    if (success) return { kind: "success", order };
    return pending ? { kind: "pending", order } : failure(paymentMessages.unable, { order });
  }
  return error ? failure(paymentMessages.failed, { error }) : { kind: "verifying" };
}

function failure(message: string, { order = null, error }: { order?: Order | null; error?: unknown } = {}) {
  const requestId = error instanceof ApiError ? (error.requestId ?? null) : null;
  const title = error === undefined ? paymentMessages.failedTitle : paymentMessages.errorTitle;
  return { kind: "failure", order, title, message, requestId } as const;
}

export function outcomeWords(view: PaymentView): { title: string; description: string } {
  if (view.kind === "verifying") return paymentMessages.verifying;
  if (view.kind === "failure") return { title: view.title, description: view.message };
  const plan = view.order.product === "api_key";
  if (view.kind === "pending") return plan ? paymentMessages.planPending : paymentMessages.pending;
  return plan ? paymentMessages.planSuccessful : paymentMessages.successful;
}

/** Enough of a session id for a phone call with support. */
export const shortReference = (sessionId: string): string =>
  sessionId.length > REFERENCE_CHARACTERS ? `${sessionId.slice(0, REFERENCE_CHARACTERS)}…` : sessionId;

const CHECK_MS = 5_000;
/** A minute; a bank that hasn't confirmed by then can take days. */
const QUICK_CHECKS = 12;
const SLOW_CHECK_MS = 30_000;
/** One more hour. */
const SLOW_CHECKS = 120;

interface CheckState {
  data: Pick<CompletionResponse, "pending"> | undefined;
  error: unknown;
  dataUpdateCount: number;
}

/** When a pending payment is verified again, in milliseconds; false for never, as without a session. */
export function nextCheck({ data, error, dataUpdateCount: checks }: CheckState): number | false {
  if (!data?.pending || isSignedOut(error) || checks > QUICK_CHECKS + SLOW_CHECKS) return false;
  return checks <= QUICK_CHECKS ? CHECK_MS : SLOW_CHECK_MS;
}

const BALANCE_CHECK_MS = 4_000;
const QUICK_FOR_MS = 15 * 60_000;
const SLOW_BALANCE_CHECK_MS = 20_000;

/** When the balance is fetched again for a payment that was opened so long ago; false for never, as without a session. */
export function nextBalanceCheck(waitedMs: number, error: unknown): number | false {
  if (isSignedOut(error)) return false;
  return waitedMs < QUICK_FOR_MS ? BALANCE_CHECK_MS : SLOW_BALANCE_CHECK_MS;
}

/** What checkouts bring back, and what a link to a top-up carries. */
export const checkoutAddress = addressOf({
  sessionId: textParameter("session_id", /^/),
  amount: textParameter("amount", /^/),
  canceled: flagParameter("canceled"),
});

/** The amount in the address, preselected only if it is offered (spec section 5). */
export const carriedAmount = (carried: string | null): number | null =>
  TOP_UP_AMOUNTS_DOLLARS.find((offered) => String(offered) === carried) ?? null;

/** The API's own message for a refused request, the specification's for a failure of ours. */
export const initiateFailure = (error: unknown): string =>
  error instanceof ApiError && error.status < 500
    ? error.message
    : paymentMessages.initiateFailed.description;

/**
 * The checkout that a tab waits for, once something suggests that it has been paid. A risen balance can have another
 * cause, so that only a verified payment counts then; the tab that was paid in is known to have left the checkout.
 */
export function awaitedView(view: PaymentView | null, cue: "announced" | "risen" | null): PaymentView | null {
  if (view === null || cue === null || view.kind === "verifying") return null;
  return cue === "announced" || view.kind === "success" ? view : null;
}

/** Spec section 3. */
export interface Step {
  title: string;
  description: string;
  status: "complete" | "current" | "upcoming";
}

/** Payment begins only when it has been verified (spec section 4); waiting for it belongs to Amount. */
export const topUpSteps = (paid: boolean): Step[] => [
  { title: "Amount", description: "Choose how much to add", status: paid ? "complete" : "current" },
  { title: "Payment", description: "Confirm your new balance", status: paid ? "current" : "upcoming" },
];

/** The server's error field if it sent one, otherwise our own words (spec section 8). */
export function purchaseFailure(error: unknown): ToastMessage {
  const { signedOut, failedTitle: title, linkFailed, failed } = purchaseMessages;
  if (isSignedOut(error)) return signedOut;
  if (!(error instanceof ApiError)) return { title, description: failed };
  const description = error.code === "unexpected_response" ? linkFailed : error.message;
  return { title, description };
}

export const isSignedOut = (error: unknown) => error instanceof ApiError && error.status === 401;

export function planNote(subscription: SubscriptionResponse | undefined): string {
  const { subscription_type: plan = "Free", valid_until: until = null } = subscription ?? {};
  const date = formatDate(until);
  if (plan === "Business") {
    return `You’re on the Business plan${until ? ` until ${date}` : ""}. Contact Sales to change it.`;
  }
  if (plan === "Premium") return `Your Premium plan runs until ${date}. Buying again extends it by a year.`;
  if (until) return `Your Premium plan ended on ${date}. Buying again starts a new year.`;
  return "It doesn’t renew automatically. Buying early adds a year to the end.";
}
