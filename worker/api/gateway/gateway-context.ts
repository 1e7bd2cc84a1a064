import type { PriceTable } from "#core/domain/gateway/pricing.ts";
import type { BodyRoom } from "./body-room.ts";
import type { KnownRoutes } from "./known-routes.ts";
import type { MeterOf } from "./metering.ts";
import type { Settlements } from "./settlements.ts";

/** The AI service that requests are forwarded to. */
export interface Upstream {
  /** What stands in place of our `/v1`. */
  url: string;
  /** The operator's credential; null for a service that asks for none. */
  apiKey: string | null;
  /** Methods with paths below `/v1` ("GET /voices") that are forwarded unread and free of charge. */
  openPaths: ReadonlySet<string>;
  /** Until it begins to answer. */
  firstByteMs: number;
  /** Between two pieces of its answer. */
  idleMs: number;
  /** From admission to the end of the response. The account's object treats longer requests as lost. */
  exchangeMs: number;
  /** How long a stream is read on when its client has hung up: its counts stand at its end. */
  abandonedMs: number;
  /** Times into a stream at which its cost so far is reported: the first, and the interval after it. */
  progressMs: { first: number; next: number };
}

export interface Gateway {
  prices: PriceTable;
  /** The most that a plan covers per request, micro-dollars. */
  planRequestMicros: number;
  upstream: Upstream;
  meterOf: MeterOf;
  /** Shared by all requests of this isolate, like all fields below. */
  settlements: Settlements;
  knownRoutes: KnownRoutes;
  bodies: BodyRoom;
}

export interface GatewayContext {
  gateway: Gateway;
}
