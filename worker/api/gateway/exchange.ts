import { costMicros, type ModelPrice } from "#core/domain/gateway/pricing.ts";
import type { TokenUsage } from "#core/domain/gateway/token-usage.ts";
import { balanceHeader, costHeader } from "./answer-headers.ts";
import type { Gateway } from "./gateway-context.ts";
import type { Admitted } from "./metering.ts";
import { patienceMs, timedRead } from "./timed-read.ts";

const FIRST_FAILURE = 400;

/** An admitted request until it is settled. */
export interface Exchange {
  gateway: Gateway;
  admitted: Admitted;
  requestId: string;
  route: string;
  /** Epoch ms. */
  startedAt: number;
  holdMicros: number;
  /** By the length of its text. */
  likelyInputTokens: number;
  /** Null for a request that uses no model, and for a test key: it costs nothing. */
  price: ModelPrice | null;
  waitUntil(work: Promise<unknown>): void;
}

/** How the answer is read: see `timedRead`. */
export const patientRead = ({ gateway, startedAt }: Exchange) =>
  timedRead({ idleMs: gateway.upstream.idleMs, startedAt });

/** Until the next of it must have come, in milliseconds. */
export const patienceOf = ({ gateway, startedAt }: Exchange) =>
  patienceMs({ idleMs: gateway.upstream.idleMs, startedAt });

/** What the plan covers costs nothing; an answer without token counts costs what was held for it; a failed one nothing. */
function chargeMicros(
  { price, holdMicros, admitted }: Pick<Exchange, "price" | "holdMicros" | "admitted">,
  { status, usage }: { status: number; usage: TokenUsage | null },
): number {
  if (price === null || admitted.covered || status >= FIRST_FAILURE) return 0;
  return usage === null ? holdMicros : costMicros(price, usage);
}

/**
 * Ends an exchange: one usage row, its cost, and the hold released. Whoever awaits it before the answer's last byte
 * gives no answer that a crash could make free of charge.
 * @returns the cost and the balance that it leaves, as headers tell them.
 */
export async function settleExchange(
  exchange: Exchange,
  outcome: { status: number; usage: TokenUsage | null },
): Promise<Record<string, string>> {
  const { gateway, requestId, route, startedAt, waitUntil } = exchange;
  const cost = chargeMicros(exchange, outcome);
  const settlement = {
    requestId,
    statusCode: outcome.status,
    responseTimeMs: Math.max(0, Date.now() - startedAt),
    costMicros: cost,
    tokensIn: outcome.usage?.input ?? 0,
    tokensOut: outcome.usage?.output ?? 0,
  };
  const balanceMicros = await gateway.settlements.settle(route, settlement, waitUntil);
  return { ...costHeader(cost), ...(balanceMicros !== null && balanceHeader(balanceMicros)) };
}
