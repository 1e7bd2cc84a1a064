import { z } from "zod";
import { cover } from "#core/domain/analytics-window.ts";
import { HOUR_MS } from "#core/domain/ranges.ts";
import { PREVIOUS as SUMS } from "./analytics-sql.ts";
import type { Database } from "./database.ts";

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
  const { hours, days } = cover(firstHour, endHour);
  const buckets = { hours: JSON.stringify(hours), days: JSON.stringify(days) };
  const edges = { from, to, first: firstHour * HOUR_MS, end: endHour * HOUR_MS };
  const args = { account: accountId, key: 0, ...buckets, ...edges };
  const { rows } = await db.$client.execute({ sql: SUMS, args });
  const [requests] = sums.parse(JSON.parse(String(rows[0]?.json)));
  return requests;
}
