import { z } from "zod";
import type { Bucket } from "#core/domain/bucket-check.ts";
import { HOURS_PER_DAY } from "#core/domain/time.ts";
import type { Database } from "./database.ts";
import {
  DAY_CHECK,
  DAYS_IN_USE,
  HOUR_CHECK,
  HOURS_IN_USE,
  IS_BUILT,
  NEXT_ACCOUNT,
  OPEN_DAY,
  REBUILD_HOUR,
  RETIRED,
} from "./rollup-rebuild-sql.ts";
import { writeBatch } from "./write-batch.ts";

export type Unit = { account: number; hour: number } | { account: number; day: number };

const bucketList = z.array(z.tuple([z.string(), z.array(z.number()), z.string()]));
const nextAccount = z.object({ account: z.number().nullable() });
const bucketRow = z.object({ bucket: z.number() });

export interface UnitReading {
  retiredBefore: number;
  /** By table: what the raw rows say of an hour, or the hours of a day, and what is stored. Empty for an open day. */
  tables: { expected: Bucket[]; stored: Bucket[] }[];
}

export async function readUnit(db: Database, unit: Unit): Promise<UnitReading> {
  const statements = "hour" in unit ? ["SELECT 1 AS json", ...HOUR_CHECK] : [IS_BUILT, ...DAY_CHECK];
  const results = await db.$client.batch(
    [RETIRED, ...statements.map((sql) => (sql.includes(":") ? { sql, args: unit } : sql))],
    "read",
  );
  const [retired, isBuilt, ...lists] = results.map(({ rows }) => JSON.parse(String(rows[0]?.json)));
  const read = isBuilt === 1 ? z.array(bucketList).parse(lists) : [];
  const tables = Array.from({ length: read.length / 2 }, (_, i) => ({
    expected: read[2 * i] ?? [],
    stored: read[2 * i + 1] ?? [],
  }));
  return { retiredBefore: z.number().parse(retired), tables };
}

/** Recomputes an hour from its raw rows, in one transaction; its day is open from then on. */
export async function rebuildHour(db: Database, unit: { account: number; hour: number }): Promise<void> {
  await writeBatch(
    db,
    REBUILD_HOUR.map((sql) => ({ sql, args: argsIn(sql, unit) })),
  );
}

/** From then on the hours of the day count, until it is built anew. */
export async function openDay(db: Database, day: { account: number; day: number }): Promise<void> {
  await writeBatch(db, [{ sql: OPEN_DAY, args: day }]);
}

function argsIn(sql: string, unit: Unit): Record<string, number> {
  return Object.fromEntries(Object.entries(unit).filter(([name]) => sql.includes(`:${name}`)));
}

/** The next account id with raw rows or days; null after the last one. */
export async function findNextAccount(db: Database, after: number): Promise<number | null> {
  const { rows } = await db.$client.execute({ sql: NEXT_ACCOUNT, args: { after } });
  return nextAccount.parse(rows[0]).account;
}

/** The hours and days in [first, end), in days since the epoch, with raw rows or buckets of the account. */
export async function findUnits(
  db: Database,
  account: number,
  { first, end }: { first: number; end: number },
): Promise<{ hours: number[]; days: number[] }> {
  const [hours, days] = await db.$client.batch(
    [
      { sql: HOURS_IN_USE, args: { account, first: first * HOURS_PER_DAY, end: end * HOURS_PER_DAY } },
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
