import type Stripe from "stripe";
import type { CheckoutState } from "#core/ports.ts";
import { throwProviderError, UnexpectedAnswer } from "./stripe-errors.ts";
import { toCheckoutState } from "./stripe-mapping.ts";

/** The clocks may differ, and the session is made moments after its order. */
const SECONDS_BEFORE = 120;
const SECONDS_AFTER = 300;
/** More checkouts than this in those minutes are more than a page a second. */
const MOST_SESSIONS = 5_000;

/** The session made for an order, among those of the minutes around it. */
export async function findCheckout(
  stripe: Stripe,
  orderId: string,
  createdAt: number,
): Promise<CheckoutState | null> {
  const second = Math.floor(createdAt / 1000);
  const created = { gte: second - SECONDS_BEFORE, lte: second + SECONDS_AFTER };
  const search = async () => {
    let seen = 0;
    for await (const session of stripe.checkout.sessions.list({ created, limit: 100 })) {
      if (session.client_reference_id === orderId) return toCheckoutState(session);
      seen += 1;
      if (seen === MOST_SESSIONS) throw new UnexpectedAnswer("There are too many checkouts to search.");
    }
    return null;
  };
  return await search().catch(throwProviderError);
}
