import type { AccountObject } from "#worker/adapters/account-objects.ts";

/** Bindings of `wrangler.toml` other than text. */
export interface ApiBindings {
  ACCOUNT_RATE: RateLimit;
  ADDRESS_RATE: RateLimit;
  /** The objects of latchkey-gateway. */
  METER: DurableObjectNamespace<AccountObject>;
}
