export interface StripeErrorBody {
  type: "invalid_request_error" | "idempotency_error" | "api_error" | "card_error";
  message: string;
  code?: string;
  decline_code?: string;
  param?: string;
  /** The payment that the bank refused. */
  payment_intent?: object;
}

/** A refusal in the form of Stripe's API, which the SDK turns into its typed errors. */
export class StripeError extends Error {
  readonly status: number;
  readonly body: StripeErrorBody;

  constructor(status: number, body: StripeErrorBody) {
    super(body.message);
    this.status = status;
    this.body = body;
  }
}

export function invalid(message: string, param?: string, code?: string): StripeError {
  return new StripeError(400, {
    type: "invalid_request_error",
    message,
    ...(param === undefined ? {} : { param }),
    ...(code === undefined ? {} : { code }),
  });
}

export const missing = (kind: string, id: string, param = "id") =>
  new StripeError(404, {
    type: "invalid_request_error",
    code: "resource_missing",
    message: `No such ${kind}: '${id}'`,
    param,
  });

export const unknownRoute = (method: string, path: string) =>
  new StripeError(404, {
    type: "invalid_request_error",
    message: `Unrecognized request URL (${method}: ${path}). This emulator of Stripe does not have it.`,
  });
