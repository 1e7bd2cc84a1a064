import { operatorOf } from "#core/domain/gateway/operators-own.ts";
import { USUAL_RULES } from "#core/domain/gateway/read-model-request.ts";
import { BodyRoom } from "./body-room.ts";
import type { Gateway, GatewaySettings, Upstream } from "./gateway-context.ts";
import { KnownKeys } from "./known-keys.ts";
import type { MeterOf } from "./metering.ts";
import { Settlements } from "./settlements.ts";

const TIMES = {
  /** A model may think for minutes before its first token. */
  firstByteMs: 300_000,
  idleMs: 120_000,
  exchangeMs: 600_000,
  /** The platform stops a worker 30 s after its client disconnects; the request must be settled by then. */
  abandonedMs: 25_000,
  progressMs: { first: 5_000, next: 60_000 },
};
const SETTINGS: GatewaySettings = {
  rules: USUAL_RULES,
  bodyMs: 60_000,
  graceMs: 5_000,
};

interface GatewayOptions {
  meterOf: MeterOf;
  prices: Gateway["prices"];
  settings?: Partial<GatewaySettings>;
  upstream: Pick<Upstream, "url" | "apiKey"> & Partial<Upstream>;
}

/** The gateway of an isolate: its buffer of settlements is shared by all requests. */
export const createGateway = ({ meterOf, prices, settings, upstream }: GatewayOptions): Gateway => ({
  meterOf,
  prices,
  settings: { ...SETTINGS, ...settings },
  upstream: { openPaths: new Set(), ...TIMES, ...upstream },
  operator: operatorOf(upstream),
  settlements: new Settlements(meterOf),
  knownKeys: new KnownKeys(),
  bodies: new BodyRoom(),
});
