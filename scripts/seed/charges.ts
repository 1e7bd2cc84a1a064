import { chargeOf } from "#core/domain/gateway/charging.ts";
import { PLAIN_FACTS } from "#core/domain/gateway/endpoints/request-facts.ts";
import { OUTCOMES } from "#core/domain/gateway/outcomes.ts";
import type { PriceList } from "#core/domain/gateway/price-list.ts";
import { NOTHING_READ, type Reading } from "#core/domain/gateway/reading.ts";
import { priceRequest } from "#core/domain/gateway/request-price.ts";
import type { UsageRow } from "#core/domain/usage.ts";

/** A request for a model, and how it went. */
export interface SeedExchange {
  model: string;
  /** The endpoint charges nothing. */
  free: boolean;
  /** Cached tokens included. */
  tokensIn: number;
  tokensCached: number;
  tokensOut: number;
  /** What the request is charged by instead of tokens. */
  units: { dimension: string; quantity: number } | null;
  outcome: "completed" | "failed" | "client_left";
  /** The response was read up to its counts; otherwise the charge is estimated. */
  counted: boolean;
}

type ChargedFields = Pick<
  UsageRow,
  | "model"
  | "priceListId"
  | "priceLines"
  | "costMicros"
  | "billedMicros"
  | "holdMicros"
  | "tokensIn"
  | "tokensCached"
  | "tokensOut"
  | "outcome"
  | "estimated"
>;

const BYTES_PER_TOKEN = 4;
/** Of a request's body, around its text. */
const OTHER_BYTES = 200;

/**
 * The hold and the charge of an exchange, calculated as the gateway does. Counts beyond the model's limits are lowered
 * to them. @throws Error for a model that isn't in the list: its requests would have been refused.
 */
export function chargedFields(list: PriceList, exchange: SeedExchange): ChargedFields {
  const { model, free, outcome, units } = exchange;
  const price = list.models.get(model);
  if (price === undefined) throw new Error(`The price list ${list.id} has no model ${model}.`);
  const tokensIn = Math.min(exchange.tokensIn, price.contextTokens);
  const tokensOut = Math.min(exchange.tokensOut, price.maxOutputTokens);
  const priced = priceRequest({
    price,
    listId: list.id,
    facts: { ...PLAIN_FACTS, units: units && boundOf(units) },
    bodyBytes: tokensIn * BYTES_PER_TOKEN + OTHER_BYTES,
    textTokens: () => tokensIn,
    free,
  });
  const charge = chargeOf(priced, outcome, readingOf({ ...exchange, tokensIn, tokensOut }), 0);
  return {
    model,
    priceListId: list.id,
    priceLines: charge.bill && JSON.stringify(charge.bill),
    costMicros: charge.costMicros,
    billedMicros: charge.costMicros,
    holdMicros: priced.holdMicros,
    tokensIn: charge.tokensIn,
    tokensCached: charge.tokensCached,
    tokensOut: charge.tokensOut,
    outcome: OUTCOMES[outcome],
    estimated: charge.estimated,
  };
}

const boundOf = ({ dimension, quantity }: { dimension: string; quantity: number }) => ({
  dimensions: [dimension],
  most: quantity,
  likely: quantity,
  known: true,
});

function readingOf(exchange: SeedExchange): Reading {
  const { outcome, counted, units, tokensIn, tokensCached: cached_input, tokensOut: output } = exchange;
  if (outcome === "failed") return NOTHING_READ;
  const begun: Reading = { ...NOTHING_READ, content: true, visibleTokens: output };
  if (!counted) return begun;
  const tokens = { input: tokensIn - cached_input, cached_input, output };
  return { ...begun, ended: true, usage: { tokens, units, tier: null } };
}
