import type { PriceTable } from "#core/domain/gateway/pricing.ts";
import type { KnownRoutes } from "./known-routes.ts";
import type { MeterOf } from "./metering.ts";
import type { Settlements } from "./settlements.ts";

/** The AI service that requests are forwarded to. */
export interface Upstream {
  /** What stands in place of our `/v1`. */
  url: string;
  /** The operator's credential; null for a service that asks for none. */
  apiKey: string | null;
  /** Below `/v1`: what clients may reach without naming a model, free of charge. */
  openPaths: readonly string[];
  /** Until it begins to answer. */
  firstByteMs: number;
  /** Between two pieces of its answer. */
  idleMs: number;
  /** How long a stream is read on when its client has hung up: its counts stand at its end. */
  abandonedMs: number;
}

export interface Gateway {
  prices: PriceTable;
  upstream: Upstream;
  meterOf: MeterOf;
  /** Of this isolate. */
  settlements: Settlements;
  /** Of this isolate. */
  knownRoutes: KnownRoutes;
}

export interface GatewayContext {
  gateway: Gateway;
}
