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
import type { OpenSpan } from "#worker/open-span.ts";
import type { GatewayCall } from "./gateway-call.ts";
import type { AccountMeter, Admitted, Settlement } from "./metering.ts";
import { balanceHeader, costHeader } from "./response-headers.ts";

/** Of a response that failed after its status was sent. */
const FAILED_STATUS = 502;

/** An admitted request until it is settled. */
export interface Exchange {
  call: GatewayCall;
  admitted: Admitted;
  meterName: string;
  meter: AccountMeter;
  /** Null for a request that the gateway serves itself, or forwarded unread. */
  endpoint: Endpoint | null;
  /** Null for a request that uses no model, and for a test key: it costs nothing. */
  priced: Priced | null;
  stream: boolean;
  /** Epoch ms. */
  startedAt: number;
  /** When the provider's response began, epoch ms. */
  firstByteAt: number | null;
  providerSpan: OpenSpan | null;
  /** When the last output arrived that the client can see, epoch ms; null before the first. */
  visibleAt: number | null;
  /** Silences before it, in all, in ms. */
  silentMs: number;
}

/**
 * How long the exchange may still wait, at most `idleMs`: less once its client is gone.
 * @throws Error when its time is up, even if what it waits for is ready.
 */
export function patienceMs(exchange: Exchange, idleMs: number): number {
  const left = deadlineOf(exchange) - Date.now();
  if (left <= 0) throw new Error("The request has lasted too long.");
  return Math.min(idleMs, left);
}

/** Epoch ms. */
export function deadlineOf({ call: { gateway, goneAt }, startedAt }: Exchange): number {
  const { exchangeMs, abandonedMs } = gateway.upstream;
  const deadline = startedAt + exchangeMs;
  return goneAt === null ? deadline : Math.min(deadline, goneAt + abandonedMs);
}

export type BytesReader = ReadableStreamDefaultReader<Uint8Array>;

/** Reads the response's next chunk. @throws Error when it is late; the response is then cancelled. */
export async function readChunk(
  exchange: Exchange,
  reader: BytesReader,
): Promise<ReadableStreamReadResult<Uint8Array>> {
  const { watchdog, gateway } = exchange.call;
  try {
    return await watchdog.within(patienceMs(exchange, gateway.upstream.idleMs), reader.read());
  } catch (error) {
    reader.cancel(error).catch(() => {});
    throw error;
  }
}

/** Why reading stopped, after an error of the connection or a limit. */
export function stopReason({ call: { gateway, goneAt }, startedAt }: Exchange): ExchangeEnd {
  if (Date.now() >= startedAt + gateway.upstream.exchangeMs) return "deadline";
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
  outcome,
  status,
  reading: NOTHING_READ,
});

/** @param status of the provider's response. */
export function endingOf(exchange: Exchange, end: ExchangeEnd, read: Omit<Ending, "outcome">): Ending {
  const { reading } = read;
  const { call, priced } = exchange;
  const left = end !== "deadline" && call.isClientGone;
  const outcome = outcomeOf(priced, reading, left ? "client_left" : end);
  const status = outcome === "failed" ? FAILED_STATUS : read.status;
  return { outcome, reading, status: STATUS_OF_OUTCOME[outcome] ?? status };
}

const PROVIDER_FAILURES: ReadonlySet<Outcome> = new Set(["failed", "cut", "deadline"]);

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
  const { call, meterName, meter, admitted } = exchange;
  const charge = chargeFor(exchange, ending);
  exchange.providerSpan?.end(PROVIDER_FAILURES.has(ending.outcome) ? ending.outcome : undefined);
  if (charge.aboveHold) logAboveHold(exchange, ending);
  const settlement = settlementOf(exchange, ending, charge);
  const balanceMicros = await call.gateway.settlements.settle({ meterName, meter, settlement }, call);
  const costMicros = admitted.covered ? 0 : charge.costMicros;
  const shown = admitted.balanceMicros === null ? null : balanceMicros;
  return { costMicros, headers: { ...costHeader(costMicros), ...balanceHeader(shown) } };
}

export const dollarsOf = ({ costMicros }: Settled) => decimalDollars(costMicros);

/** Reports the cost of a stream so far, which is charged if its end is never reported. */
export function reportProgress(exchange: Exchange, reading: Reading): void {
  const { call, meterName, meter } = exchange;
  const ending: Ending = {
    outcome: "orphaned",
    status: STATUS_OF_OUTCOME.orphaned ?? FAILED_STATUS,
    reading,
  };
  const settlement = settlementOf(exchange, ending, chargeFor(exchange, ending));
  call.waitUntil(call.gateway.settlements.report({ meterName, meter, settlement }));
}

const FREE: Charge = {
  costMicros: 0,
  bill: null,
  tokensIn: 0,
  tokensCached: 0,
  tokensOut: 0,
  estimated: false,
  aboveHold: false,
};

const chargeFor = (exchange: Exchange, { outcome, reading }: Ending): Charge =>
  exchange.priced === null ? FREE : chargeOf(exchange.priced, outcome, reading, hiddenMs(exchange, reading));

/** Visible output comes without longer pauses; one may be reasoning that the client can't see. */
const SILENCE_MS = 500;

/** Output has arrived that the client can see. */
export function sawOutput(exchange: Exchange): void {
  exchange.silentMs += silenceSince(exchange);
  exchange.visibleAt = Date.now();
}

function silenceSince({ startedAt, visibleAt }: Exchange): number {
  const pause = Date.now() - (visibleAt ?? startedAt);
  return visibleAt === null || pause > SILENCE_MS ? Math.max(0, pause) : 0;
}

/**
 * How long the provider may have written output that the client could not see: all silences of a stream, all the time of
 * a whole response. One that has arrived hides nothing but reasoning.
 */
function hiddenMs(exchange: Exchange, { ended }: Reading): number {
  const { stream, priced, startedAt, silentMs } = exchange;
  if ((stream || ended) && priced?.price.reasoning !== true) return 0;
  return stream ? silentMs + silenceSince(exchange) : Math.max(0, Date.now() - startedAt);
}

function settlementOf(exchange: Exchange, { outcome, status }: Ending, charge: Charge): Settlement {
  const { call, startedAt, firstByteAt } = exchange;
  const { costMicros, bill, tokensIn, tokensCached, tokensOut, estimated } = charge;
  return {
    requestId: call.requestId,
    statusCode: status,
    costMicros,
    tokensIn,
    tokensCached,
    tokensOut,
    estimated,
    responseTimeMs: Math.max(0, Date.now() - startedAt),
    firstByteMs: firstByteAt === null ? null : Math.max(0, firstByteAt - startedAt),
    outcome: OUTCOMES[outcome],
    priceLines: bill === null ? null : JSON.stringify(bill),
  };
}

/** Either the model's limits in the price list are too low, or the provider's counts are wrong. */
function logAboveHold({ priced, call: { requestId } }: Exchange, { reading: { usage } }: Ending): void {
  const counts = { model: priced?.price.model, reported: usage, held: priced?.bounds };
  logEvent("warn", { event: "usage_above_hold", worker: "gateway", request_id: requestId, ...counts });
}
