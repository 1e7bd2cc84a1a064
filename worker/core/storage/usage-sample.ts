import { z } from "zod";
import { TEST_MODEL_NAME } from "#core/domain/gateway/test-scenarios.ts";
import type { Database } from "./database.ts";
import type { Read } from "./read.ts";
import { statement } from "./statement.ts";

/** Rows of one read. */
const MOST_SAMPLED = 5_000;

/** Halves [low, high) until it holds the first row that arrived since then. */
const SINCE = `WITH RECURSIVE newest (id) AS (SELECT coalesce(max(id), 0) FROM api_usage),
  search (low, high, first) AS (
    SELECT 0, id + 1, id + 1 FROM newest
    UNION ALL
    SELECT iif(n.timestamp < :since, n.id + 1, s.low), iif(n.timestamp < :since, s.high, (s.low + s.high) / 2),
      iif(n.timestamp < :since, s.first, coalesce(n.id, s.first))
    FROM search AS s
      LEFT JOIN api_usage AS n ON n.id = (SELECT min(id) FROM api_usage WHERE id >= (s.low + s.high) / 2)
    WHERE s.low < s.high)
  SELECT first, (SELECT id FROM newest) AS last FROM search WHERE low >= high LIMIT 1`;
/** Prime, so that the rows' places within their stretches take every value: traffic often alternates. */
const SPREAD = 7919;
/** One row of each stretch of ids, found by its id, so that the cost is that of the sample. */
const SAMPLE = `WITH RECURSIVE stretch (id) AS (
    SELECT :first UNION ALL SELECT id + :every FROM stretch WHERE id + :every <= :last LIMIT ${MOST_SAMPLED}
  ), picked AS (SELECT id + (id / :every * ${SPREAD}) % :every AS id FROM stretch)
  SELECT u.id, u.account_id AS accountId, u.cost_micros + u.plan_micros AS chargedMicros,
    u.plan_micros AS planMicros, u.price_lines AS priceLines, coalesce(models.name, '') AS model
  FROM picked JOIN api_usage AS u ON u.id = picked.id AND u.id <= :last LEFT JOIN models ON models.id = u.model_id
  WHERE u.price_lines IS NOT NULL AND models.name IS NOT '${TEST_MODEL_NAME}' ORDER BY u.id`;

const rangeRow = z.object({ first: z.int(), last: z.int() });
const sampleRow = z.object({
  id: z.number(),
  accountId: z.number(),
  /** From the balance or by the plan. */
  chargedMicros: z.number(),
  /** The plan's part of it. */
  planMicros: z.number(),
  priceLines: z.string(),
  model: z.string(),
});
export type SampledUsage = z.infer<typeof sampleRow>;

export type UsageRange = z.infer<typeof rangeRow>;

/** Ids of the rows that arrived since `since` (epoch ms): arrivals are in order but for seconds. Null if there are none. */
export const findUsageSince = (db: Database, since: number): Read<UsageRange | null> =>
  statement(SINCE, { since }, rangeRow)
    .only(db)
    .map((range) => (range.first > range.last ? null : range));

/** As `sampleUsage`, for at most `MOST_SAMPLED` rows. */
export const readUsageSample = (db: Database, range: UsageRange, every: number): Read<SampledUsage[]> =>
  statement(SAMPLE, { ...range, every }, sampleRow).all(db);

/** The priced ones among one row of every `every` ids of the range, in order. */
export async function* sampleUsage(
  db: Database,
  { first, last }: UsageRange,
  every: number,
): AsyncGenerator<SampledUsage[]> {
  for (let from = first; from <= last; from += every * MOST_SAMPLED)
    yield await readUsageSample(db, { first: from, last }, every);
}
