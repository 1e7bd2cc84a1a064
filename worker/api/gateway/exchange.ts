import { chargeOf, NOTHING_READ, type Priced, type Reading } from "#core/domain/gateway/charge.ts";
import { logEvent } from "#worker/log.ts";
import { balanceHeader, costHeader } from "./answer-headers.ts";
import type { Gateway } from "./gateway-context.ts";
import type { Admitted, Settlement } from "./metering.ts";
import type { Patience } from "./timed-read.ts";

/** An admitted request until it is settled. */
export interface Exchange {
  gateway: Gateway;
  admitted: Admitted;
  requestId: string;
  route: string;
  /** Epoch ms. */
  startedAt: number;
  /** Null for a request that uses no model, and for a test key: it costs nothing. */
  priced: Priced | null;
  waitUntil: (work: Promise<unknown>) => void;
}

/** How the answer is read: see `timedRead`. */
export const patienceOf = ({ gateway: { upstream }, startedAt }: Exchange): Patience => ({
  idleMs: upstream.idleMs,
  deadline: startedAt + upstream.exchangeMs,
});

interface Outcome {
  status: number;
  reading: Reading;
}

/** Nothing is charged. */
export const freeOutcome = (status: number): Outcome => ({ status, reading: NOTHING_READ });

/**
 * Ends an exchange: one usage row, its cost, and the hold released. Whoever awaits it before the answer's last byte
 * gives no answer that a crash could make free of charge.
 * @returns the cost and the balance that it leaves, as headers tell them.
 */
export async function settleExchange(exchange: Exchange, outcome: Outcome): Promise<Record<string, string>> {
  const { gateway, route, waitUntil } = exchange;
  const settlement = settlementOf(exchange, outcome);
  logAboveHold(exchange, outcome);
  const balanceMicros = await gateway.settlements.settle(route, settlement, waitUntil);
  return {
    ...costHeader(settlement.costMicros),
    ...(balanceMicros !== null && balanceHeader(balanceMicros)),
  };
}

/** Reports the cost of a stream so far, which is charged if its end is never reported. */
export function reportProgress(exchange: Exchange, outcome: Outcome): void {
  const { gateway, route, waitUntil } = exchange;
  waitUntil(gateway.settlements.report(route, settlementOf(exchange, outcome)));
}

/** A request that the plan covers costs nothing. */
function settlementOf(
  { priced, admitted, requestId, startedAt }: Exchange,
  { status, reading }: Outcome,
): Settlement {
  const charge = priced === null ? null : chargeOf(priced, reading);
  const { usage } = reading;
  const tokens = charge?.tokens ?? usage;
  return {
    requestId,
    statusCode: status,
    responseTimeMs: Math.max(0, Date.now() - startedAt),
    costMicros: admitted.covered ? 0 : (charge?.costMicros ?? 0),
    tokensIn: tokens?.input ?? 0,
    tokensOut: tokens?.output ?? 0,
  };
}

/** Either the model's limits in MODEL_PRICES are too low, or the provider's counts are wrong. */
function logAboveHold({ priced, requestId }: Exchange, { reading }: Outcome): void {
  if (priced === null || !chargeOf(priced, reading).aboveHold) return;
  const { price, bounds } = priced;
  const { usage } = reading;
  const counts = { model: price.model, reported: usage, held: bounds };
  logEvent("warn", { event: "usage_above_hold", worker: "api", request_id: requestId, ...counts });
}
