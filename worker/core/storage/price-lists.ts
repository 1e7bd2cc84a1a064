import { asc, desc, eq, gt, inArray, lte, type SQL, sql } from "drizzle-orm";
import type { OperatorAction } from "#core/domain/operator.ts";
import type { StoredPriceList } from "#core/domain/price-timeline.ts";
import type { Database } from "./database.ts";
import { type OperatorEntry, operatorLogIf } from "./operator-log.ts";
import { firstOf, type Read, rowsOf } from "./read.ts";
import { operatorLog } from "./schema/operations.ts";
import { priceLists } from "./schema/usage.ts";
import { ifChanged, writeBatch } from "./write-batch.ts";

export interface PriceListRow {
  id: number;
  effectiveFrom: number;
  createdAt: number;
  publishedBy: string;
  /** JSON; null when the caller has it already. */
  models: string | null;
}

/**
 * The lists that requests are billed by at `at` (epoch ms) and after it, copies of canceling included, without
 * the models of those with `known` ids.
 */
export async function readPriceListRows(db: Database, at: number, known: readonly number[]) {
  const [current, next] = await db.batch([listsAt(db, at, known), listsAfter(db, at, known)]);
  return { current: current[0] ?? null, next: next[0] ?? null };
}

/** @param id the list's, or SQL that selects it. */
export const findPriceListRow = (db: Database, id: number | SQL): Read<PriceListRow | null> =>
  firstOf(db, lists(db, eq(priceLists.id, id), []));

/** Every list without its models, for `price-timeline.ts`, which needs to know only where they are the same. */
export const readStoredPriceLists = (db: Database): Read<StoredPriceList[]> =>
  rowsOf(
    db,
    db
      .select({
        id: priceLists.id,
        from: priceLists.effectiveFrom,
        createdAt: priceLists.createdAt,
        prices: sql<number>`min(${priceLists.id}) OVER (PARTITION BY ${priceLists.models})`,
      })
      .from(priceLists)
      .orderBy(priceLists.id),
  );

/** Of lists with these ids. */
export async function readPriceListRowsOf(db: Database, ids: readonly number[]) {
  return await db
    .select()
    .from(priceLists)
    .where(sql`${priceLists.id} IN (SELECT value FROM json_each(${JSON.stringify(ids)}))`);
}

const PUBLISHING: OperatorAction[] = ["prices.published", "prices.rolled_back"];

/** Why lists were published, and why some of them were canceled, by their ids. */
export function readPriceListReasons(db: Database) {
  const canceling: OperatorAction = "prices.canceled";
  const actions = db
    .select({
      action: operatorLog.action,
      list: sql<number>`json_extract(${operatorLog.detail}, '$.list')`,
      reason: operatorLog.reason,
    })
    .from(operatorLog)
    .where(inArray(operatorLog.action, [...PUBLISHING, canceling]));
  return rowsOf(db, actions).map((entries) => {
    const reasons = (isCanceling: boolean) =>
      new Map(
        entries
          .filter(({ action }) => (action === canceling) === isCanceling)
          .map(({ list, reason }) => [list, reason]),
      );
    return { published: reasons(false), canceled: reasons(true) };
  });
}

type NewPriceList = Omit<typeof priceLists.$inferInsert, "id">;

/**
 * Stores the entry in the same transaction, with the list's id.
 * @returns that id; null when the list in force at its start has the same models, and nothing is written.
 */
export async function insertPriceList(
  db: Database,
  { models, ...row }: NewPriceList,
  log: OperatorEntry,
): Promise<number | null> {
  const [, inserted] = await writeBatch(db, [
    ...publication(db, row, { models: sql`${models}`, condition: sql`true` }),
    operatorLogIf(db, log, ifChanged, { name: "list", value: sql`last_insert_rowid()` }),
  ]);
  const id = inserted?.rows[0]?.id;
  return id === undefined ? null : Number(id);
}

/**
 * Publishes the list before the one named `id` again for the same time. Stores the entry in the same transaction, with
 * the copy's id.
 * @returns false when another list has taken its place, and nothing is written.
 */
export async function cancelPriceList(
  db: Database,
  { id, ...row }: Omit<NewPriceList, "models"> & { id: number },
  log: OperatorEntry,
): Promise<boolean> {
  const { effectiveFrom } = row;
  const before = lastOf("models", sql`effective_from < ${effectiveFrom}`);
  const atStart = lastOf("id", sql`effective_from <= ${effectiveFrom}`);
  const [, inserted] = await writeBatch(db, [
    ...publication(db, row, { models: before, condition: sql`${id} = ${atStart}` }),
    operatorLogIf(db, log, ifChanged, { name: "copy", value: sql`last_insert_rowid()` }),
  ]);
  return inserted?.rows.length === 1;
}

/**
 * Inserts a list, unless that changes nothing. Lists after it that change nothing, which canceling leaves behind, go on
 * to change nothing: they are replaced by copies of it.
 */
function publication(
  db: Database,
  { effectiveFrom, createdAt, publishedBy = "" }: Omit<NewPriceList, "models">,
  { models, condition }: { models: SQL; condition: SQL },
) {
  const inForce = lastOf("models", sql`effective_from <= ${effectiveFrom}`);
  const isNew = sql`${condition} AND ${models} IS NOT ${inForce}`;
  return [
    db.run(
      sql`WITH later AS (SELECT * FROM ${priceLists} WHERE effective_from > ${effectiveFrom}
          AND id IN (SELECT max(id) FROM ${priceLists} GROUP BY effective_from))
        INSERT INTO ${priceLists} (effective_from, created_at, published_by, models)
        SELECT effective_from, ${createdAt}, ${publishedBy}, ${models} FROM later
        WHERE ${isNew} AND NOT EXISTS (SELECT 1 FROM later AS other
          WHERE other.effective_from <= later.effective_from AND other.models IS NOT ${inForce})`,
    ),
    db.run(
      sql`INSERT INTO ${priceLists} (effective_from, created_at, published_by, models)
        SELECT ${effectiveFrom}, ${createdAt}, ${publishedBy}, ${models} WHERE ${isNew}
        RETURNING id`,
    ),
  ];
}

/** Of lists that begin together, the newest one. */
const lastOf = (column: "id" | "models", where: SQL) =>
  sql`(SELECT ${sql.identifier(column)} FROM ${priceLists} WHERE ${where} ORDER BY effective_from DESC, id DESC LIMIT 1)`;

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
