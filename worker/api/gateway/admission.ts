import type { Context } from "hono";
import { DomainError } from "#core/domain/errors.ts";
import { GATEWAY_ERRORS } from "#core/domain/gateway/error-responses.ts";
import {
  ADMISSION_REFUSALS,
  REQUEST_REFUSALS,
  type RefusalCode,
} from "#core/domain/gateway/refusal-codes.ts";
import type { RequestEnv } from "../api-env.ts";
import { withinAddressRate } from "../middleware/request-rate.ts";
import { allowOrigin, originOf } from "./cors.ts";
import { errorCodeOf } from "./gateway-errors.ts";
import type { AdmitRequest, Admitted, Refused, RefuseRequest } from "./metering.ts";
import { type PresentedKey, presentedKey, sentKey } from "./presented-key.ts";
import { costHeader, setHeaders, standingHeaders } from "./response-headers.ts";

type GatewayRequest = Context<RequestEnv>;

type Standing = Admitted | Refused<string>;

/** Codes of refusals that do not tell where the account stands. */
const WITHOUT_STANDING = new Set<string>(["invalid_api_key", "unavailable"]);

/**
 * The request's key, once its account's object knows it. Unknown keys are counted by address before anything is asked.
 * @throws DomainError `invalid_api_key`, `rate_limit_exceeded`, `service_unavailable`.
 */
export async function knownKey(c: GatewayRequest): Promise<PresentedKey> {
  const { gateway, keySecrets, clock } = c.var.ctx;
  setHeaders(c, costHeader(0));
  const text = sentKey({ authorization: c.req.header("authorization"), apiKey: c.req.header("x-api-key") });
  const known = gateway.knownKeys.find(text, clock.now());
  if (known !== null) return known;
  const key = await presentedKey(text, keySecrets);
  await withinAddressRate(c, "rate_limit_exceeded");
  const found = await gateway
    .meterOf(key.meterName)
    .identify(key.lookups, originOf(c))
    .catch((error: unknown) => {
      throw unavailable(error);
    });
  if (!found.known) throw found.unavailable ? unavailable() : refusalError({ code: "invalid_api_key" });
  gateway.knownKeys.add(key, clock.now());
  return key;
}

/**
 * Asks the account's object, which also takes the settlements that wait for it.
 * @throws DomainError with the code of the refusal.
 */
export async function admit(
  c: GatewayRequest,
  key: PresentedKey,
  request: Omit<AdmitRequest, "keyHashes" | "origin">,
): Promise<Admitted> {
  const { settlements, meterOf } = c.var.ctx.gateway;
  const due = settlements.take(key.meterName);
  const full = { ...request, keyHashes: key.lookups, origin: originOf(c) };
  const response = await meterOf(key.meterName)
    .admit(full, due)
    .catch((error: unknown) => {
      settlements.keep(key.meterName, due);
      throw unavailable(error);
    });
  showStanding(c, key, response);
  if (!response.admitted) throw refusalError(response);
  return response;
}

/**
 * Counts a request that cannot be admitted against the key's rate, and the refusal.
 * @returns the error to respond with: the given one, or that the key has sent too many requests.
 */
export async function countRefusal(c: GatewayRequest, key: PresentedKey, error: unknown): Promise<unknown> {
  const { gateway, requestId } = c.var.ctx;
  const code = REQUEST_REFUSALS.find((known) => known === errorCodeOf(error)) ?? "other";
  try {
    const counted: RefuseRequest = { keyHashes: key.lookups, requestId, code, origin: originOf(c) };
    const response = await gateway.meterOf(key.meterName).refuse(counted);
    showStanding(c, key, response);
    const own = ADMISSION_REFUSALS.find((known) => known === response.code);
    return own === undefined ? error : refusalError({ ...response, code: own });
  } catch (cause) {
    return unavailable(cause);
  }
}

function showStanding(c: GatewayRequest, key: PresentedKey, response: Standing): void {
  const { knownKeys } = c.var.ctx.gateway;
  if (response.page !== null) allowOrigin(c, response.page);
  if (response.admitted || !WITHOUT_STANDING.has(response.code)) setHeaders(c, standingHeaders(response));
  else knownKeys.remove(key);
}

function refusalError({ code, retryAfterS }: { code: RefusalCode; retryAfterS?: number }) {
  const known = code === "unavailable" ? "service_unavailable" : code;
  const details = retryAfterS === undefined ? {} : { retryAfter: retryAfterS };
  return new DomainError(known, GATEWAY_ERRORS[known].message, details);
}

const unavailable = (cause?: unknown) =>
  new DomainError(
    "service_unavailable",
    GATEWAY_ERRORS.service_unavailable.message,
    { retryAfter: 1 },
    cause,
  );
