import type { Context } from "hono";
import { DomainError } from "#core/domain/errors.ts";
import { likelyTokens, type Priced } from "#core/domain/gateway/charge.ts";
import { findEndpoint } from "#core/domain/gateway/endpoints.ts";
import { GATEWAY_ERRORS } from "#core/domain/gateway/error-answers.ts";
import type { RequestFacts } from "#core/domain/gateway/fact-fields.ts";
import { costMicros, type PriceTable, tokenBounds } from "#core/domain/gateway/pricing.ts";
import { normaliseEndpoint } from "#core/domain/usage.ts";
import type { RequestEnv } from "../api-env.ts";
import { withinAddressRate } from "../middleware/request-rate.ts";
import { admitRequest, refusalError } from "./admit-request.ts";
import { answerExchange } from "./answer-exchange.ts";
import { costHeader, standingHeaders } from "./answer-headers.ts";
import { answerTestKey } from "./answer-test-key.ts";
import { askUpstream } from "./ask-upstream.ts";
import type { BodyLease } from "./body-room.ts";
import { type Exchange, freeOutcome, settleExchange } from "./exchange.ts";
import { statusOfError } from "./gateway-errors.ts";
import type { AdmitRequest, Admitted, RefusalCode } from "./metering.ts";
import { beforeAdmission, originOf, showToPage } from "./page-access.ts";
import { type PresentedKey, presentedKey } from "./presented-key.ts";
import { type GatewayBody, NO_BODY, readBody, unreadBody } from "./request-body.ts";

type GatewayRequest = Context<RequestEnv>;
/** The request to forward, and its path at the provider. */
type Sent = GatewayBody & { path: string };
type Respond = (exchange: Exchange) => Promise<Response>;

const PREFIX = "/v1";

/** A request of any kind: admitted, forwarded to the AI service, and metered. */
export async function forward(c: GatewayRequest): Promise<Response> {
  const key = await keyOf(c);
  const lease = c.var.ctx.gateway.bodies.lease();
  try {
    const sent = await beforeAdmission(c, key, () => sentOf(c, lease));
    return await metered(c, key, sent, async (exchange) => {
      if (key.test) return answerTestKey(c, exchange, sent);
      const { upstream } = exchange.gateway;
      const answer = await askUpstream(upstream, { request: c.req.raw, path: sent.path, sent });
      return answerExchange(c, exchange, { upstream: answer, hideUsageChunk: sent.hideUsageChunk });
    });
  } finally {
    lease.release();
  }
}

/** A request that is answered here: admitted and recorded, and free. */
export async function answerHere(c: GatewayRequest, body: () => object): Promise<Response> {
  return metered(c, await keyOf(c), NO_BODY, async (exchange) => {
    const answer = body();
    await settleExchange(exchange, freeOutcome(200));
    return c.json(answer);
  });
}

/** @throws DomainError `unknown_endpoint` for a path that is neither offered nor opened by the operator. */
async function sentOf({ req, var: { ctx } }: GatewayRequest, lease: BodyLease): Promise<Sent> {
  const { pathname, search } = new URL(req.url);
  const path = pathname.slice(PREFIX.length);
  if (ctx.gateway.upstream.openPaths.has(`${req.method} ${path}`))
    return { ...unreadBody(req.raw), path: path + search };
  const endpoint = findEndpoint(req.method, path);
  if (endpoint !== null) return { ...(await readBody(req.raw, endpoint, lease)), path };
  throw new DomainError("unknown_endpoint", GATEWAY_ERRORS.unknown_endpoint.message);
}

async function keyOf(c: GatewayRequest): Promise<PresentedKey> {
  const { gateway, keySecrets } = c.var.ctx;
  setHeaders(c, costHeader(0));
  const key = await presentedKey(c.req.header("authorization"), keySecrets);
  if (!gateway.knownRoutes.has(key.route)) await withinAddressRate(c, "rate_limit_exceeded");
  return key;
}

/** Goes on to its end also when the client hangs up meanwhile: an admission wants to be settled. */
async function metered(
  c: GatewayRequest,
  key: PresentedKey,
  sent: Pick<GatewayBody, "facts">,
  respond: Respond,
): Promise<Response> {
  const work = admitAndRespond(c, key, sent, respond);
  c.executionCtx.waitUntil(work.catch(() => {}));
  return work;
}

async function admitAndRespond(
  c: GatewayRequest,
  key: PresentedKey,
  sent: Pick<GatewayBody, "facts">,
  respond: Respond,
): Promise<Response> {
  const { gateway, requestId, clock } = c.var.ctx;
  const startedAt = clock.now();
  const priced = key.test ? null : await beforeAdmission(c, key, () => pricedOf(gateway.prices, sent.facts));
  const holdMicros = priced === null ? 0 : costMicros(priced.price, priced.bounds);
  const beyondPlan = holdMicros > gateway.planRequestMicros;
  const endpoint = normaliseEndpoint(c.req.path);
  const origin = originOf(c);
  const admitted = await admittedOrThrow(c, key, { requestId, endpoint, holdMicros, beyondPlan, origin });
  const exchange: Exchange = {
    gateway,
    admitted,
    requestId,
    route: key.route,
    startedAt,
    priced,
    waitUntil: (work) => c.executionCtx.waitUntil(work),
  };
  try {
    return await respond(exchange);
  } catch (error) {
    await settleExchange(exchange, freeOutcome(statusOfError(error)));
    throw error;
  }
}

/** Of these, where the account stands is not known. */
const UNKNOWN = new Set<RefusalCode>(["invalid_api_key", "unavailable"]);

async function admittedOrThrow(
  c: GatewayRequest,
  key: PresentedKey,
  request: Omit<AdmitRequest, "keyHashes">,
): Promise<Admitted> {
  const { gateway } = c.var.ctx;
  const answer = await admitRequest(gateway, key, request);
  if (answer.admitted || !UNKNOWN.has(answer.code)) {
    gateway.knownRoutes.add(key.route);
    setHeaders(c, standingHeaders(answer));
  }
  if (answer.page !== null) showToPage(c, answer.page);
  if (!answer.admitted) throw refusalError(answer);
  return answer;
}

function pricedOf(prices: PriceTable, facts: RequestFacts | null): Priced | null {
  if (facts === null) return null;
  const price = prices.get(facts.model);
  if (price === undefined)
    throw new DomainError("model_not_found", "There is no such model. GET /v1/models lists them.", {
      field: "model",
    });
  return {
    price,
    bounds: tokenBounds(price, facts),
    likelyInputTokens: likelyTokens(facts.inputBytes),
  };
}

function setHeaders(c: GatewayRequest, headers: Record<string, string>): void {
  for (const [name, value] of Object.entries(headers)) c.header(name, value);
}
