import type { Meter } from "./meter/meter.ts";

/** Bindings of `wrangler.toml` other than text. */
export interface GatewayBindings {
  ADDRESS_RATE: RateLimit;
  METER: DurableObjectNamespace<Meter>;
}
