import { ApiError } from "#app/lib/api-error.ts";
import type { ToastMessage } from "#app/lib/toast.ts";
import { purchaseMessages } from "./messages.ts";

/** Why the browser cannot be sent to pay. */
export class PurchaseStopped extends Error {
  readonly reason: "signed_out" | "no_link";
  constructor(reason: "signed_out" | "no_link") {
    super(reason);
    this.reason = reason;
  }
}

/** What to say when a purchase could not begin: the server's error field, if it sent one (spec section 8). */
export function purchaseFailure(error: unknown): ToastMessage {
  const failed = (description: string): ToastMessage => ({
    title: purchaseMessages.failedTitle,
    description,
    tone: "danger",
  });
  if (isSignedOut(error)) return { ...purchaseMessages.signedOut, tone: "danger" };
  if (error instanceof PurchaseStopped) return failed(purchaseMessages.linkFailed);
  if (!(error instanceof ApiError)) return failed(purchaseMessages.failed);
  return failed(error.code === "unexpected_answer" ? purchaseMessages.linkFailed : error.message);
}

export const isSignedOut = (error: unknown): boolean =>
  error instanceof PurchaseStopped ? error.reason === "signed_out" : isUnauthorized(error);

const isUnauthorized = (error: unknown) => error instanceof ApiError && error.status === 401;
