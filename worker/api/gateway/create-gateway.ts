import type { PriceTable } from "#core/domain/gateway/pricing.ts";
import type { Gateway, Upstream } from "./gateway-context.ts";
import { KnownRoutes } from "./known-routes.ts";
import type { MeterOf } from "./metering.ts";
import { Settlements } from "./settlements.ts";

/** A model may think for minutes before it says the first word. */
const FIRST_BYTE_MS = 300_000;
const IDLE_MS = 120_000;
/** The platform ends what still runs half a minute after the client has gone; it must have been settled by then. */
const ABANDONED_MS = 20_000;
const TIMES = { firstByteMs: FIRST_BYTE_MS, idleMs: IDLE_MS, abandonedMs: ABANDONED_MS };

interface GatewayOptions {
  meterOf: MeterOf;
  prices: PriceTable;
  upstream: Pick<Upstream, "url" | "apiKey"> & Partial<Upstream>;
}

/** The gateway of an isolate: its buffer of settlements is shared by all requests. */
export const createGateway = ({ meterOf, prices, upstream }: GatewayOptions): Gateway => ({
  meterOf,
  prices,
  upstream: { openPaths: [], ...TIMES, ...upstream },
  settlements: new Settlements(meterOf),
  knownRoutes: new KnownRoutes(),
});
