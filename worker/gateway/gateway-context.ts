import type { Operator } from "#core/domain/gateway/operators-own.ts";
import type { RequestRules } from "#core/domain/gateway/read-model-request.ts";
import type { BodyRoom } from "./body-room.ts";
import type { CurrentPrices } from "./current-prices.ts";
import type { KnownKeys } from "./known-keys.ts";
import type { MeterOf } from "./metering.ts";
import type { Settlements } from "./settlements.ts";

/** The upstream provider that requests are forwarded to. */
export interface Upstream {
  /** Takes the place of `/v1`. */
  url: string;
  /** The operator's credential; null for a provider that needs none. */
  apiKey: string | null;
  /** Methods with paths below `/v1` ("GET /voices") that are forwarded unread and free of charge. */
  openPaths: ReadonlySet<string>;
  /** Longest wait for the response's status. */
  firstByteMs: number;
  /** Longest wait between two chunks. */
  idleMs: number;
  /** From admission to the end of the response. The account's object treats longer requests as lost. */
  exchangeMs: number;
  /** How long a response is read on after its client has disconnected: its counts come last. */
  abandonedMs: number;
  /** Times into a stream at which its cost so far is reported: the first, and the interval after it. */
  progressMs: { first: number; next: number };
}

/** The operator's choices. */
export interface GatewaySettings {
  rules: RequestRules;
  /** Longest time for a request's body to arrive. */
  bodyMs: number;
  /** How long it may arrive at any pace. */
  graceMs: number;
}

export interface Gateway {
  prices: Pick<CurrentPrices, "get">;
  settings: GatewaySettings;
  upstream: Upstream;
  /** What is removed from its responses. */
  operator: Operator;
  meterOf: MeterOf;
  /** Shared by all requests of this isolate, like all fields below. */
  settlements: Settlements;
  knownKeys: KnownKeys;
  bodies: BodyRoom;
}
