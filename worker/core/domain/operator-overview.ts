import type { Range } from "./ranges.ts";
import { DAY_MS, HOUR_MS } from "./time.ts";

/** `count` buckets of the roll-up, numbered since the epoch, of which the last, `present`, isn't over. */
export interface OverviewWindow {
  unit: "hour" | "day";
  bucketMs: number;
  count: number;
  first: number;
  present: number;
}

const SHAPES = {
  "24h": { unit: "hour", bucketMs: HOUR_MS, count: 24 },
  "7d": { unit: "day", bucketMs: DAY_MS, count: 7 },
  "30d": { unit: "day", bucketMs: DAY_MS, count: 30 },
} as const satisfies Record<Range, Pick<OverviewWindow, "unit" | "bucketMs" | "count">>;

/** The UTC hours or days up to `now` (epoch ms). */
export function overviewWindow(range: Range, now: number): OverviewWindow {
  const shape = SHAPES[range];
  const present = Math.floor(now / shape.bucketMs);
  return { ...shape, first: present - shape.count + 1, present };
}

/** Half-open, in buckets. */
export interface Period {
  from: number;
  until: number;
}

/** `complete` leaves out the present bucket, and `previous` is as long as it, `count` buckets earlier. */
export function periodsOf({ first, present, count }: OverviewWindow) {
  return {
    whole: { from: first, until: present + 1 },
    complete: { from: first, until: present },
    previous: { from: first - count, until: present - count },
  } satisfies Record<string, Period>;
}

/** `model` is `""` for requests without one, `cost` what balances paid. Times are sums of milliseconds, money micro-dollars. */
interface ModelUsage {
  bucket: number;
  model: string;
  requests: number;
  errors: number;
  responseTime: number;
  cost: number;
}

/** `plans` is what plans paid. */
export interface OverviewUsage {
  models: readonly ModelUsage[];
  plans: readonly { bucket: number; micros: number }[];
}

/** Of one in `every` requests. `charged` is paid by balance or plan; `cost` is the provider's, null if it isn't known. */
export interface CostSample {
  every: number;
  models: ReadonlyMap<string, { charged: number; plan: number; cost: number | null }>;
}

/** `spend` is what usage cost customers, by balance and by plan; `plan` is the plans' part of it. Micro-dollars. */
export interface UsageTotals extends Omit<ModelUsage, "bucket" | "model" | "cost"> {
  spend: number;
  plan: number;
}

export interface ModelFigures extends UsageTotals {
  model: string;
  cost: number | null;
}

/** Of the models whose cost is known: it, their spend less it, that in percent of their spend, and their share of all. */
export interface OverviewMargin {
  cost: number | null;
  margin: number | null;
  percent: number | null;
  knownShare: number | null;
}

export interface PeriodFigures {
  totals: UsageTotals;
  models: ModelFigures[];
  margin: OverviewMargin;
}

const inside =
  ({ from, until }: Period) =>
  ({ bucket }: { bucket: number }) =>
    bucket >= from && bucket < until;
const sumOf = <Row>(rows: readonly Row[], of: (row: Row) => number) =>
  rows.reduce((sum, row) => sum + of(row), 0);

const totalsOf = (rows: readonly Omit<ModelUsage, "bucket" | "model">[], plan: number): UsageTotals => ({
  requests: sumOf(rows, ({ requests }) => requests),
  errors: sumOf(rows, ({ errors }) => errors),
  responseTime: sumOf(rows, ({ responseTime }) => responseTime),
  spend: sumOf(rows, ({ cost }) => cost) + plan,
  plan,
});

/** The totals of each bucket of a period, in order. */
export function bucketTotals({ models, plans }: OverviewUsage, { from, until }: Period) {
  return Array.from({ length: until - from }, (_, at) => {
    const bucket = from + at;
    const here = inside({ from: bucket, until: bucket + 1 });
    return {
      bucket,
      ...totalsOf(
        models.filter(here),
        sumOf(plans.filter(here), ({ micros }) => micros),
      ),
    };
  });
}

/**
 * The figures of a period. Requests, errors, time and the sum of all spend are the roll-up's and exact. The roll-up
 * doesn't have what plans paid by model, so that is divided as in the sample. A model's cost is its spend times the
 * sample's ratio of cost to charges: the mix of its requests changes that ratio little, their number not at all.
 */
export function periodFigures(usage: OverviewUsage, period: Period, sample: CostSample): PeriodFigures {
  const rows = usage.models.filter(inside(period));
  const plan = sumOf(usage.plans.filter(inside(period)), ({ micros }) => micros);
  const byModel = Map.groupBy(rows, ({ model }) => model);
  const names = [...byModel.keys()];
  const shares = apportion(
    plan,
    names.map((name) => sample.models.get(name)?.plan ?? 0),
  );
  const models = names.map((model, at): ModelFigures => {
    const totals = totalsOf(byModel.get(model) ?? [], shares[at] ?? 0);
    return { model, ...totals, cost: costOfModel(model, totals.spend, sample) };
  });
  const totals = totalsOf(rows, plan);
  return {
    totals,
    models: models.sort(
      (a, b) => b.spend - a.spend || b.requests - a.requests || (a.model < b.model ? -1 : 1),
    ),
    margin: marginOf(models, totals.spend),
  };
}

function costOfModel(model: string, spend: number, { models, every }: CostSample): number | null {
  const sampled = models.get(model);
  if (sampled === undefined || sampled.cost === null) return null;
  const scale = sampled.charged > 0 ? spend / sampled.charged : every;
  return Math.round(sampled.cost * scale);
}

function marginOf(models: readonly ModelFigures[], spend: number): OverviewMargin {
  const known = models.filter(({ cost }) => cost !== null);
  const knownSpend = sumOf(known, (model) => model.spend);
  const knownShare = spend > 0 ? (100 * knownSpend) / spend : null;
  if (known.length === 0) return { cost: null, margin: null, percent: null, knownShare };
  const cost = sumOf(known, (model) => model.cost ?? 0);
  const margin = knownSpend - cost;
  return { cost, margin, percent: knownSpend > 0 ? (100 * margin) / knownSpend : null, knownShare };
}

/** Whole parts of `total`, in proportion to the weights, that add up to it; zeros if no weight is above 0. */
export function apportion(total: number, weights: readonly number[]): number[] {
  const all = sumOf(weights, (weight) => weight);
  let weight = 0;
  let given = 0;
  return weights.map((each) => {
    weight += each;
    const upTo = all > 0 ? Math.round(total * (weight / all)) : 0;
    const part = upTo - given;
    given = upTo;
    return part;
  });
}

/** In percent; null without anything to compare with. */
export const changeBetween = (before: number, now: number): number | null =>
  before > 0 ? (100 * (now - before)) / before : null;
