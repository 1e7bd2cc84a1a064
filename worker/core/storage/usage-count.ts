import { z } from "zod";
import { HOUR_MS } from "#core/domain/ranges.ts";
import { windowSums } from "./analytics-sql.ts";
import type { Database } from "./database.ts";
import { spanStatement } from "./usage-scope.ts";

/** Requests, then figures that are not needed here. */
const sums = z.tuple([z.number()], z.number());

/**
 * How many requests of the account lie in [from, to), epoch ms: exactly those in the raw rows at that instant,
 * whatever has been rolled up, read out of the buckets, the ragged edges and the rows not rolled up yet.
 */
export async function countRequests(
  db: Database,
  accountId: number,
  { from, to }: { from: number; to: number },
): Promise<number> {
  const firstHour = Math.ceil(from / HOUR_MS);
  const endHour = Math.floor(to / HOUR_MS);
  const span = { from, to, firstHour, endHour };
  const all = { accountId, keyId: 0, endpoint: null };
  const { rows } = await db.$client.execute(spanStatement(windowSums, all, span));
  const [requests] = sums.parse(JSON.parse(String(rows[0]?.json)));
  return requests;
}
