import { DomainError } from "#core/domain/errors.ts";
import { GATEWAY_ERRORS } from "#core/domain/gateway/error-answers.ts";
import type { Gateway } from "./gateway-context.ts";
import type { AdmitAnswer, AdmitRequest, RefusalCode, Refused } from "./metering.ts";
import type { PresentedKey } from "./presented-key.ts";

const UNAVAILABLE = GATEWAY_ERRORS.service_unavailable.message;

const codeOf = (code: RefusalCode) => (code === "unavailable" ? "service_unavailable" : code);

/** What a refusal says to whoever sent the request. */
export function refusalError({ code, retryAfterS }: Refused): DomainError {
  const known = codeOf(code);
  const { message } = GATEWAY_ERRORS[known];
  return new DomainError(known, message, retryAfterS === undefined ? {} : { retryAfter: retryAfterS });
}

/**
 * Asks the account's object, which also takes the settlements that wait for it.
 * @throws DomainError `service_unavailable` when it does not answer.
 */
export async function admitRequest(
  { meterOf, settlements }: Gateway,
  { route, lookups }: PresentedKey,
  request: Omit<AdmitRequest, "keyHashes">,
): Promise<AdmitAnswer> {
  const due = settlements.take(route);
  try {
    return await meterOf(route).admit({ ...request, keyHashes: lookups }, due);
  } catch (error) {
    settlements.keep(route, due);
    throw new DomainError("service_unavailable", UNAVAILABLE, { retryAfter: 1 }, error);
  }
}
