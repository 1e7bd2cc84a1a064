import { MINUTE_MS } from "../../time.ts";
import { RATE_LIMIT, RateWindow } from "../rate-window.ts";
import { METERED_ENDPOINTS } from "./endpoints.ts";
import { KeyRestrictions } from "./key-restrictions.ts";
import type { RestrictedRequest, Restrictions } from "./table.ts";
import type { RestrictionCode } from "./words.ts";

/** Requests of a key that have the same endpoint and model. */
export interface TriedRequests {
  endpoint: string;
  /** Null for requests without one, and for those whose model isn't known. */
  model: string | null;
  requests: number;
  /** When each was admitted, epoch ms, and with which of the keys. Only needed for a rate. */
  times: readonly (readonly [at: number, keyId: number])[];
}

/** What restrictions would have refused, had they been there. Counts are requests. */
export interface RestrictionTrial {
  refused: number;
  /** Those with the most requests first. Null: requests that are forwarded unread. */
  models: { name: string | null; requests: number }[];
  endpoints: { name: string; requests: number }[];
  byRate: number;
  /** Minutes since the epoch in which requests were above the rate. */
  rateMinutes: number;
}

/** What the gateway serves itself. */
const OWN: ReadonlySet<string> = new Set(["/v1/key", "/v1/models", "/v1/models/{id}"]);

const METERED: ReadonlySet<string> = new Set(METERED_ENDPOINTS);

/**
 * Replays requests as the gateway would have judged them by these restrictions, in O(n log n). Only those may restrict
 * something that judge what is recorded.
 */
export function tryRestrictions(
  { requests_per_minute, ...lists }: Restrictions,
  tried: readonly TriedRequests[],
): RestrictionTrial {
  const restrictions = new KeyRestrictions(lists);
  const refusedBy = (each: TriedRequests) => restrictions.refuse(requestOf(each))?.code ?? null;
  const judged = tried.map((each) => ({ ...each, code: refusedBy(each) }));
  const refused = (code: RestrictionCode) => judged.filter((each) => each.code === code);
  const models = sumsBy(refused("model_not_allowed"), ({ model }) => model);
  const endpoints = sumsBy(refused("endpoint_not_allowed"), ({ endpoint }) => endpoint);
  const allowed = judged.filter(({ code }) => code === null).flatMap(({ times }) => times);
  const rate = aboveRate(requests_per_minute ?? RATE_LIMIT, allowed);
  return {
    refused: sumOf(judged.filter(({ code }) => code !== null)) + rate.requests,
    models,
    endpoints,
    byRate: rate.requests,
    rateMinutes: rate.minutes,
  };
}

/** Without a model, what isn't metered was forwarded unread; what is metered was stored before models were. */
function requestOf({ endpoint, model }: TriedRequests): RestrictedRequest {
  const own = OWN.has(endpoint);
  const unread = model === null && !own && !METERED.has(endpoint);
  return { endpoint, model: model ?? undefined, own, ...(unread && { namedModel: null }) };
}

/** Each key has a rate of its own. */
function aboveRate(limit: number, times: readonly (readonly [at: number, keyId: number])[]) {
  const windows = new Map<number, RateWindow>();
  const minutes = new Set<number>();
  let requests = 0;
  for (const [at, keyId] of times.toSorted(([left], [right]) => left - right)) {
    const window = windows.get(keyId) ?? new RateWindow();
    windows.set(keyId, window);
    if (window.room(at, limit).waitMs === 0) window.add(at);
    else {
      requests += 1;
      minutes.add(Math.floor(at / MINUTE_MS));
    }
  }
  return { requests, minutes: minutes.size };
}

const sumOf = (those: readonly { requests: number }[]) =>
  those.reduce((sum, { requests }) => sum + requests, 0);

const sumsBy = <Name extends string | null>(
  those: readonly TriedRequests[],
  nameOf: (each: TriedRequests) => Name,
) =>
  [...Map.groupBy(those, nameOf)]
    .map(([name, group]) => ({ name, requests: sumOf(group) }))
    .sort(
      (left, right) => right.requests - left.requests || (left.name ?? "").localeCompare(right.name ?? ""),
    );
