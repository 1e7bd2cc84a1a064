import type { EstimateRequest, RequestEstimate } from "#core/contract/playground.ts";
import { DomainError } from "#core/domain/errors.ts";
import type { Endpoint } from "#core/domain/gateway/endpoint.ts";
import { findEndpoint } from "#core/domain/gateway/endpoints/find-endpoint.ts";
import type { PriceList } from "#core/domain/gateway/price-list.ts";
import { pricedModel } from "#core/domain/gateway/priced-model.ts";
import { type RequestRules, readModelRequest, USUAL_RULES } from "#core/domain/gateway/read-model-request.ts";
import { priceRequest } from "#core/domain/gateway/request-price.ts";
import { dollarsFromMicros } from "#core/domain/money.ts";
import type { AccountContext, KeysContext } from "#core/services/context.ts";
import { routeOf } from "#core/services/keys/create-key.ts";
import { accountPseudonym } from "#core/services/keys/key-hash.ts";
import { readPrices } from "#core/services/prices/read-prices.ts";
import type { Database } from "#core/storage/database.ts";

const PREFIX = "/v1";

export interface EstimateContext {
  priceLists: Pick<PriceLists, "inForce">;
  /** The gateway's. */
  requestRules?: RequestRules;
}

/** The lists that an isolate has read: a list never changes, so each is read once. */
export class PriceLists {
  #known: PriceList[] = [];

  /** @throws DomainError `service_unavailable` when no list is in force at `now` (epoch ms). */
  async inForce(db: Database, now: number): Promise<PriceList> {
    const { current, next } = await readPrices(db, now, this.#known);
    this.#known = [current, next].filter((list) => list !== null);
    if (current !== null) return current;
    throw new DomainError("service_unavailable", "There are no prices yet.", { retryAfter: 1 });
  }
}

/**
 * The most that a request can cost, in dollars: what the gateway would hold for it now. Admits nothing.
 * @throws DomainError as the gateway does for the same request: `model_not_found`, `unsupported_parameter`,
 * `invalid_request`, naming the field; `unknown_endpoint`.
 */
export async function estimateRequest(
  ctx: AccountContext & KeysContext & EstimateContext,
  { endpoint: path, body }: EstimateRequest,
): Promise<RequestEstimate> {
  const { clock, db, priceLists, requestRules: rules = USUAL_RULES } = ctx;
  const endpoint = jsonEndpoint(path);
  const list = await priceLists.inForce(db, clock.now());
  const { model, facts, fields } = readModelRequest(endpoint, body, {
    rules,
    pseudonym: await accountPseudonym(await routeOf(ctx)),
    modelOf: (name, charged) => pricedModel(list, name, charged),
    files: [],
    dropped: () => {},
    headers: new Headers(),
  });
  const { holdMicros } = priceRequest({
    price: model,
    listId: list.id,
    facts,
    bodyBytes: new TextEncoder().encode(JSON.stringify(fields)).byteLength,
    // Only decides estimates of what was used.
    textTokens: () => 0,
    free: endpoint.free,
  });
  return { hold: dollarsFromMicros(holdMicros) };
}

function jsonEndpoint(path: string): Endpoint {
  const below = path.startsWith(PREFIX) ? path.slice(PREFIX.length) : "";
  const endpoint = findEndpoint("POST", below);
  if (endpoint?.form === null) return endpoint;
  throw new DomainError("unknown_endpoint", "There is no such endpoint that takes JSON.", {
    field: "endpoint",
  });
}
