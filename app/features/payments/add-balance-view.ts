import { ApiError } from "#app/lib/api-error.ts";
import { TOP_UP_AMOUNTS_DOLLARS } from "#core/domain/top-up.ts";
import { paymentMessages } from "./messages.ts";

export interface AmountChoice {
  amount: number | null;
  message: string | null;
}

/** The amount carried in the address, preselected only if it can be bought (spec section 5). */
export function carriedChoice(carried: string | null): AmountChoice {
  if (carried === null) return { amount: null, message: null };
  const amount = TOP_UP_AMOUNTS_DOLLARS.find((offered) => String(offered) === carried) ?? null;
  return { amount, message: amount === null ? paymentMessages.invalidAmount.description : null };
}

/** The payment page's address; null for what is none, or could run in this page. */
export function safePaymentUrl(address: unknown): string | null {
  if (typeof address !== "string" || !URL.canParse(address)) return null;
  const { protocol, href } = new URL(address);
  return protocol === "https:" || protocol === "http:" ? href : null;
}

/** What to say when no payment could be started: the API's sentence unless the fault is the server's own. */
export function initiateFailure(error: unknown): string {
  return error instanceof ApiError && error.status < 500
    ? error.message
    : paymentMessages.initiateFailed.description;
}

/** Requests in flight draw on the balance between two looks; a rise this close to the amount is the payment. */
const SPENT_BETWEEN_LOOKS_DOLLARS = 1;

/** Whether the balance rose by this top-up since its lowest value of the wait; all in dollars. */
export function hasArrived(lowest: number, balance: number, amount: number): boolean {
  const rise = Math.round((balance - lowest) * 100) / 100;
  return rise >= amount - SPENT_BETWEEN_LOOKS_DOLLARS && rise <= amount;
}

export const STEPS = ["Amount", "Payment"] as const;
export type StepStatus = "complete" | "current" | "upcoming";

/** Payment begins only when it has been verified (spec section 4); waiting for it belongs to Amount. */
export function stepStatuses(paid: boolean): Record<(typeof STEPS)[number], StepStatus> {
  return paid ? { Amount: "complete", Payment: "current" } : { Amount: "current", Payment: "upcoming" };
}
