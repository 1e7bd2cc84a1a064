import { ApiError } from "#app/lib/api-error.ts";
import type { CompletionAnswer } from "#core/contract/payments.ts";
import { paymentMessages } from "./messages.ts";

export type PaymentView =
  | { kind: "verifying" }
  | { kind: "pending" }
  | { kind: "success" }
  | { kind: "failure"; title: string; message: string; requestId: string | null };

interface Verification {
  sessionId: string | null;
  answer: CompletionAnswer | undefined;
  error: unknown;
}

/** What is known of a payment, as one of four things to show (spec section 4). */
export function paymentView({ sessionId, answer, error }: Verification): PaymentView {
  if (sessionId === null || sessionId === "") return failure(paymentMessages.noSession);
  if (answer?.success) return { kind: "success" };
  if (answer?.pending) return { kind: "pending" };
  if (answer) return failure(paymentMessages.unable);
  if (error) return failure(paymentMessages.failed, error);
  return { kind: "verifying" };
}

function failure(message: string, error?: unknown): PaymentView {
  const requestId = error instanceof ApiError ? (error.requestId ?? null) : null;
  const title = error === undefined ? paymentMessages.failedTitle : paymentMessages.errorTitle;
  return { kind: "failure", title, message, requestId };
}

const SHOWN = 14;

/** Enough of a session id to tell it apart on the phone with support. */
export function shortReference(sessionId: string): string {
  return sessionId.length > SHOWN ? `${sessionId.slice(0, SHOWN)}…` : sessionId;
}
