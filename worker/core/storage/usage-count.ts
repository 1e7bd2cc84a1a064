import { z } from "zod";
import { HOUR_MS } from "#core/domain/ranges.ts";
import { READS } from "./analytics-sql.ts";
import type { Database } from "./database.ts";
import { bucketArguments, edgeArguments } from "./usage-scope.ts";

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
  const args = { account: accountId, key: 0, ...bucketArguments(span), ...edgeArguments(span) };
  const { rows } = await db.$client.execute({ sql: READS["all endpoints"].previous, args });
  const [requests] = sums.parse(JSON.parse(String(rows[0]?.json)));
  return requests;
}
