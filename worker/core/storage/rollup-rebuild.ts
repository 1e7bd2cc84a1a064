import { z } from "zod";
import type { Bucket } from "#core/domain/bucket-check.ts";
import type { Database } from "./database.ts";
import {
  DAY_CHECK,
  DAYS_IN_USE,
  HOUR_CHECK,
  HOURS_IN_USE,
  NEXT_ACCOUNT,
  REBUILD_DAY,
  REBUILD_HOUR,
  RETIRED,
} from "./rollup-rebuild-sql.ts";
import { writeBatch } from "./write-batch.ts";

/** A UTC hour or day of an account, counted from the epoch. */
export type Unit = { account: number; hour: number } | { account: number; day: number };

const bucketList = z.array(z.tuple([z.union([z.string(), z.number()]), z.array(z.number()), z.string()]));
const nextAccount = z.object({ account: z.number().nullable() });
const bucketRow = z.object({ bucket: z.number() });

/** What a unit's buckets should hold and what they hold, by key and by key and endpoint, in one snapshot. */
export interface UnitReading {
  /** Epoch ms: raw rows from before then may be gone. */
  retiredBefore: number;
  /** Of an hour from the raw rows, each key by itself; of a day from the hours, key 0 among the keys. */
  expected: { series: Bucket[]; endpoints: Bucket[] };
  stored: { series: Bucket[]; endpoints: Bucket[] };
}

export async function readUnit(db: Database, unit: Unit): Promise<UnitReading> {
  const checks = "hour" in unit ? HOUR_CHECK : DAY_CHECK;
  const statements = [RETIRED, ...checks.map((sql) => ({ sql, args: unit }))];
  const results = await db.$client.batch(statements, "read");
  const [retired, ...lists] = results.map(({ rows }) => JSON.parse(String(rows[0]?.json)));
  const [series, endpoints, storedSeries, storedEndpoints] = z.array(bucketList).parse(lists);
  return {
    retiredBefore: z.number().parse(retired),
    expected: { series: series ?? [], endpoints: endpoints ?? [] },
    stored: { series: storedSeries ?? [], endpoints: storedEndpoints ?? [] },
  };
}

/** Puts what the raw rows (of an hour) or the hours (of a day) give in place of the unit's buckets, all or nothing. */
export async function rebuildUnit(db: Database, unit: Unit): Promise<void> {
  const statements = "hour" in unit ? REBUILD_HOUR : REBUILD_DAY;
  await writeBatch(
    db,
    statements.map((sql) => ({ sql, args: argsIn(sql, unit) })),
  );
}

/** The server refuses an argument that a statement does not name. */
function argsIn(sql: string, unit: Unit): Record<string, number> {
  return Object.fromEntries(Object.entries(unit).filter(([name]) => sql.includes(`:${name}`)));
}

/** The next account by number that has raw rows or buckets; null after the last one. */
export async function findNextAccount(db: Database, after: number): Promise<number | null> {
  const { rows } = await db.$client.execute({ sql: NEXT_ACCOUNT, args: { after } });
  return nextAccount.parse(rows[0]).account;
}

/** The hours and days in [first, end), in days from the epoch, in which the account has raw rows or buckets. */
export async function findUnits(
  db: Database,
  account: number,
  { first, end }: { first: number; end: number },
): Promise<{ hours: number[]; days: number[] }> {
  const [hours, days] = await db.$client.batch(
    [
      { sql: HOURS_IN_USE, args: { account, first: first * 24, end: end * 24 } },
      { sql: DAYS_IN_USE, args: { account, first, end } },
    ],
    "read",
  );
  const numbers = (rows: unknown) =>
    z
      .array(bucketRow)
      .parse(rows)
      .map(({ bucket }) => bucket);
  return { hours: numbers(hours?.rows), days: numbers(days?.rows) };
}
