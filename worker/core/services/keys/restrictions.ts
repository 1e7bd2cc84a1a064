import type { RestrictionsInput, RestrictionTrialResponse } from "#core/contract/restrictions.ts";
import { isTestKey } from "#core/domain/api-key.ts";
import { DomainError } from "#core/domain/errors.ts";
import {
  isUnrestricted,
  RESTRICTION_NAMES,
  RESTRICTIONS,
  type Restrictions,
  restrictionsIn,
  UNRESTRICTED,
} from "#core/domain/gateway/restrictions/table.ts";
import { tryRestrictions as replay } from "#core/domain/gateway/restrictions/trial.ts";
import { DAY_MS, isoTime } from "#core/domain/time.ts";
import type { AccountContext, ServiceContext } from "#core/services/context.ts";
import { readPrices } from "#core/services/prices/read-prices.ts";
import { readTriedRequests } from "#core/storage/key-trial.ts";
import { restrictionsOf } from "#core/storage/restrictions.ts";
import { keyRevoked } from "./key-view.ts";
import { ownKey } from "./own-key.ts";

const TRIAL_MS = 7 * DAY_MS;
const SHOWN_MOST = 50;

/** The restrictions that a request sets. @throws DomainError `invalid_request` for a model without a price. */
export async function requestedRestrictions(
  { db, clock }: Pick<ServiceContext, "db" | "clock">,
  input: RestrictionsInput,
): Promise<Partial<Restrictions>> {
  const restrictions = restrictionsIn(input);
  const { allowed_models: models = [] } = restrictions;
  if (models.length === 0) return restrictions;
  const { current } = await readPrices(db, clock.now());
  const unknown = models.findIndex((model) => current?.models.has(model) !== true);
  if (unknown < 0) return restrictions;
  const message = `There is no model ${models[unknown]} in the price list. GET /v1/models lists the models.`;
  throw new DomainError("invalid_request", message, { field: `allowed_models.${unknown}` });
}

/**
 * What restrictions would have refused in the last seven days; those that are left out are as the key has them.
 * @throws DomainError `key_revoked`, `invalid_request` for an unknown model.
 */
export async function tryRestrictions(
  ctx: AccountContext,
  { id, restrictions: input }: { id: string; restrictions: RestrictionsInput },
): Promise<RestrictionTrialResponse> {
  const { db, account, clock } = ctx;
  const to = clock.now();
  const from = to - TRIAL_MS;
  const key = await ownKey(ctx, id);
  if (key.status === "revoked") throw keyRevoked();
  const wanted = { ...restrictionsOf(key), ...(await requestedRestrictions(ctx, input)) };
  const isTest = isTestKey(key.mask);
  const unrecorded = RESTRICTION_NAMES.filter((name) => !RESTRICTIONS[name].recorded(isTest));
  const tried = { ...wanted, ...Object.fromEntries(unrecorded.map((name) => [name, UNRESTRICTED[name]])) };
  const timed = tried.requests_per_minute !== null;
  const rows = await readTriedRequests(db, account.id, { keyId: key.id, from, to, timed });
  const { refused, models, endpoints, byRate, rateMinutes } = replay(tried, rows.requests);
  return {
    from: isoTime(from),
    to: isoTime(to),
    starts_at: isoTime(rows.from),
    requests: sumOf(rows.requests),
    refused_requests: refused,
    models: models.slice(0, SHOWN_MOST).map(({ name, requests }) => ({ model: name, requests })),
    refused_by_model: sumOf(models),
    endpoints: endpoints.map(({ name, requests }) => ({ endpoint: name, requests })),
    refused_by_endpoint: sumOf(endpoints),
    rate_minutes: rateMinutes,
    refused_by_rate: byRate,
    not_recorded: unrecorded.filter((name) => !isUnrestricted(wanted[name])),
  };
}

const sumOf = (those: readonly { requests: number }[]) =>
  those.reduce((sum, { requests }) => sum + requests, 0);
