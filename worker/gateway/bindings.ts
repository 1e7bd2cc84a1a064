import type { Meter } from "./meter/meter.ts";
import type { Poster } from "./poster/poster.ts";

/** Bindings of `wrangler.toml` other than text. */
export interface GatewayBindings {
  ADDRESS_RATE: RateLimit;
  METER: DurableObjectNamespace<Meter>;
  POSTER: DurableObjectNamespace<Poster>;
}
