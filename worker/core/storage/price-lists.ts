import { asc, desc, eq, gt, lte, type SQL, sql } from "drizzle-orm";
import type { OperatorAction } from "#core/domain/operator.ts";
import type { Database } from "./database.ts";
import { type OperatorEntry, operatorLogIf } from "./operator-log.ts";
import { operatorLog } from "./schema/operations.ts";
import { priceLists } from "./schema/usage.ts";
import { writeBatch } from "./write-batch.ts";

export interface PriceListRow {
  id: number;
  effectiveFrom: number;
  createdAt: number;
  publishedBy: string;
  /** JSON; null when the caller has it already. */
  models: string | null;
}

/** The list in force at `at` (epoch ms) is the newest of those that began last; null before the first one. */
export async function readPriceListAt(db: Database, at: number): Promise<PriceListRow | null> {
  const [row] = await listsAt(db, at, []);
  return row ?? null;
}

/** The lists in force at `at` (epoch ms) and after it, without the models of those with `known` ids. */
export async function readPriceListRows(db: Database, at: number, known: readonly number[]) {
  const [current, next] = await db.batch([listsAt(db, at, known), listsAfter(db, at, known)]);
  return { current: current[0] ?? null, next: next[0] ?? null };
}

export async function findPriceListRow(db: Database, id: number): Promise<PriceListRow | null> {
  const [row] = await lists(db, eq(priceLists.id, id), []);
  return row ?? null;
}

/** The latest to begin first; of those that begin together, the last published. Each with the reason in its log entry. */
export async function readPriceListHistory(db: Database, limit: number) {
  const action: OperatorAction = "prices.published";
  const [rows, entries] = await db.batch([
    db.select().from(priceLists).orderBy(desc(priceLists.effectiveFrom), desc(priceLists.id)).limit(limit),
    db
      .select({
        list: sql<number>`json_extract(${operatorLog.detail}, '$.list')`,
        reason: operatorLog.reason,
      })
      .from(operatorLog)
      .where(eq(operatorLog.action, action)),
  ]);
  const reasons = new Map(entries.map(({ list, reason }) => [list, reason]));
  return rows.map((row) => ({ ...row, reason: reasons.get(row.id) ?? null }));
}

type NewPriceList = Omit<typeof priceLists.$inferInsert, "id">;

/**
 * Stores the entry in the same transaction, with the list's id. Lists after it that change nothing, which canceling
 * leaves behind, go on to change nothing: they are replaced by copies of it.
 * @returns that id; null when the list in force at its start has the same models, and nothing is written.
 */
export async function insertPriceList(
  db: Database,
  row: NewPriceList,
  log: OperatorEntry,
): Promise<number | null> {
  const { effectiveFrom, createdAt, publishedBy = "", models } = row;
  const inForce = db
    .select({ models: priceLists.models })
    .from(priceLists)
    .where(lte(priceLists.effectiveFrom, effectiveFrom))
    .orderBy(desc(priceLists.effectiveFrom), desc(priceLists.id))
    .limit(1);
  const isNew = sql`${models} IS NOT (${inForce})`;
  const [, inserted] = await writeBatch(db, [
    db.run(
      sql`WITH later AS (SELECT * FROM ${priceLists} WHERE effective_from > ${effectiveFrom}
          AND id IN (SELECT max(id) FROM ${priceLists} GROUP BY effective_from))
        INSERT INTO ${priceLists} (effective_from, created_at, published_by, models)
        SELECT effective_from, ${createdAt}, ${publishedBy}, ${models} FROM later
        WHERE ${isNew} AND NOT EXISTS (SELECT 1 FROM later AS other
          WHERE other.effective_from <= later.effective_from AND other.models IS NOT (${inForce}))`,
    ),
    db.run(
      sql`INSERT INTO ${priceLists} (effective_from, created_at, published_by, models)
        SELECT ${effectiveFrom}, ${createdAt}, ${publishedBy}, ${models} WHERE ${isNew}
        RETURNING id`,
    ),
    operatorLogIf(db, log, sql`changes() > 0`, { name: "list", value: sql`last_insert_rowid()` }),
  ]);
  const id = inserted?.rows[0]?.id;
  return id === undefined ? null : Number(id);
}

const listsAt = (db: Database, at: number, known: readonly number[]) =>
  lists(db, lte(priceLists.effectiveFrom, at), known)
    .orderBy(desc(priceLists.effectiveFrom), desc(priceLists.id))
    .limit(1);

const listsAfter = (db: Database, at: number, known: readonly number[]) =>
  lists(db, gt(priceLists.effectiveFrom, at), known)
    .orderBy(asc(priceLists.effectiveFrom), desc(priceLists.id))
    .limit(1);

const lists = (db: Database, where: SQL, known: readonly number[]) =>
  db
    .select({
      id: priceLists.id,
      effectiveFrom: priceLists.effectiveFrom,
      createdAt: priceLists.createdAt,
      publishedBy: priceLists.publishedBy,
      models: sql<
        string | null
      >`iif(${priceLists.id} IN (SELECT value FROM json_each(${JSON.stringify(known)})), NULL, ${priceLists.models})`,
    })
    .from(priceLists)
    .where(where);
