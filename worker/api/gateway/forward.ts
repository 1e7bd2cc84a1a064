import type { Context } from "hono";
import type { StatusCode } from "hono/utils/http-status";
import { DomainError } from "#core/domain/errors.ts";
import type { ExchangeEnd } from "#core/domain/gateway/charging.ts";
import type { Endpoint, ReadRequest } from "#core/domain/gateway/endpoint.ts";
import { findEndpoint } from "#core/domain/gateway/endpoints/find-endpoint.ts";
import { parseJsonBody } from "#core/domain/gateway/endpoints/json-body.ts";
import { GATEWAY_ERRORS } from "#core/domain/gateway/error-responses.ts";
import type { PriceList } from "#core/domain/gateway/price-list.ts";
import { NOTHING_READ } from "#core/domain/gateway/reading.ts";
import { unsupported } from "#core/domain/gateway/refused.ts";
import { type Priced, priceRequest } from "#core/domain/gateway/request-price.ts";
import { normaliseEndpoint } from "#core/domain/usage.ts";
import type { RequestEnv } from "../api-env.ts";
import { admit, countRefusal, knownKey } from "./admission.ts";
import { askProvider, ClientLeft } from "./ask-provider.ts";
import type { BodyLease } from "./body-room.ts";
import { relayBytes } from "./byte-relay.ts";
import { type Exchange, endingOf, freeEnding, settleExchange } from "./exchange.ts";
import { statusOfError } from "./gateway-errors.ts";
import { type Admitted, FIGURE_MAX } from "./metering.ts";
import type { PresentedKey } from "./presented-key.ts";
import { readJsonBytes } from "./request-body.ts";
import { respondWith, respondWithError } from "./respond.ts";
import { respondToTestKey, TEST_MODEL } from "./respond-to-test-key.ts";
import { setHeaders } from "./response-headers.ts";

type GatewayRequest = Context<RequestEnv>;
type Respond = (exchange: Exchange) => Promise<Response>;

/** A request that can be admitted. */
interface Prepared {
  endpoint: Endpoint | null;
  /** Null for a request that uses no model. */
  priced: Priced | null;
  stream: boolean;
  respond: Respond;
}

const PREFIX = "/v1";
const TEST_MODEL_NAME = "test";
const FIRST_FAULT_OF_OURS = 500;
/** Nobody reads this response. */
const CLIENT_LEFT = 499;
const encoder = new TextEncoder();

/** Any request but those below: admitted, forwarded to the upstream provider, and metered. */
export async function forward(c: GatewayRequest): Promise<Response> {
  const key = await knownKey(c);
  const lease = c.var.ctx.gateway.bodies.lease(key.meterName);
  try {
    return await metered(c, key, await counted(c, key, () => prepare(c, key, lease)));
  } finally {
    lease.release();
  }
}

/** A request that the gateway serves itself: admitted and recorded, and free. */
export async function respondHere(
  c: GatewayRequest,
  body: (key: PresentedKey, admitted: Admitted) => object | Promise<object>,
): Promise<Response> {
  const key = await knownKey(c);
  const respond: Respond = async (exchange) => {
    const shown = await body(key, exchange.admitted);
    const settled = await settleExchange(exchange, freeEnding(200, "completed"));
    setHeaders(c, settled.headers);
    return c.json(shown);
  };
  return metered(c, key, { endpoint: null, priced: null, stream: false, respond });
}

/** What cannot be admitted counts against the key's rate. */
async function counted<Result>(
  c: GatewayRequest,
  key: PresentedKey,
  work: () => Promise<Result>,
): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    throw statusOfError(error) < FIRST_FAULT_OF_OURS ? await countRefusal(c, key, error) : error;
  }
}

/** @throws DomainError `unknown_endpoint` for a path that is neither offered nor opened by the operator. */
async function prepare(c: GatewayRequest, key: PresentedKey, lease: BodyLease): Promise<Prepared> {
  const { pathname, search, searchParams } = new URL(c.req.url);
  const path = pathname.slice(PREFIX.length);
  const { settings, upstream } = c.var.ctx.gateway;
  if (upstream.openPaths.has(`${c.req.method} ${path}`)) return openRequest(c, path + search);
  const endpoint = findEndpoint(c.req.method, path);
  if (endpoint === null) throw new DomainError("unknown_endpoint", GATEWAY_ERRORS.unknown_endpoint.message);
  refuseUnknownQuery(endpoint, searchParams);
  const bytes = await readJsonBytes(c.req.raw, { lease, bodyMs: settings.bodyMs });
  return modelRequest(c, key, { endpoint, bytes });
}

/** Anthropic's clients add `beta=true` to some requests. */
function refuseUnknownQuery({ errorForm }: Endpoint, query: URLSearchParams): void {
  for (const [name, value] of query) {
    if (errorForm === "anthropic" && name === "beta" && value === "true") continue;
    throw unsupported(name, `The query parameter ${name.slice(0, 64)} is not supported by this endpoint.`);
  }
}

async function modelRequest(
  c: GatewayRequest,
  key: PresentedKey,
  { endpoint, bytes }: { endpoint: Endpoint; bytes: Uint8Array },
): Promise<Prepared> {
  const { gateway } = c.var.ctx;
  const list = key.test ? null : await pricesInForce(c);
  const { pseudonym } = key;
  const read = endpoint.readRequest(parseJsonBody(bytes), {
    modelOf: (name) => (list === null ? TEST_MODEL : pricedModel(list, name)),
    unknownFields: gateway.settings.unknownFields,
    pseudonym: gateway.settings.attribution ? pseudonym : null,
    cacheScope: pseudonym,
    headers: c.req.raw.headers,
  });
  const body = encoder.encode(JSON.stringify(read.fields));
  const { stream } = read.facts;
  const respond: Respond =
    list === null
      ? (exchange) => respondToTestKey(c, exchange, { endpoint, read })
      : (exchange) => forwardTo(c, exchange, { endpoint, read, body });
  return {
    endpoint,
    priced: list === null ? null : priceOf(list, { endpoint, read, body }),
    stream,
    respond,
  };
}

/** @throws DomainError `service_unavailable` while no price list could be read. */
export const pricesInForce = (c: GatewayRequest): Promise<PriceList> =>
  c.var.ctx.gateway.prices.get((read) => c.executionCtx.waitUntil(read));

interface Sent {
  endpoint: Endpoint;
  read: ReadRequest;
  body: Uint8Array<ArrayBuffer>;
}

const priceOf = ({ id: listId }: PriceList, { endpoint: { free }, read: { model, facts }, body }: Sent) =>
  priceRequest({ price: model, listId, facts, bodyBytes: body.byteLength, free });

function pricedModel({ models }: PriceList, name: string) {
  const price = models.get(name);
  if (price !== undefined) return price;
  const shown = name.slice(0, 64);
  throw new DomainError("model_not_found", `There is no model ${shown}. GET /v1/models lists the models.`, {
    field: "model",
  });
}

async function forwardTo(c: GatewayRequest, exchange: Exchange, { endpoint, read, body }: Sent) {
  const headers = { ...read.headers, "content-type": "application/json" };
  const request = { method: "POST", path: endpoint.path, headers, body };
  const provider = await askProvider(exchange, request, c.req.raw.signal);
  return respondWith(c, exchange, { provider, endpoint, hideUsage: read.hideUsage });
}

/** Forwarded unread and free of charge. */
function openRequest(c: GatewayRequest, path: string): Prepared {
  const { method, body, headers } = c.req.raw;
  const type = headers.get("content-type");
  const respond: Respond = async (exchange) => {
    const sent = {
      ...{ method, path, headers: type === null ? {} : { "content-type": type } },
      body: method === "GET" || method === "HEAD" ? null : body,
    };
    const provider = await askProvider(exchange, sent, c.req.raw.signal);
    return respondUnread(c, exchange, provider);
  };
  return { endpoint: null, priced: null, stream: false, respond };
}

async function respondUnread(c: GatewayRequest, exchange: Exchange, provider: Response): Promise<Response> {
  const { status, body, ok } = provider;
  if (!ok) return respondWithError(c, exchange, { provider, form: "openai" });
  const reading = (end: ExchangeEnd) => ({ ...NOTHING_READ, content: true, ended: end === "ended" });
  if (body !== null)
    return relayBytes(c, exchange, {
      ...{ provider, head: new Uint8Array(), rest: body.getReader(), see: () => {}, reading },
    });
  const settled = await settleExchange(
    exchange,
    endingOf(exchange, "ended", { status, reading: reading("ended") }),
  );
  setHeaders(c, settled.headers);
  return c.newResponse(null, status as StatusCode);
}

/** Continues to its end even if the client disconnects: an admission must be settled. */
async function metered(c: GatewayRequest, key: PresentedKey, prepared: Prepared): Promise<Response> {
  const work = admitAndRespond(c, key, prepared);
  c.executionCtx.waitUntil(work.catch(() => {}));
  return work;
}

async function admitAndRespond(
  c: GatewayRequest,
  key: PresentedKey,
  { endpoint, priced, stream, respond }: Prepared,
): Promise<Response> {
  const { gateway, requestId, clock } = c.var.ctx;
  const startedAt = clock.now();
  const admitted = await admit(c, key, {
    ...{ requestId, endpoint: normaliseEndpoint(c.req.path) },
    holdMicros: Math.min(priced?.holdMicros ?? 0, FIGURE_MAX),
    ...(priced !== null && { model: priced.price.model, priceListId: priced.listId }),
    ...(key.test && { model: TEST_MODEL_NAME }),
  });
  const exchange: Exchange = {
    ...{ gateway, admitted, requestId, endpoint, priced, stream, startedAt, meterName: key.meterName },
    ...{ firstByteAt: null, visibleAt: null, goneAt: null },
    waitUntil: (work) => c.executionCtx.waitUntil(work),
  };
  if (priced?.free === false) setHeaders(c, { "x-latchkey-paid-by": admitted.covered ? "plan" : "balance" });
  try {
    return await respond(exchange);
  } catch (error) {
    setHeaders(c, (await settleFailure(exchange, error)).headers);
    if (error instanceof ClientLeft) return c.newResponse(null, CLIENT_LEFT as StatusCode);
    throw error;
  }
}

function settleFailure(exchange: Exchange, error: unknown) {
  const status = statusOfError(error);
  if (!(error instanceof ClientLeft)) return settleExchange(exchange, freeEnding(status));
  return settleExchange(exchange, endingOf(exchange, "client_left", { status, reading: NOTHING_READ }));
}
