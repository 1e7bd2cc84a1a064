/** Bindings of `wrangler.toml` that are no text. */
declare namespace Cloudflare {
  interface Env {
    ACCOUNT_RATE: RateLimit;
    ADDRESS_RATE: RateLimit;
    METER: DurableObjectNamespace<import("./gateway/meter/meter.ts").Meter>;
  }
}
