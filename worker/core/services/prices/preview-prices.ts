import { modelPricesOf, type PriceEntry, providerCostsOf } from "#core/contract/price-list.ts";
import type { ModelPrice } from "#core/domain/gateway/price-list.ts";
import { DAY_MS } from "#core/domain/time.ts";
import type { ServiceContext } from "#core/services/context.ts";
import { findUsageSince, type SampledUsage, sampleUsage } from "#core/storage/usage-sample.ts";
import { repriced } from "./sample-costs.ts";

const PREVIEWED_MS = 7 * DAY_MS;
/** A week of more requests is previewed by a sample of about this many. */
const SAMPLE_ROWS = 50_000;

interface Sums {
  /** Micro-dollars that were charged. */
  before: number;
  /** Micro-dollars that the list would have charged. */
  after: number;
}

/** What the provider charges for the same requests, and what is left of the charges; null where that isn't known. */
export interface Margins {
  /** Micro-dollars. */
  cost: number | null;
  marginBefore: number | null;
  marginAfter: number | null;
}

export interface ModelPreview extends Sums, Margins {
  model: string;
  requests: number;
  /** The list lacks the model, so they would have been refused; they count as charged nothing. */
  refused: number;
}

/** The margins are those of the models with a known cost. */
export interface PricePreview extends Sums, Margins {
  from: number;
  to: number;
  /** Repriced requests; each stands for `every` of them, and all sums are multiplied by it. */
  sampled: number;
  every: number;
  models: ModelPreview[];
  /** Requests with a tier or unit that the list has no price for; they count as charged what they were. */
  unpriced: number;
  /** Requests for models without a known cost. */
  uncosted: number;
  /** Accounts that would have paid more, and the one with the largest increase by share. */
  dearerFor: number;
  largest: ({ accountId: number } & Sums) | null;
}

/**
 * What the requests of the last seven days would have cost under a list, from their stored quantities, and what they
 * cost at the provider by its figures. Reads at most about 50,000 of them, evenly spread, however busy the week was.
 */
export async function previewPrices(
  { db, clock }: Pick<ServiceContext, "db" | "clock">,
  entries: readonly PriceEntry[],
  sampleRows = SAMPLE_ROWS,
): Promise<PricePreview> {
  const to = clock.now();
  const range = await findUsageSince(db, to - PREVIEWED_MS);
  const every = range === null ? 1 : Math.ceil((range.last - range.first + 1) / sampleRows);
  const preview = new Preview(entries, every);
  if (range !== null) for await (const rows of sampleUsage(db, range, every)) rows.forEach(preview.take);
  return { from: to - PREVIEWED_MS, to, ...preview.result() };
}

/** `cost` is null from the first request on whose cost isn't known: a part of it would make the margin too large. */
type ModelSums = Omit<ModelPreview, "marginBefore" | "marginAfter">;

class Preview {
  readonly #prices: ReadonlyMap<string, ModelPrice>;
  readonly #costs: ReadonlyMap<string, ModelPrice>;
  readonly #every: number;
  readonly #models = new Map<string, ModelSums>();
  readonly #accounts = new Map<number, Sums>();
  #sampled = 0;
  #unpriced = 0;

  constructor(entries: readonly PriceEntry[], every: number) {
    this.#prices = modelPricesOf(entries);
    this.#costs = providerCostsOf(entries);
    this.#every = every;
  }

  readonly take = (row: SampledUsage): void => {
    const price = this.#prices.get(row.model);
    const charge = price === undefined ? 0 : repriced(price, row);
    const model = this.#models.get(row.model) ?? newModel(row.model);
    const account = this.#accounts.get(row.accountId) ?? { before: 0, after: 0 };
    this.#models.set(row.model, model);
    this.#accounts.set(row.accountId, account);
    this.#sampled += 1;
    if (charge === null) this.#unpriced += this.#every;
    model.requests += this.#every;
    if (price === undefined) model.refused += this.#every;
    model.cost = this.#costWith(model, row);
    for (const sums of [model, account]) {
      sums.before += row.chargedMicros * this.#every;
      sums.after += (charge ?? row.chargedMicros) * this.#every;
    }
  };

  #costWith({ model, cost: sum }: ModelSums, row: SampledUsage): number | null {
    const figures = this.#costs.get(model);
    const cost = figures === undefined ? null : repriced(figures, row);
    return sum === null || cost === null ? null : sum + cost * this.#every;
  }

  result(): Omit<PricePreview, "from" | "to"> {
    const models = [...this.#models.values()]
      .map((model) => ({ ...model, ...marginsOf([model]) }))
      .sort((a, b) => b.before - a.before || compare(a.model, b.model));
    const uncosted = models.filter(({ cost }) => cost === null);
    const dearer = [...this.#accounts].filter(([, { before, after }]) => after > before);
    const largest = dearer.reduce<(typeof dearer)[number] | null>(
      (most, each) => (most === null || increase(each[1]) > increase(most[1]) ? each : most),
      null,
    );
    return {
      sampled: this.#sampled,
      every: this.#every,
      models,
      unpriced: this.#unpriced,
      before: sumOf(models, "before"),
      after: sumOf(models, "after"),
      dearerFor: dearer.length,
      ...marginsOf(models),
      uncosted: sumOf(uncosted, "requests"),
      largest: largest && { accountId: largest[0], ...largest[1] },
    };
  }
}

/** Of the models whose cost is known. */
function marginsOf(models: readonly ModelSums[]): Margins {
  const costed = models.filter(({ cost }) => cost !== null);
  if (costed.length === 0) return { cost: null, marginBefore: null, marginAfter: null };
  const cost = costed.reduce((sum, model) => sum + (model.cost ?? 0), 0);
  return {
    cost,
    marginBefore: sumOf(costed, "before") - cost,
    marginAfter: sumOf(costed, "after") - cost,
  };
}

const newModel = (model: string): ModelSums => ({
  model,
  requests: 0,
  refused: 0,
  before: 0,
  after: 0,
  cost: 0,
});
const compare = (a: string, b: string) => (a < b ? -1 : 1);
const sumOf = (models: readonly ModelSums[], of: keyof Sums | "requests") =>
  models.reduce((sum, each) => sum + each[of], 0);
const increase = ({ before, after }: Sums) => after / Math.max(before, 1);
