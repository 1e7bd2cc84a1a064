import { DomainError } from "../errors.ts";
import type { ModelPrice, PriceList } from "./price-list.ts";
import { refused } from "./refused.ts";
import { type ChargedBy, isChargedBy } from "./units.ts";

const NAME_SHOWN_MAX = 64;

/**
 * The price of a model at an endpoint.
 * @throws DomainError `model_not_found`; `invalid_request` for a model whose prices are those of other endpoints, which
 * would be free at this one.
 */
export function pricedModel({ models }: PriceList, name: string, charged: ChargedBy): ModelPrice {
  const price = models.get(name);
  const shown = name.slice(0, NAME_SHOWN_MAX);
  if (price === undefined)
    throw new DomainError("model_not_found", `There is no model ${shown}. GET /v1/models lists the models.`, {
      field: "model",
    });
  if (isChargedBy(price, charged)) return price;
  throw refused("model", `The model ${shown} is for other endpoints than this one.`);
}
