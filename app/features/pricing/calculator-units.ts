import { formatNumber } from "#app/lib/format.ts";
import type { UnitKind } from "#core/domain/gateway/units.ts";
import { unitsPriced } from "#core/domain/gateway/units.ts";
import type { Workload } from "#core/domain/price-estimate.ts";
import { type ModelPrices, modelPriceFrom } from "#core/domain/public-prices.ts";
import { calculatorMessages as messages } from "./messages.ts";
import { countOf, countProblem, secondsOf } from "./typed-count.ts";

type UnitName = "images" | "minutes" | "characters" | "searches";

/** As typed; `image` is the size and quality of one, `1024x1024:high`. */
export type UnitDraft = Record<UnitName | "image", string>;

interface UnitField {
  name: UnitName;
  label: string;
  most: number;
}

export const UNIT_FIELDS: Record<UnitKind, UnitField> = {
  image: { name: "images", label: "Images per request", most: 10 },
  second: { name: "minutes", label: "Minutes per request", most: 10_000 },
  character: { name: "characters", label: "Characters per request", most: 1_000_000 },
  search_unit: { name: "searches", label: "Search units per request", most: 10_000 },
};

/** What a model is charged by instead of tokens. */
export const unitOf = (model: ModelPrices): UnitKind | null => unitsPriced(modelPriceFrom(model))[0] ?? null;

type Image = ModelPrices["images"][number];

export const imageValue = ({ size, quality }: Pick<Image, "size" | "quality">) => `${size}:${quality}`;
export const dimensionOf = (image: Image) => `image:${imageValue(image)}`;

/** The chosen size and quality, or the first one, which the gateway takes too. */
export const imageOf = ({ image }: Pick<UnitDraft, "image">, { images }: ModelPrices) =>
  images.find((one) => imageValue(one) === image) ?? images[0];

export function unitHint(unit: UnitKind, { minimum_seconds }: ModelPrices): string | false {
  if (unit === "search_unit") return messages.searches;
  return unit === "second" && minimum_seconds > 0 && messages.leastSeconds(formatNumber(minimum_seconds));
}

interface UsedUnits {
  problems: Partial<Record<UnitName, string>>;
  /** The line of a request's bill; missing while there is a problem. */
  line?: NonNullable<Workload["units"]>;
}

/** The units of one request; null for a model that is charged by tokens. */
export function usedUnits(draft: UnitDraft, model: ModelPrices): UsedUnits | null {
  const unit = unitOf(model);
  if (unit === null) return null;
  const { name, most } = UNIT_FIELDS[unit];
  const problem =
    unit === "second" ? minutesProblem(draft[name], most) : countProblem(draft[name], [1, most]);
  const quantity = unit === "second" ? secondsOf(draft[name]) : countOf(draft[name]);
  if (problem !== null || quantity === null) return { problems: { [name]: problem ?? "" } };
  const image = imageOf(draft, model);
  return {
    problems: {},
    line: { dimension: unit === "image" && image ? dimensionOf(image) : unit, quantity },
  };
}

function minutesProblem(text: string, most: number): string | null {
  const seconds = secondsOf(text);
  return seconds !== null && seconds <= most * 60 ? null : messages.notMinutes(formatNumber(most));
}
