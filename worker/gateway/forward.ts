import { DomainError } from "#core/domain/errors.ts";
import type { ExchangeEnd } from "#core/domain/gateway/charging.ts";
import type { Endpoint, ReadRequest } from "#core/domain/gateway/endpoint.ts";
import { findEndpoint } from "#core/domain/gateway/endpoints/find-endpoint.ts";
import { GATEWAY_ERRORS } from "#core/domain/gateway/error-responses.ts";
import type { PriceList } from "#core/domain/gateway/price-list.ts";
import { pricedModel } from "#core/domain/gateway/priced-model.ts";
import { readModelRequest } from "#core/domain/gateway/read-model-request.ts";
import { NOTHING_READ } from "#core/domain/gateway/reading.ts";
import { unsupported } from "#core/domain/gateway/refused.ts";
import { priceRequest } from "#core/domain/gateway/request-price.ts";
import { likelyInputTokens } from "#core/domain/gateway/text/likely-input.ts";
import { normaliseEndpoint } from "#core/domain/usage.ts";
import { admissionOf, admit, askBeforeBody, countRefusal, type Judged, knownKey } from "./admission.ts";
import { askProvider, ClientLeft } from "./ask-provider.ts";
import { announcedBody, type BodyPlace, bodyPlace } from "./body-bytes.ts";
import { relayBytes } from "./byte-relay.ts";
import { DroppedFields } from "./dropped-fields.ts";
import { type Exchange, endingOf, freeEnding, settleExchange } from "./exchange.ts";
import { UploadCut } from "./form-upload.ts";
import type { GatewayCall } from "./gateway-call.ts";
import { errorCodeOf, statusOfError } from "./gateway-errors.ts";
import type { Admitted } from "./metering.ts";
import type { PresentedKey } from "./presented-key.ts";
import type { OutgoingBody, ReceivedBody } from "./received-body.ts";
import { readBody } from "./request-body.ts";
import { isJson, publicBytes, respondWith, respondWithError } from "./respond.ts";
import { respondToTestKey, TEST_MODEL } from "./respond-to-test-key.ts";

type Respond = (exchange: Exchange) => Promise<Response>;

/** A request that can be admitted. */
interface Prepared extends Judged {
  endpoint: Endpoint | null;
  stream: boolean;
  respond: Respond;
}

const PREFIX = "/v1";
const FIRST_FAULT_OF_OURS = 500;
/** Nobody reads this response. */
const CLIENT_LEFT = 499;

/** Any request to a model: admitted, forwarded to the upstream provider, and metered. */
export async function forward(call: GatewayCall): Promise<Response> {
  const key = await knownKey(call);
  const announced = announcedBody(call);
  if (announced.mayBeLarge) await askBeforeBody(call, key);
  const lease = call.gateway.bodies.lease(key.meterName);
  try {
    return await metered(call, key, await prepared(call, key, bodyPlace(announced, lease, key)));
  } finally {
    lease.release();
  }
}

/** A request that the gateway serves itself: admitted and recorded, and free. */
export async function respondHere(
  call: GatewayCall,
  body: (key: PresentedKey, admitted: Admitted) => object | Promise<object>,
): Promise<Response> {
  const key = await knownKey(call);
  const respond: Respond = async (exchange) => {
    const shown = await body(key, exchange.admitted);
    const settled = await settleExchange(exchange, freeEnding(200, "completed"));
    call.setHeaders(settled.headers);
    return call.json(shown);
  };
  const recorded = normaliseEndpoint(PREFIX + call.target.path);
  return metered(call, key, { ...UNPRICED, recorded, restricted: { own: true }, respond });
}

const UNPRICED = { endpoint: null, priced: null, stream: false };

/** What cannot be admitted counts against the key's rate. */
async function prepared(call: GatewayCall, key: PresentedKey, place: BodyPlace): Promise<Prepared> {
  try {
    return await prepare(call, key, place);
  } catch (error) {
    throw statusOfError(error) < FIRST_FAULT_OF_OURS ? await countRefusal(call, key, error) : error;
  }
}

/** @throws DomainError `unknown_endpoint` for a path that is neither offered nor opened by the operator. */
async function prepare(call: GatewayCall, key: PresentedKey, place: BodyPlace): Promise<Prepared> {
  const { method } = call.request;
  const { path, query } = call.target;
  const endpoint = findEndpoint(method, path);
  if (call.gateway.upstream.openPaths.has(`${method} ${path}`)) return openRequest(call, path + query);
  if (endpoint === null) throw new DomainError("unknown_endpoint", GATEWAY_ERRORS.unknown_endpoint.message);
  if (query !== "") refuseUnknownQuery(endpoint, new URLSearchParams(query));
  return modelRequest(call, key, { endpoint, received: await readBody(call, endpoint, place) });
}

/** Anthropic's clients add `beta=true` to some requests. */
function refuseUnknownQuery({ errorForm }: Endpoint, query: URLSearchParams): void {
  for (const [name, value] of query) {
    if (errorForm === "anthropic" && name === "beta" && value === "true") continue;
    throw unsupported(name, `The query parameter ${name.slice(0, 64)} is not supported by this endpoint.`);
  }
}

async function modelRequest(
  call: GatewayCall,
  key: PresentedKey,
  { endpoint, received }: { endpoint: Endpoint; received: ReceivedBody },
): Promise<Prepared> {
  const list = key.test ? null : await pricesInForce(call);
  const dropped = new DroppedFields();
  const read = readModelRequest(endpoint, received.fields, {
    rules: call.gateway.settings.rules,
    pseudonym: key.pseudonym,
    modelOf: (name, charged) => (list === null ? TEST_MODEL : pricedModel(list, name, charged)),
    files: received.files,
    dropped: dropped.add,
    headers: call.sent,
  });
  call.setHeaders(dropped.headers);
  const { stream } = read.facts;
  const recorded = PREFIX + endpoint.path;
  const body = received.outgoing(read.fields);
  if (list === null) {
    const respond: Respond = async (exchange) => {
      await body.drain(exchange);
      return respondToTestKey(exchange, { endpoint, read });
    };
    const { model } = read.fields;
    const restricted = { namedModel: typeof model === "string" ? model : undefined };
    return { endpoint, priced: null, stream, recorded, restricted, respond };
  }
  const respond: Respond = (exchange) => forwardTo(exchange, { endpoint, read, body });
  return { endpoint, priced: priceOf(list, { endpoint, read, body }), stream, recorded, respond };
}

/** @throws DomainError `service_unavailable` while no price list could be read. */
export const pricesInForce = (call: GatewayCall): Promise<PriceList> =>
  call.gateway.prices.get((read) => call.waitUntil(read));

interface Sent {
  endpoint: Endpoint;
  read: ReadRequest;
  body: OutgoingBody;
}

/** Its fields may be kept until the exchange ends: hardly any needs the estimate. */
const SMALL_BODY = 16_384;

const priceOf = (
  { id: listId }: PriceList,
  { endpoint: { free }, read: { model, facts, fields }, body }: Sent,
) =>
  priceRequest({
    price: model,
    listId,
    facts,
    bodyBytes: body.textBytes,
    textTokens:
      body.textBytes > SMALL_BODY
        ? likelyInputTokens(fields, facts.mediaBytes)
        : () => likelyInputTokens(fields, facts.mediaBytes)(),
    free,
  });

async function forwardTo(exchange: Exchange, { endpoint, read, body }: Sent) {
  const sending = body.send(exchange);
  const headers = { ...read.headers, "content-type": body.contentType };
  const { body: content, arriving } = sending;
  const sent = { method: "POST", path: endpoint.path, headers, body: content, arriving };
  const provider = await sending.respondedBy(askProvider(exchange, sent));
  return respondWith(exchange, { provider, endpoint, read });
}

/** Forwarded unread and free of charge. */
function openRequest(call: GatewayCall, path: string): Prepared {
  const { method, body } = call.request;
  const type = call.header("content-type");
  const respond: Respond = async (exchange) => {
    const sent = {
      method,
      path,
      headers: type === undefined ? {} : { "content-type": type },
      body: method === "GET" || method === "HEAD" ? null : body,
    };
    return respondUnread(exchange, await askProvider(exchange, sent));
  };
  const recorded = normaliseEndpoint(PREFIX + path);
  return { ...UNPRICED, recorded, restricted: { namedModel: null }, respond };
}

async function respondUnread(exchange: Exchange, provider: Response): Promise<Response> {
  const { status, body, ok } = provider;
  if (!ok) return respondWithError(exchange, { provider, form: "openai" });
  const reading = (end: ExchangeEnd) => ({ ...NOTHING_READ, content: true, ended: end === "ended" });
  if (body !== null)
    return relayBytes(exchange, {
      provider,
      head: new Uint8Array(),
      rest: body.getReader(),
      see: () => {},
      ...(isJson(provider) && { shown: publicBytes(exchange) }),
      reading,
    });
  const settled = await settleExchange(
    exchange,
    endingOf(exchange, "ended", { status, reading: reading("ended") }),
  );
  exchange.call.setHeaders(settled.headers);
  return exchange.call.respond(null, status);
}

/** Continues to its end even if the client disconnects: an admission must be settled. */
function metered(call: GatewayCall, key: PresentedKey, request: Prepared): Promise<Response> {
  const work = admitAndRespond(call, key, request);
  call.waitUntil(work.catch(() => {}));
  return work;
}

async function admitAndRespond(call: GatewayCall, key: PresentedKey, request: Prepared): Promise<Response> {
  const { endpoint, priced, stream, respond } = request;
  const startedAt = call.scope.clock.now();
  const meter = call.gateway.meterOf(key.meterName);
  const admitted = await admit(call, { key, meter }, admissionOf(call, key, request));
  const exchange: Exchange = {
    call,
    admitted,
    endpoint,
    priced,
    stream,
    startedAt,
    meter,
    meterName: key.meterName,
    firstByteAt: null,
    visibleAt: null,
    silentMs: 0,
    providerSpan: null,
  };
  if (priced?.free === false) call.setHeaders(admitted.covered ? PAID_BY_PLAN : PAID_BY_BALANCE);
  try {
    return await respond(exchange);
  } catch (error) {
    call.setHeaders((await settleFailure(exchange, error)).headers);
    if (error instanceof ClientLeft) return call.respond(null, CLIENT_LEFT);
    throw error;
  }
}

const PAID_BY_PLAN = { "x-latchkey-paid-by": "plan" };
const PAID_BY_BALANCE = { "x-latchkey-paid-by": "balance" };

function settleFailure(exchange: Exchange, error: unknown) {
  const status = statusOfError(error);
  if (error instanceof UploadCut) return settleExchange(exchange, freeEnding(CLIENT_LEFT));
  // The provider may have written a response all this time; a stream would have begun.
  if (!exchange.stream && errorCodeOf(error) === "upstream_timeout")
    return settleExchange(exchange, endingOf(exchange, "deadline", { status, reading: NOTHING_READ }));
  if (!(error instanceof ClientLeft)) return settleExchange(exchange, freeEnding(status));
  return settleExchange(exchange, endingOf(exchange, "client_left", { status, reading: NOTHING_READ }));
}
