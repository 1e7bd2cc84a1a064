import { DAY_MS } from "#core/domain/ranges.ts";
import { RETENTION_DAYS_LEAST } from "#core/domain/retention.ts";
import { NO_KEY_ID, type UsageRow } from "#core/domain/usage.ts";
import type { SourceRow, UsageSource } from "#core/ports.ts";
import type { ServiceContext } from "#core/services/context.ts";
import { storeImportedPage } from "#core/storage/usage-import.ts";
import { findOwners } from "./find-owners.ts";
import { type ReadableRow, readSourceRow } from "./source-row.ts";

export interface ImportContext extends ServiceContext {
  source: UsageSource;
}

/** How far the source has been read with the page, or the rows that were asked for by their ids. */
export type PageKind = { head?: number; tail?: number; asked?: number[] };

/** No view looks so far back, and no younger row has been retired: it would be taken for a new one. */
const OLDEST_MS = (RETENTION_DAYS_LEAST - 1) * DAY_MS;
/** A clock may be wrong by so much; rows ahead of it by less are counted once their time has come. */
const MOST_AHEAD_MS = DAY_MS;

/** Takes in what is usable of the rows and sets the rest aside, with the page's place in the same transaction. */
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
    settled: settledOf(kind.asked ?? [], setAside),
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

/** Those that are usable now, too old, or gone from the source. */
function settledOf(asked: number[], setAside: [number, string][]): number[] {
  const still = new Set(setAside.map(([id]) => id));
  return asked.filter((id) => !still.has(id));
}
