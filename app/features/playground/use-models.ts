import { useQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import { apiKeysQuery } from "#app/features/keys/queries.ts";
import { pricesQuery } from "#app/features/pricing/queries.ts";
import { kindOf } from "#app/lib/model-prices.ts";
import type { ModelPrices } from "#core/domain/public-prices.ts";
import { usePlaygroundState } from "./playground-context.ts";

export type Catalog = ReturnType<typeof useModels>;

/** The models that can chat, and the one of each column; undefined until they are known, or if there are none. */
export function useModels() {
  const query = useQuery(pricesQuery);
  const [left, right] = usePlaygroundState(({ models }) => models);
  const { data } = query;
  const models = useMemo(() => data?.models.filter(canChat), [data]);
  const chosen = useMemo(() => chosenPair(models ?? [], left, right), [models, left, right]);
  return { query, models, chosen };
}

/** A price list doesn't say it. Models that transcribe are charged for text like those that chat. */
const canChat = (model: ModelPrices) => kindOf(model) === "text" && !/transcri/i.test(model.model);

/** Unless they are chosen: the first model, and the cheapest other one to compare it with. */
function chosenPair(
  models: readonly ModelPrices[],
  left: string | null,
  right: string | null,
): readonly [ModelPrices, ModelPrices] | undefined {
  const named = (name: string | null) => models.find(({ model }) => model === name);
  const first = named(left) ?? models[0];
  if (first === undefined) return undefined;
  const cost = ({ tokens }: ModelPrices) => tokens.input + tokens.output;
  const [cheapest] = models.filter((model) => model !== first).sort((a, b) => cost(a) - cost(b));
  return [first, named(right) ?? cheapest ?? first];
}

/** The key that the requests of this page belong to; undefined until the first message makes one. */
export function usePlaygroundKey() {
  const query = useQuery(apiKeysQuery);
  const key = query.data?.find(({ playground, status }) => playground && status === "active");
  return { query, key };
}
