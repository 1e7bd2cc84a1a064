import { PLAN_REQUEST_MICROS, type PriceTable } from "#core/domain/gateway/pricing.ts";
import { BodyRoom } from "./body-room.ts";
import type { Gateway, Upstream } from "./gateway-context.ts";
import { KnownRoutes } from "./known-routes.ts";
import type { MeterOf } from "./metering.ts";
import { Settlements } from "./settlements.ts";

const TIMES = {
  /** A model may think for minutes before its first token. */
  firstByteMs: 300_000,
  idleMs: 120_000,
  exchangeMs: 600_000,
  /** The platform stops a worker 30 s after its client disconnects; the request must be settled by then. */
  abandonedMs: 20_000,
  progressMs: { first: 5_000, next: 60_000 },
};

interface GatewayOptions {
  meterOf: MeterOf;
  prices: PriceTable;
  planRequestMicros?: number;
  upstream: Pick<Upstream, "url" | "apiKey"> & Partial<Upstream>;
}

/** The gateway of an isolate: its buffer of settlements is shared by all requests. */
export const createGateway = ({
  meterOf,
  prices,
  planRequestMicros = PLAN_REQUEST_MICROS,
  upstream,
}: GatewayOptions): Gateway => ({
  meterOf,
  prices,
  planRequestMicros,
  upstream: { openPaths: new Set(), ...TIMES, ...upstream },
  settlements: new Settlements(meterOf),
  knownRoutes: new KnownRoutes(),
  bodies: new BodyRoom(),
});
