import type { Context } from "hono";
import { DomainError } from "#core/domain/errors.ts";
import type { RequestFacts } from "#core/domain/gateway/fact-fields.ts";
import { holdMicros, type ModelPrice, type PriceTable } from "#core/domain/gateway/pricing.ts";
import { normaliseEndpoint } from "#core/domain/usage-endpoint.ts";
import type { RequestEnv } from "../api-env.ts";
import { STATUS_OF } from "../error-table.ts";
import { admitRequest, refusalError } from "./admit-request.ts";
import { answerExchange } from "./answer-exchange.ts";
import { costHeader, standingHeaders } from "./answer-headers.ts";
import { answerTestKey } from "./answer-test-key.ts";
import { askUpstream } from "./ask-upstream.ts";
import { type Exchange, settleExchange } from "./exchange.ts";
import type { Admitted, AdmitRequest } from "./metering.ts";
import { type PresentedKey, presentedKey } from "./presented-key.ts";
import { type GatewayBody, NO_BODY, readBody } from "./request-body.ts";

type GatewayRequest = Context<RequestEnv>;
type Respond = (exchange: Exchange, sent: GatewayBody) => Promise<Response> | Response;

/** A request of any kind: admitted, forwarded to the AI service, and metered. */
export async function forward(c: GatewayRequest): Promise<Response> {
  const key = await keyOf(c);
  const sent = await readBody(c.req.raw);
  return metered(c, key, sent, async (exchange) => {
    if (key.test) return answerTestKey(c, exchange, sent);
    const { upstream } = exchange.gateway;
    const answer = await askUpstream(upstream, { request: c.req.raw, body: sent.body });
    return answerExchange(c, exchange, { upstream: answer, hideUsageChunk: sent.hideUsageChunk });
  });
}

/** A request that is answered here: admitted and recorded, and free. */
export async function answerHere(c: GatewayRequest, body: () => object): Promise<Response> {
  return metered(c, await keyOf(c), NO_BODY, (exchange) => {
    const answer = body();
    settleExchange(exchange, { status: 200, usage: null });
    return c.json(answer);
  });
}

function keyOf(c: GatewayRequest): Promise<PresentedKey> {
  setHeaders(c, costHeader(0));
  return presentedKey(c.req.header("authorization"), c.var.ctx.keySecrets);
}

async function metered(
  c: GatewayRequest,
  key: PresentedKey,
  sent: GatewayBody,
  respond: Respond,
): Promise<Response> {
  const { gateway, requestId, clock } = c.var.ctx;
  const now = clock.now();
  const price = key.test ? null : priceOf(gateway.prices, sent.facts);
  const held = price === null || sent.facts === null ? 0 : holdMicros(price, sent.facts);
  const admitted = await admittedOrThrow(c, key, {
    requestId,
    endpoint: normaliseEndpoint(c.req.path),
    holdMicros: held,
  });
  const exchange: Exchange = {
    gateway,
    admitted,
    requestId,
    route: key.route,
    startedAt: now,
    holdMicros: held,
    price,
    waitUntil: (work) => c.executionCtx.waitUntil(work),
  };
  try {
    return await respond(exchange, sent);
  } catch (error) {
    settleExchange(exchange, { status: statusOf(error), usage: null });
    throw error;
  }
}

async function admittedOrThrow(
  c: GatewayRequest,
  key: PresentedKey,
  request: Omit<AdmitRequest, "keyHashes">,
): Promise<Admitted> {
  const answer = await admitRequest(c.var.ctx.gateway, key, request);
  if (answer.admitted || answer.code !== "invalid_api_key") setHeaders(c, standingHeaders(answer));
  if (!answer.admitted) throw refusalError(answer);
  return answer;
}

function priceOf(prices: PriceTable, facts: RequestFacts | null): ModelPrice | null {
  if (facts === null) return null;
  const price = prices.get(facts.model);
  if (price !== undefined) return price;
  throw new DomainError("model_not_found", "There is no such model. GET /v1/models lists them.", {
    field: "model",
  });
}

const statusOf = (error: unknown) => STATUS_OF[error instanceof DomainError ? error.code : "internal_error"];

function setHeaders(c: GatewayRequest, headers: Record<string, string>): void {
  for (const [name, value] of Object.entries(headers)) c.header(name, value);
}
