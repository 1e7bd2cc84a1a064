/** Bindings of the workers under test. */
declare namespace Cloudflare {
  interface Env {
    ACCOUNT_RATE: RateLimit;
    ADDRESS_RATE: RateLimit;
    METER: DurableObjectNamespace<import("#worker/gateway/meter/meter.ts").Meter>;
    POSTER: DurableObjectNamespace<import("#worker/gateway/poster/poster.ts").Poster>;
  }
}
