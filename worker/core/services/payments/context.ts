import type { Payments } from "#core/ports.ts";

/** What the payment use cases need beside storage and time. */
export interface PaymentsContext {
  payments: Payments;
  /** Scheme and host the browser sees, without a trailing slash. */
  appOrigin: string;
}
