import Stripe from "stripe";
import { DomainError } from "#core/domain/errors.ts";

export const isMissing = (error: unknown): boolean =>
  error instanceof Stripe.errors.StripeInvalidRequestError && error.code === "resource_missing";

export const invalidSignature = () =>
  new DomainError("invalid_signature", "The event is not signed by the payment provider.");

/** Keeps what helps the operator (type, code, status, Stripe's request id); drops messages, headers and bodies. */
export function providerError(error: unknown): DomainError {
  const cause = new Error(error instanceof Stripe.errors.StripeError ? facts(error) : nameOf(error));
  return new DomainError(
    "payment_provider_error",
    "The payment provider could not complete the request. Please try again.",
    {},
    cause,
  );
}

function facts(error: InstanceType<typeof Stripe.errors.StripeError>): string {
  const { type, code, statusCode, requestId } = error;
  return [type, code, statusCode, requestId].filter((fact) => fact !== undefined).join(" ");
}

const nameOf = (error: unknown) => (error instanceof Error ? error.name : typeof error);
