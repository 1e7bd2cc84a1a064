import type { PriceEntry } from "#core/contract/price-list.ts";
import { DomainError, notFound } from "#core/domain/errors.ts";
import type { OperatorContext, ServiceContext } from "#core/services/context.ts";
import { findPriceListRow, readPriceListHistory } from "#core/storage/price-lists.ts";
import { publishPrices } from "./publish-prices.ts";
import { entriesOf, readPublishedPrices } from "./read-prices.ts";

/** `replaced` lists never count: another one was published later for the same time. */
type PriceListState = "scheduled" | "in_force" | "past" | "replaced";

export interface ListedPrices {
  id: number;
  state: PriceListState;
  from: number;
  /** When the next one begins; null for the last one. */
  until: number | null;
  createdAt: number;
  publishedBy: string;
  /** Null where none was recorded. */
  reason: string | null;
  models: PriceEntry[];
  /** Names of models that were added, changed or removed by it. */
  changed: string[];
}

const HISTORY_MAX = 50;

/** The last 50 price lists, the latest to begin first. */
export async function listPriceHistory({
  db,
  clock,
}: Pick<ServiceContext, "db" | "clock">): Promise<ListedPrices[]> {
  const rows = await readPriceListHistory(db, HISTORY_MAX + 1);
  const now = clock.now();
  const counts = rows.map((row, i) => row.effectiveFrom !== rows[i - 1]?.effectiveFrom);
  const models = rows.map(entriesOf);
  return rows.slice(0, HISTORY_MAX).map(({ id, effectiveFrom, createdAt, publishedBy, reason }, i) => {
    const next = rows.slice(0, i).findLast(({ effectiveFrom: from }) => from > effectiveFrom);
    const before = rows.findIndex((row, at) => at > i && counts[at] && row.effectiveFrom < effectiveFrom);
    const state = counts[i] ? stateAt(now, effectiveFrom, next?.effectiveFrom) : "replaced";
    return {
      id,
      state,
      createdAt,
      publishedBy,
      reason,
      from: effectiveFrom,
      until: next?.effectiveFrom ?? null,
      models: models[i] ?? [],
      changed: changedModels(models[before] ?? [], models[i] ?? []),
    };
  });
}

function stateAt(now: number, from: number, until: number | undefined): PriceListState {
  if (from > now) return "scheduled";
  return until !== undefined && until <= now ? "past" : "in_force";
}

function changedModels(before: readonly PriceEntry[], after: readonly PriceEntry[]): string[] {
  const old = new Map(before.map((entry) => [entry.model, JSON.stringify(entry)]));
  const now = new Map(after.map((entry) => [entry.model, JSON.stringify(entry)]));
  return [...new Set([...old.keys(), ...now.keys()])]
    .filter((name) => old.get(name) !== now.get(name))
    .sort();
}

/**
 * Publishes an earlier list's prices again, from now on, as a new list: past requests keep theirs.
 * @throws DomainError `not_found`.
 */
export async function rollBackPrices(ctx: OperatorContext, { id, reason }: { id: number; reason: string }) {
  const row = await findPriceListRow(ctx.db, id);
  if (row === null) throw notFound(`Price list ${id}`);
  return publishPrices(ctx, { models: entriesOf(row), effectiveFrom: ctx.clock.now(), reason });
}

/**
 * Keeps a scheduled list from coming into force: the one before it is published again for the same time, as lists are
 * never deleted. @throws DomainError `not_found`; `invalid_request` once it has begun, or if nothing comes before it.
 */
export async function cancelPrices(ctx: OperatorContext, { id, reason }: { id: number; reason: string }) {
  const row = await findPriceListRow(ctx.db, id);
  if (row === null) throw notFound(`Price list ${id}`);
  const { effectiveFrom } = row;
  if (effectiveFrom <= ctx.clock.now())
    throw new DomainError(
      "invalid_request",
      "This list is in force already. Roll back to another one instead.",
      {
        field: "id",
      },
    );
  const before = await readPublishedPrices(ctx.db, effectiveFrom - 1);
  if (before === null)
    throw new DomainError("invalid_request", "No list would be in force without it.", { field: "id" });
  return publishPrices(ctx, { models: before.models, effectiveFrom, reason });
}
