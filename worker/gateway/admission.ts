import { DomainError } from "#core/domain/errors.ts";
import { findEndpoint } from "#core/domain/gateway/endpoints/find-endpoint.ts";
import { GATEWAY_ERRORS } from "#core/domain/gateway/error-responses.ts";
import { ADMISSION_REFUSALS, REQUEST_REFUSALS } from "#core/domain/gateway/refusal-codes.ts";
import type { Priced } from "#core/domain/gateway/request-price.ts";
import { TEST_MODEL_NAME } from "#core/domain/gateway/test-scenarios.ts";
import { clientAddress } from "#worker/client-address.ts";
import { withinAddressRate } from "#worker/request-rate.ts";
import { allowOrigin, isSentFrom, originOf } from "./cors.ts";
import type { GatewayCall } from "./gateway-call.ts";
import { errorCodeOf } from "./gateway-errors.ts";
import {
  type AccountMeter,
  type AdmitRequest,
  type Admitted,
  FIGURE_MAX,
  type Refused,
  type RefuseRequest,
} from "./metering.ts";
import { grantNotValid, type PresentedKey, presentedKey, sentKey } from "./presented-key.ts";
import { costHeader, standingHeaders } from "./response-headers.ts";

type Standing = Admitted | Refused<string>;

/** Codes of refusals that do not tell where the account stands. */
const WITHOUT_STANDING = new Set<string>(["invalid_api_key", "key_expired", "unavailable"]);

/**
 * The request's key, once its account's object knows it. Unknown keys are counted by address before anything is asked.
 * @throws DomainError `invalid_api_key`, `key_disabled` once it has expired, `grant_not_valid`,
 * `grant_expired`, `rate_limit_exceeded`, `service_unavailable`.
 */
export async function knownKey(call: GatewayCall): Promise<PresentedKey> {
  const { gateway, keySecrets, clock, limits } = call.scope;
  call.setHeaders(costHeader(0));
  const text = sentKey(call);
  const known = gateway.knownKeys.find(text, clock.now());
  if (known !== null) return usableHere(call, known);
  const key = usableHere(call, await presentedKey(text, keySecrets));
  await withinAddressRate(limits.address, call.request, "rate_limit_exceeded");
  const found = await gateway
    .meterOf(key.meterName)
    .identify(key.lookups, originOf(call), call.requestId)
    .catch((error: unknown) => {
      throw unavailable(error);
    });
  if (!found.known)
    throw found.unavailable ? unavailable() : refusalError(key, { code: found.code ?? "invalid_api_key" });
  gateway.knownKeys.add(key, clock.now());
  return key;
}

/** @throws DomainError `grant_not_valid`, `grant_expired` for a grant that isn't valid now or for whoever sends it. */
function usableHere(call: GatewayCall, key: PresentedKey): PresentedKey {
  const { grant } = key;
  if (grant === null) return key;
  if (!isSentFrom(call, grant.origin)) throw grantNotValid();
  allowOrigin(call, grant.origin);
  if (grant.expiresAt > call.scope.clock.now()) return key;
  throw new DomainError("grant_expired", GATEWAY_ERRORS.grant_expired.message);
}

/** The session of a grant, for the account's object. */
const sessionOf = ({ grant }: PresentedKey) => (grant === null ? {} : { session: grant.sessionId });

/**
 * Before a long body is read: a request that would be refused whatever it says costs neither room nor parsing. The
 * object is not asked again while the isolate sees the key's requests admitted.
 * @throws DomainError with the code of the refusal.
 */
export async function askBeforeBody(call: GatewayCall, key: PresentedKey): Promise<void> {
  const { gateway, requestId, scope } = call;
  if (gateway.knownKeys.isTrusted(key, scope.clock.now())) return;
  const preview = { keyHashes: key.lookups, requestId, needsFunds: !key.test, ...unreadOf(call, key) };
  const response = await gateway
    .meterOf(key.meterName)
    .preview(preview)
    .catch((error: unknown) => {
      throw unavailable(error);
    });
  showStanding(call, key, response);
  if (!response.admitted) throw refusalError(key, response);
}

/** What the object decides about a request by. */
export interface Judged {
  /** Null for a request that uses no model. */
  priced: Priced | null;
  /** Path of the request, as `normaliseEndpoint` gives it. */
  recorded: string;
  /** For the key's restrictions, where the price doesn't say it. */
  restricted?: Pick<AdmitRequest, "own" | "namedModel"> | undefined;
}

export function admissionOf(
  call: GatewayCall,
  key: PresentedKey,
  { priced, recorded, restricted }: Judged,
): AdmitRequest {
  const request: AdmitRequest = {
    keyHashes: key.lookups,
    requestId: call.requestId,
    endpoint: recorded,
    holdMicros: 0,
    ...senderOf(call, key),
    ...restricted,
  };
  if (key.test) request.model = TEST_MODEL_NAME;
  if (priced === null) return request;
  request.holdMicros = Math.min(priced.holdMicros, FIGURE_MAX);
  request.needsFunds = priced.free;
  request.model = priced.price.model;
  request.priceListId = priced.listId;
  return request;
}

/**
 * Asks the account's object, which also takes the settlements that wait for it.
 * @throws DomainError with the code of the refusal.
 */
export async function admit(
  call: GatewayCall,
  { key, meter }: { key: PresentedKey; meter: AccountMeter },
  request: AdmitRequest,
): Promise<Admitted> {
  const { settlements } = call.scope.gateway;
  const due = settlements.take(key.meterName);
  const admission = call.trace.during("Meter", "admit", (traceparent) =>
    meter.admit(request, due, traceparent),
  );
  const response = await admission.catch((error: unknown) => {
    settlements.keep(key.meterName, due);
    throw unavailable(error);
  });
  showStanding(call, key, response);
  if (!response.admitted) throw refusalError(key, response);
  return response;
}

/**
 * Counts a request that cannot be admitted against the key's rate, and the refusal.
 * @returns the error to respond with: the given one, or that the key has sent too many requests.
 */
export async function countRefusal(call: GatewayCall, key: PresentedKey, error: unknown): Promise<unknown> {
  const { requestId, gateway } = call;
  const code = REQUEST_REFUSALS.find((known) => known === errorCodeOf(error)) ?? "other";
  try {
    const counted: RefuseRequest = { keyHashes: key.lookups, requestId, code, ...unreadOf(call, key) };
    const response = await gateway.meterOf(key.meterName).refuse(counted);
    showStanding(call, key, response);
    const own = ADMISSION_REFUSALS.find((known) => known === response.code);
    return own === undefined ? error : refusalError(key, { ...response, code: own });
  } catch (cause) {
    return unavailable(cause);
  }
}

/** What a key's restrictions judge of whoever sends the request. */
const senderOf = (call: GatewayCall, key: PresentedKey) => ({
  origin: originOf(call),
  address: clientAddress(call.sent),
  ...sessionOf(key),
});

/** What they can judge before the body is read. A path without an endpoint is refused as such. */
function unreadOf(call: GatewayCall, key: PresentedKey) {
  const endpoint = findEndpoint(call.request.method, call.target.path);
  return { ...senderOf(call, key), endpoint: endpoint === null ? undefined : `/v1${endpoint.path}` };
}

function showStanding(call: GatewayCall, key: PresentedKey, response: Standing): void {
  call.gateway.knownKeys.judged(key, response.admitted, call.scope.clock.now());
  if (response.page !== null) allowOrigin(call, response.page);
  if (response.admitted || !WITHOUT_STANDING.has(response.code)) call.setHeaders(standingHeaders(response));
  else call.gateway.knownKeys.remove(key);
}

const EXPIRED = "This API key has expired. Its owner can set a later expiry date.";

type RefusalFacts = Pick<Refused, "code" | "retryAfterS" | "message" | "field">;

function refusalError({ grant }: PresentedKey, { code, retryAfterS, message, field }: RefusalFacts) {
  if (code === "invalid_api_key" && grant !== null) return grantNotValid();
  if (code === "key_expired") return new DomainError("key_disabled", EXPIRED);
  const known = code === "unavailable" ? "service_unavailable" : code;
  const details = {
    ...(retryAfterS !== undefined && { retryAfter: retryAfterS }),
    ...(field !== undefined && { field }),
  };
  return new DomainError(known, message ?? GATEWAY_ERRORS[known].message, details);
}

const unavailable = (cause?: unknown) =>
  new DomainError(
    "service_unavailable",
    GATEWAY_ERRORS.service_unavailable.message,
    { retryAfter: 1 },
    cause,
  );
