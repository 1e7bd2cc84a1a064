/** Bindings of `wrangler.toml` that are no text. */
declare namespace Cloudflare {
  interface Env {
    METER: DurableObjectNamespace<import("./gateway/meter/meter.ts").Meter>;
  }
}
