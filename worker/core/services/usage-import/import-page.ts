import { DAY_MS } from "#core/domain/time.ts";
import { NO_KEY_ID, RETENTION_DAYS_LEAST, type UsageRow } from "#core/domain/usage.ts";
import type { SourceRow, UsageSource } from "#core/ports.ts";
import type { ServiceContext } from "#core/services/context.ts";
import { storeImportedPage } from "#core/storage/usage-import.ts";
import { findOwners } from "./find-owners.ts";
import { type ReadableRow, readSourceRow } from "./source-row.ts";

export interface ImportContext extends ServiceContext {
  source: UsageSource;
}

/** How far the page brings a reading (`head`, `tail`), or the ids of rows that were requested again. */
export type PageKind = { head?: number; tail?: number; requested?: number[] };

/** No view looks back further, and no younger row has been retired: such a row would look new. */
const OLDEST_MS = (RETENTION_DAYS_LEAST - 1) * DAY_MS;
/** Allowance for wrong clocks; rows ahead of time are counted once their time comes. */
const MOST_AHEAD_MS = DAY_MS;

/** Stores usable rows and sets the others aside, in one transaction with the page's position. */
export async function importPage(ctx: ImportContext, rows: SourceRow[], kind: PageKind) {
  const now = ctx.clock.now();
  const setAside: [number, string][] = [];
  const readable: ReadableRow[] = [];
  let tooOld = 0;
  for (const row of rows) {
    const read = readSourceRow(ctx.source.name, row);
    if (typeof read === "string") setAside.push([row.id, read]);
    else if (read.usage.timestamp < now - OLDEST_MS) tooOld++;
    else if (read.usage.timestamp > now + MOST_AHEAD_MS) setAside.push([row.id, "in_the_future"]);
    else readable.push(read);
  }
  const { usage, unowned } = await withOwners(ctx, readable);
  setAside.push(...unowned.map(({ id }): [number, string] => [id, "no_account"]));
  const added = await storeImportedPage(ctx.db, {
    source: ctx.source.name,
    now,
    rows: usage,
    setAside,
    settled: settledOf(kind.requested ?? [], setAside),
    head: kind.head ?? 0,
    tail: kind.tail ?? 0,
  });
  const named = new Set(readable.filter(({ keyText }) => keyText !== "").map(({ requestId }) => requestId));
  const unknownKeys = usage.filter(({ keyId, requestId }) => keyId === NO_KEY_ID && named.has(requestId));
  return { added, tooOld, unknownKeys: unknownKeys.length };
}

async function withOwners(ctx: ImportContext, rows: ReadableRow[]) {
  const ownerOf = await findOwners(ctx, rows);
  const usage: UsageRow[] = [];
  const unowned: ReadableRow[] = [];
  for (const row of rows) {
    const owner = ownerOf(row);
    if (owner === null) unowned.push(row);
    else usage.push({ ...row.usage, ...owner, requestId: row.requestId });
  }
  return { usage, unowned };
}

/** Rows that are now usable, too old, or gone from the source. */
function settledOf(requested: number[], setAside: [number, string][]): number[] {
  const still = new Set(setAside.map(([id]) => id));
  return requested.filter((id) => !still.has(id));
}
