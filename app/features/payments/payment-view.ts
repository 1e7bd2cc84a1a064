import { ApiError } from "#app/lib/api-error.ts";
import type { CompletionAnswer } from "#core/contract/payments.ts";
import { paymentMessages } from "./messages.ts";

export type Product = CompletionAnswer["product"];
/** What was ordered; `amount` is in `currency`. */
export type Order = Pick<CompletionAnswer, "product" | "amount" | "currency">;

export type PaymentView =
  | { kind: "verifying" }
  | { kind: "pending"; order: Order }
  | { kind: "success"; order: Order }
  | { kind: "failure"; order: Order | null; title: string; message: string; requestId: string | null };

interface Verification {
  sessionId: string | null;
  answer: CompletionAnswer | undefined;
  error: unknown;
}

/** What is known of a payment, as one of four things to show (spec section 4). */
export function paymentView({ sessionId, answer, error }: Verification): PaymentView {
  if (sessionId === null || sessionId === "") return failure(paymentMessages.noSession);
  if (answer) return answeredView(answer);
  if (error) return failure(paymentMessages.failed, { error });
  return { kind: "verifying" };
}

function answeredView({ success, pending, product, amount, currency }: CompletionAnswer): PaymentView {
  const order = { product, amount, currency };
  if (success) return { kind: "success", order };
  if (pending) return { kind: "pending", order };
  return failure(paymentMessages.unable, { order });
}

function failure(message: string, { order = null, error }: { order?: Order | null; error?: unknown } = {}) {
  const requestId = error instanceof ApiError ? (error.requestId ?? null) : null;
  const title = error === undefined ? paymentMessages.failedTitle : paymentMessages.errorTitle;
  return { kind: "failure", order, title, message, requestId } as const;
}

/** What a view says of itself; a plan has its own words. */
export function outcomeWords(view: PaymentView): { title: string; description: string } {
  if (view.kind === "verifying") return paymentMessages.verifying;
  if (view.kind === "failure") return { title: view.title, description: view.message };
  const plan = view.order.product === "api_key";
  if (view.kind === "pending") return plan ? paymentMessages.planPending : paymentMessages.pending;
  return plan ? paymentMessages.planSuccessful : paymentMessages.successful;
}

/** Whether a checkout that another tab told of can be the top-up that is waited for here. */
export function isTopUpOf(view: PaymentView, dollars: number): boolean {
  return view.kind !== "verifying" && view.order?.product === "balance" && view.order.amount === dollars;
}

const SHOWN = 14;

/** Enough of a session id to tell it apart on the phone with support. */
export function shortReference(sessionId: string): string {
  return sessionId.length > SHOWN ? `${sessionId.slice(0, SHOWN)}…` : sessionId;
}
