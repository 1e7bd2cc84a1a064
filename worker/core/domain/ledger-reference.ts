const REVERSAL = /^stripe:(?:refund|dispute):([^:]+):/;

/**
 * What a transfer is known by at the payment provider: a reversal by the refund's or dispute's own id, which its
 * source holds; a payment by `paymentIntent`, its order's.
 */
export function referenceOf(source: string, paymentIntent: string | null): string | null {
  return REVERSAL.exec(source)?.[1] ?? paymentIntent;
}
