/** Bindings of `wrangler.toml` other than text. */
declare namespace Cloudflare {
  interface Env {
    ACCOUNT_RATE: RateLimit;
    ADDRESS_RATE: RateLimit;
    METER: DurableObjectNamespace<import("./gateway/meter/meter.ts").Meter>;
  }
}
