import { randomBase62 } from "#core/domain/encoding.ts";
import { seededRandom } from "./random.ts";

/** Settled as the payment provider would have told it; amounts in cents, times in epoch ms. */
export interface PaidCheckout {
  id: string;
  sessionId: string;
  accountId: number;
  amountMinor: number;
  paymentIntent: string;
  /** The event with which the provider reported the payment. */
  eventId: string;
  createdAt: number;
  paidAt: number;
}

const TIME_TO_PAY_MS = 74_000;

/** The account's `n`th one, with ids that look like real ones; the same ids for the same account and number. */
export function paidCheckout(
  accountId: number,
  n: number,
  { amountMinor, paidAt }: { amountMinor: number; paidAt: number },
): PaidCheckout {
  const random = seededRandom(accountId * 10_007 + n);
  const bytes = (count: number) => Uint8Array.from({ length: count }, () => random.next() * 256);
  return {
    id: `order_${randomBase62(32, bytes)}`,
    sessionId: `cs_test_${randomBase62(58, bytes)}`,
    accountId,
    amountMinor,
    paymentIntent: `pi_${randomBase62(24, bytes)}`,
    eventId: `evt_${randomBase62(24, bytes)}`,
    createdAt: paidAt - TIME_TO_PAY_MS,
    paidAt,
  };
}
