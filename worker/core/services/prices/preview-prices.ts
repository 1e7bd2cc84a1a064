import { modelPricesOf, type PriceEntry } from "#core/contract/price-list.ts";
import { costOf, type ModelPrice } from "#core/domain/gateway/price-list.ts";
import { DAY_MS } from "#core/domain/time.ts";
import type { ServiceContext } from "#core/services/context.ts";
import { billOf } from "#core/services/usage/usage-item.ts";
import { findUsageSince, type SampledUsage, sampleUsage } from "#core/storage/usage-sample.ts";

const PREVIEWED_MS = 7 * DAY_MS;
/** A week of more requests is previewed by a sample of about this many. */
const SAMPLE_ROWS = 50_000;

interface Sums {
  /** Micro-dollars that were charged. */
  before: number;
  /** Micro-dollars that the list would have charged. */
  after: number;
}

export interface ModelPreview extends Sums {
  model: string;
  requests: number;
  /** The list lacks the model, so they would have been refused; they count as charged nothing. */
  refused: number;
}

export interface PricePreview extends Sums {
  from: number;
  to: number;
  /** Repriced requests; each stands for `every` of them, and all sums are multiplied by it. */
  sampled: number;
  every: number;
  models: ModelPreview[];
  /** Requests with a tier or unit that the list has no price for; they count as charged what they were. */
  unpriced: number;
  /** Accounts that would have paid more, and the one with the largest increase by share. */
  dearerFor: number;
  largest: ({ accountId: number } & Sums) | null;
}

/**
 * What the requests of the last seven days would have cost under a list, from their stored quantities. Reads at most
 * about 50,000 of them, evenly spread, however busy the week was.
 */
export async function previewPrices(
  { db, clock }: Pick<ServiceContext, "db" | "clock">,
  entries: readonly PriceEntry[],
  sampleRows = SAMPLE_ROWS,
): Promise<PricePreview> {
  const to = clock.now();
  const range = await findUsageSince(db, to - PREVIEWED_MS);
  const every = range === null ? 1 : Math.ceil((range.last - range.first + 1) / sampleRows);
  const preview = new Preview(modelPricesOf(entries), every);
  if (range !== null) for await (const rows of sampleUsage(db, range, every)) rows.forEach(preview.take);
  return { from: to - PREVIEWED_MS, to, ...preview.result() };
}

class Preview {
  readonly #prices: ReadonlyMap<string, ModelPrice>;
  readonly #every: number;
  readonly #models = new Map<string, ModelPreview>();
  readonly #accounts = new Map<number, Sums>();
  #sampled = 0;
  #unpriced = 0;

  constructor(prices: ReadonlyMap<string, ModelPrice>, every: number) {
    this.#prices = prices;
    this.#every = every;
  }

  readonly take = (row: SampledUsage): void => {
    const price = this.#prices.get(row.model);
    const cost = price === undefined ? 0 : repriced(price, row);
    const model = this.#models.get(row.model) ?? newModel(row.model);
    const account = this.#accounts.get(row.accountId) ?? { before: 0, after: 0 };
    this.#models.set(row.model, model);
    this.#accounts.set(row.accountId, account);
    this.#sampled += 1;
    if (cost === null) this.#unpriced += this.#every;
    model.requests += this.#every;
    if (price === undefined) model.refused += this.#every;
    for (const sums of [model, account]) {
      sums.before += row.costMicros * this.#every;
      sums.after += (cost ?? row.costMicros) * this.#every;
    }
  };

  result(): Omit<PricePreview, "from" | "to"> {
    const models = [...this.#models.values()].sort(
      (a, b) => b.before - a.before || compare(a.model, b.model),
    );
    const dearer = [...this.#accounts].filter(([, { before, after }]) => after > before);
    const largest = dearer.reduce<(typeof dearer)[number] | null>(
      (most, each) => (most === null || increase(each[1]) > increase(most[1]) ? each : most),
      null,
    );
    return {
      ...{ sampled: this.#sampled, every: this.#every, models, unpriced: this.#unpriced },
      ...{ before: sumOf(models, "before"), after: sumOf(models, "after"), dearerFor: dearer.length },
      largest: largest && { accountId: largest[0], ...largest[1] },
    };
  }
}

const newModel = (model: string): ModelPreview => ({ model, requests: 0, refused: 0, before: 0, after: 0 });
const compare = (a: string, b: string) => (a < b ? -1 : 1);
const sumOf = (models: readonly ModelPreview[], of: keyof Sums) =>
  models.reduce((sum, each) => sum + each[of], 0);
const increase = ({ before, after }: Sums) => after / Math.max(before, 1);

/** Null for a bill that can't be read, or that the model has no price for. */
function repriced(price: ModelPrice, row: SampledUsage): number | null {
  const { tier, lines } = billOf(row);
  if (tier === null || lines === null) return null;
  try {
    return costOf(price, { tier, lines });
  } catch (error) {
    if (error instanceof RangeError) return null;
    throw error;
  }
}
