import Stripe from "stripe";

export interface StripeAccess {
  secretKey: string;
  /** A Stripe-compatible server in place of Stripe's own, e.g. `http://127.0.0.1:8791`. */
  apiUrl?: string | undefined;
}

const REQUEST_TIMEOUT_MS = 10_000;
const NETWORK_RETRIES = 2;

export function openStripe({ secretKey, apiUrl }: StripeAccess): Stripe {
  const address = apiUrl === undefined ? null : new URL(apiUrl);
  return new Stripe(secretKey, {
    httpClient: Stripe.createFetchHttpClient(),
    telemetry: false,
    timeout: REQUEST_TIMEOUT_MS,
    maxNetworkRetries: NETWORK_RETRIES,
    ...(address && {
      protocol: address.protocol === "http:" ? "http" : "https",
      host: address.hostname,
      port: address.port || (address.protocol === "http:" ? 80 : 443),
    }),
  });
}
