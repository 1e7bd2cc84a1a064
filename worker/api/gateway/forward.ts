import type { Context } from "hono";
import { DomainError } from "#core/domain/errors.ts";
import type { RequestFacts } from "#core/domain/gateway/fact-fields.ts";
import { holdMicros, type ModelPrice, type PriceTable } from "#core/domain/gateway/pricing.ts";
import { normaliseEndpoint } from "#core/domain/usage-endpoint.ts";
import type { RequestEnv } from "../api-env.ts";
import { withinAddressRate } from "../middleware/request-rate.ts";
import { admitRequest, refusalError } from "./admit-request.ts";
import { answerExchange } from "./answer-exchange.ts";
import { costHeader, standingHeaders } from "./answer-headers.ts";
import { answerTestKey } from "./answer-test-key.ts";
import { askUpstream } from "./ask-upstream.ts";
import { type Exchange, settleExchange } from "./exchange.ts";
import { statusOfError } from "./gateway-errors.ts";
import type { AdmitRequest, Admitted, RefusalCode } from "./metering.ts";
import { isOpenPath, notOffered } from "./offered-path.ts";
import { beforeAdmission, originOf, showToPage } from "./page-access.ts";
import { type PresentedKey, presentedKey } from "./presented-key.ts";
import { type GatewayBody, NO_BODY, readBody, unreadBody } from "./request-body.ts";

type GatewayRequest = Context<RequestEnv>;
type Respond = (exchange: Exchange, sent: GatewayBody) => Promise<Response>;

/** A request of any kind: admitted, forwarded to the AI service, and metered. */
export async function forward(c: GatewayRequest): Promise<Response> {
  const key = await keyOf(c);
  const sent = await beforeAdmission(c, key, () => bodyOf(c));
  return metered(c, key, sent, async (exchange) => {
    if (key.test) return answerTestKey(c, exchange, sent);
    const { upstream } = exchange.gateway;
    const answer = await askUpstream(upstream, { request: c.req.raw, sent }).catch((error) => {
      throw sent.refusal() ?? error;
    });
    return answerExchange(c, exchange, { upstream: answer, hideUsageChunk: sent.hideUsageChunk });
  });
}

/** A request that is answered here: admitted and recorded, and free. */
export async function answerHere(c: GatewayRequest, body: () => object): Promise<Response> {
  return metered(c, await keyOf(c), NO_BODY, async (exchange) => {
    const answer = body();
    await settleExchange(exchange, { status: 200, usage: null });
    return c.json(answer);
  });
}

/** @throws DomainError `not_found` for what is neither a request to a model nor opened by the operator. */
async function bodyOf({ req, var: { ctx } }: GatewayRequest): Promise<GatewayBody> {
  if (isOpenPath(req.path, ctx.gateway.upstream.openPaths)) return unreadBody(req.raw);
  const sent = await readBody(req.raw);
  if (sent.facts === null) throw notOffered();
  return sent;
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
  sent: GatewayBody,
  respond: Respond,
): Promise<Response> {
  const work = admitAndRespond(c, key, sent, respond);
  c.executionCtx.waitUntil(work.catch(() => {}));
  return work;
}

async function admitAndRespond(
  c: GatewayRequest,
  key: PresentedKey,
  sent: GatewayBody,
  respond: Respond,
): Promise<Response> {
  const { gateway, requestId, clock } = c.var.ctx;
  const startedAt = clock.now();
  const price = key.test ? null : await beforeAdmission(c, key, () => priceOf(gateway.prices, sent.facts));
  const held = price === null || sent.facts === null ? 0 : holdMicros(price, sent.facts);
  const endpoint = normaliseEndpoint(c.req.path);
  const origin = originOf(c);
  const admitted = await admittedOrThrow(c, key, { requestId, endpoint, holdMicros: held, origin });
  const exchange: Exchange = {
    gateway,
    admitted,
    requestId,
    route: key.route,
    startedAt,
    holdMicros: held,
    likelyInputTokens: likelyTokens(sent.facts),
    price,
    waitUntil: (work) => c.executionCtx.waitUntil(work),
  };
  try {
    return await respond(exchange, sent);
  } catch (error) {
    await settleExchange(exchange, { status: statusOfError(error), usage: null });
    throw error;
  }
}

/** A token of text has some four bytes. */
const likelyTokens = (facts: RequestFacts | null) => {
  const bytes = facts?.inputBytes ?? 0;
  return Number.isFinite(bytes) ? Math.ceil(bytes / 4) : 0;
};

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

function priceOf(prices: PriceTable, facts: RequestFacts | null): ModelPrice | null {
  if (facts === null) return null;
  const price = prices.get(facts.model);
  if (price !== undefined) return price;
  throw new DomainError("model_not_found", "There is no such model. GET /v1/models lists them.", {
    field: "model",
  });
}

function setHeaders(c: GatewayRequest, headers: Record<string, string>): void {
  for (const [name, value] of Object.entries(headers)) c.header(name, value);
}
