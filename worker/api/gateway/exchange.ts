import {
  type Charge,
  chargeOf,
  type ExchangeEnd,
  outcomeOf,
  STATUS_OF_OUTCOME,
} from "#core/domain/gateway/charging.ts";
import type { Endpoint } from "#core/domain/gateway/endpoint.ts";
import { OUTCOMES, type Outcome } from "#core/domain/gateway/outcomes.ts";
import { NOTHING_READ, type Reading } from "#core/domain/gateway/reading.ts";
import type { Priced } from "#core/domain/gateway/request-price.ts";
import { decimalDollars } from "#core/domain/money.ts";
import { logEvent } from "#worker/log.ts";
import type { Gateway } from "./gateway-context.ts";
import type { Admitted, Settlement } from "./metering.ts";
import { balanceHeader, costHeader } from "./response-headers.ts";
import type { Patience } from "./timed-read.ts";

/** Of a response that failed after its status was sent. */
const FAILED_STATUS = 502;

/** An admitted request until it is settled. */
export interface Exchange {
  gateway: Gateway;
  admitted: Admitted;
  requestId: string;
  meterName: string;
  /** Null for a request that the gateway serves itself, or forwarded unread. */
  endpoint: Endpoint | null;
  /** Null for a request that uses no model, and for a test key: it costs nothing. */
  priced: Priced | null;
  stream: boolean;
  /** Epoch ms. */
  startedAt: number;
  /** When the provider's response began, epoch ms. */
  firstByteAt: number | null;
  /** When the first output that the client can see arrived, epoch ms. */
  visibleAt: number | null;
  /** When the client disconnected, epoch ms. */
  goneAt: number | null;
  waitUntil: (work: Promise<unknown>) => void;
}

/** Limits on reading the response: see `timedRead`. Earlier once the client is gone. */
export function patienceOf({ gateway: { upstream }, startedAt, goneAt }: Exchange): Patience {
  const { idleMs, exchangeMs, abandonedMs } = upstream;
  const deadline = startedAt + exchangeMs;
  return { idleMs, deadline: goneAt === null ? deadline : Math.min(deadline, goneAt + abandonedMs) };
}

/** Why reading stopped, after an error of the connection or a limit. */
export function stopReason({ gateway: { upstream }, startedAt, goneAt }: Exchange): ExchangeEnd {
  if (Date.now() >= startedAt + upstream.exchangeMs) return "deadline";
  return goneAt === null ? "broke" : "client_left";
}

/** The end of an exchange: exactly one. */
export interface Ending {
  outcome: Outcome;
  /** Of the response. */
  status: number;
  reading: Reading;
}

/** Nothing is charged: the response is an error, or made here. */
export const freeEnding = (status: number, outcome: Outcome = "failed"): Ending => ({
  ...{ outcome, status, reading: NOTHING_READ },
});

/** @param status of the provider's response. */
export function endingOf(exchange: Exchange, end: ExchangeEnd, read: Omit<Ending, "outcome">): Ending {
  const { reading } = read;
  const { goneAt, priced } = exchange;
  const free = priced === null || priced.free;
  const outcome = outcomeOf(reading, goneAt !== null && end !== "deadline" ? "client_left" : end, free);
  const status = outcome === "failed" ? FAILED_STATUS : read.status;
  return { outcome, reading, status: STATUS_OF_OUTCOME[outcome] ?? status };
}

interface Settled {
  costMicros: number;
  /** The cost, and the balance after it, for the response. */
  headers: Record<string, string | undefined>;
}

/**
 * Ends an exchange: one usage row, its cost, and the hold released. Await it before the last byte of the response, so
 * that a crash cannot make a whole response free.
 */
export async function settleExchange(exchange: Exchange, ending: Ending): Promise<Settled> {
  const { gateway, meterName, waitUntil, admitted } = exchange;
  const charge = chargeFor(exchange, ending);
  if (charge.aboveHold) logAboveHold(exchange, ending);
  const settlement = settlementOf(exchange, ending, charge);
  const balanceMicros = await gateway.settlements.settle(meterName, settlement, waitUntil);
  const costMicros = admitted.covered ? 0 : charge.costMicros;
  const shown = admitted.balanceMicros === null ? null : balanceMicros;
  return { costMicros, headers: { ...costHeader(costMicros), ...balanceHeader(shown) } };
}

export const dollarsOf = ({ costMicros }: Settled) => decimalDollars(costMicros);

/** Reports the cost of a stream so far, which is charged if its end is never reported. */
export function reportProgress(exchange: Exchange, reading: Reading): void {
  const { gateway, meterName, waitUntil } = exchange;
  const ending: Ending = {
    outcome: "orphaned",
    status: STATUS_OF_OUTCOME.orphaned ?? FAILED_STATUS,
    reading,
  };
  const settlement = settlementOf(exchange, ending, chargeFor(exchange, ending));
  waitUntil(gateway.settlements.report(meterName, settlement));
}

const FREE: Charge = {
  ...{ costMicros: 0, bill: null, tokensIn: 0, tokensCached: 0, tokensOut: 0 },
  ...{ estimated: false, aboveHold: false },
};

const chargeFor = (exchange: Exchange, { outcome, reading }: Ending): Charge =>
  exchange.priced === null ? FREE : chargeOf(exchange.priced, outcome, reading, hiddenMs(exchange, reading));

/**
 * How long the provider may have written output that the client could not see: until the first visible output, or all
 * the time for a whole response. One that has arrived hides nothing but reasoning.
 */
function hiddenMs({ stream, priced, startedAt, visibleAt }: Exchange, { ended }: Reading): number {
  if ((stream || ended) && priced?.price.reasoning !== true) return 0;
  return Math.max(0, (stream ? (visibleAt ?? Date.now()) : Date.now()) - startedAt);
}

function settlementOf(exchange: Exchange, { outcome, status }: Ending, charge: Charge): Settlement {
  const { requestId, startedAt, firstByteAt } = exchange;
  const { costMicros, bill, tokensIn, tokensCached, tokensOut, estimated } = charge;
  return {
    ...{ requestId, statusCode: status, costMicros, tokensIn, tokensCached, tokensOut, estimated },
    responseTimeMs: Math.max(0, Date.now() - startedAt),
    firstByteMs: firstByteAt === null ? null : Math.max(0, firstByteAt - startedAt),
    outcome: OUTCOMES[outcome],
    priceLines: bill === null ? null : JSON.stringify(bill),
  };
}

/** Either the model's limits in the price list are too low, or the provider's counts are wrong. */
function logAboveHold({ priced, requestId }: Exchange, { reading: { usage } }: Ending): void {
  const counts = { model: priced?.price.model, reported: usage, held: priced?.bounds };
  logEvent("warn", { event: "usage_above_hold", worker: "api", request_id: requestId, ...counts });
}
