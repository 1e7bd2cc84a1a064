import Stripe from "stripe";
import { DomainError } from "#core/domain/errors.ts";

/** A response we cannot use. The message is our own and safe to log. */
export class UnexpectedResponse extends Error {}

export const isMissing = (error: unknown): boolean =>
  error instanceof Stripe.errors.StripeInvalidRequestError && error.code === "resource_missing";

/** Stripe refused the request itself: its object is missing or in the wrong state. */
export const isRefused = (error: unknown): boolean =>
  error instanceof Stripe.errors.StripeInvalidRequestError && error.statusCode !== 429;

export const invalidSignature = () =>
  new DomainError("invalid_signature", "The event is not signed by the payment provider.");

/** Keeps type, code, status and Stripe's request id for the operator; drops messages, headers and bodies. */
function providerError(error: unknown): DomainError {
  const cause = new Error(describe(error));
  return new DomainError(
    "payment_provider_error",
    "The payment provider could not complete the request. Please try again.",
    {},
    cause,
  );
}

export const throwProviderError = (error: unknown): never => {
  throw error instanceof DomainError ? error : providerError(error);
};

/** For `catch`: null for an object that Stripe doesn't have. @throws DomainError for anything else. */
export const nullIfMissing = (error: unknown): null => (isMissing(error) ? null : throwProviderError(error));

function describe(error: unknown): string {
  if (error instanceof Stripe.errors.StripeError) return facts(error);
  if (error instanceof UnexpectedResponse) return error.message;
  return error instanceof Error ? error.name : typeof error;
}

function facts(error: InstanceType<typeof Stripe.errors.StripeError>): string {
  const { type, code, statusCode, requestId } = error;
  return [type, code, statusCode, requestId].filter((fact) => fact !== undefined).join(" ");
}
