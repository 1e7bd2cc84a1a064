import type { Payments } from "#core/ports.ts";
import type { ServiceContext } from "#core/services/context.ts";
import type { MeteringContext } from "#core/services/gateway/context.ts";
import type { KeysContext } from "#core/services/keys/context.ts";

/** What the payment use cases need beside storage and time. */
export interface PaymentsContext {
  payments: Payments;
  /** Scheme and host the browser sees, without a trailing slash. */
  appOrigin: string;
}

/** For use cases that end in money or a plan: the plan comes with a key, which is sealed at once. */
export type FulfilmentContext = ServiceContext &
  Pick<PaymentsContext, "payments"> &
  KeysContext &
  MeteringContext;
