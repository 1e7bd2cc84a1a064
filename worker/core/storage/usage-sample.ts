import { z } from "zod";
import { TEST_MODEL_NAME } from "#core/domain/gateway/test-scenarios.ts";
import type { Database } from "./database.ts";

const ROWS_PER_READ = 5_000;

const NEXT = "SELECT id, timestamp FROM api_usage WHERE id >= :id ORDER BY id LIMIT 1";
const NEWEST = "SELECT coalesce(max(id), 0) AS id FROM api_usage";
/** Prime, so that the rows' places within their stretches take every value: traffic often alternates. */
const SPREAD = 7919;
/** One row of each stretch of ids, found by its id, so that the cost is that of the sample. */
const SAMPLE = `WITH RECURSIVE stretch (id) AS (
    SELECT :first UNION ALL SELECT id + :every FROM stretch WHERE id + :every <= :last LIMIT ${ROWS_PER_READ}
  ), picked AS (SELECT id + (id / :every * ${SPREAD}) % :every AS id FROM stretch)
  SELECT u.id, u.account_id AS accountId, u.cost_micros + u.plan_micros AS chargedMicros,
    u.plan_micros AS planMicros, u.price_lines AS priceLines, coalesce(models.name, '') AS model
  FROM picked JOIN api_usage AS u ON u.id = picked.id AND u.id <= :last LEFT JOIN models ON models.id = u.model_id
  WHERE u.price_lines IS NOT NULL AND models.name IS NOT '${TEST_MODEL_NAME}' ORDER BY u.id`;

const placeRow = z.object({ id: z.number(), timestamp: z.number() });
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

export interface UsageRange {
  first: number;
  last: number;
}

/** Ids of the rows that arrived since `since` (epoch ms): arrivals are in order but for seconds. Null if there are none. */
export async function findUsageSince(db: Database, since: number): Promise<UsageRange | null> {
  const newest = await db.$client.execute(NEWEST);
  const last = z.object({ id: z.number() }).parse(newest.rows[0]).id;
  let [low, high] = [0, last + 1];
  let first = high;
  while (low < high) {
    const middle = Math.floor((low + high) / 2);
    const { rows } = await db.$client.execute({ sql: NEXT, args: { id: middle } });
    const next = placeRow.safeParse(rows[0]).data;
    if (next !== undefined && next.timestamp < since) low = next.id + 1;
    else [high, first] = [middle, next?.id ?? first];
  }
  return first > last ? null : { first, last };
}

/** The priced ones among one row of every `every` ids of the range, in order. */
export async function* sampleUsage(
  db: Database,
  { first, last }: UsageRange,
  every: number,
): AsyncGenerator<SampledUsage[]> {
  for (let from = first; from <= last; from += every * ROWS_PER_READ) {
    const args = { first: from, last, every };
    const { rows } = await db.$client.execute({ sql: SAMPLE, args });
    yield z.array(sampleRow).parse(rows);
  }
}
