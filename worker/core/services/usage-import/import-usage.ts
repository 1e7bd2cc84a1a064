import { MINUTE_MS } from "#core/domain/time.ts";
import type { SourceRow } from "#core/ports.ts";
import { beginImport, countWaitingRows, findDueRows, type Waiting } from "#core/storage/usage-import.ts";
import { type ImportContext, importPage, type PageKind } from "./import-page.ts";

export interface ImportOptions {
  /** At most 1,000, PostgREST's limit. */
  pageRows?: number;
  /** For each of a run's two readings; the next run continues. */
  maxPages?: number;
  maxMs?: number;
}

export interface ImportReport {
  read: number;
  rows: number;
  /** New rows that became visible minutes after rows with higher ids. */
  late: number;
  tooOld: number;
  /** Imported without a key, because the account has none that matches. */
  unknownKeys: number;
  /** Waiting for a correction in the source, or for their time to come. */
  waiting: Waiting[];
  caughtUp: boolean;
}

/** Rows of a source transaction that stays open for longer may be missed. */
const LATE_MS = 60 * MINUTE_MS;
/** Read again in each run: ids mostly become visible within seconds. */
const RECENT_MS = 2 * MINUTE_MS;
const RECENT_IDS = 5000;
const TRY_AGAIN_MS = 5 * MINUTE_MS;
const TRY_AGAIN_ROWS = 200;

interface Run {
  ctx: ImportContext;
  limits: Required<ImportOptions>;
  endsAt: number;
  report: ImportReport;
}

/**
 * Ids become visible out of order, so every row is read again an hour later; repeated request ids change nothing.
 * Safe to repeat, overlap or interrupt.
 */
export async function importUsage(ctx: ImportContext, options: ImportOptions = {}): Promise<ImportReport> {
  const { db, clock, source } = ctx;
  const limits = { pageRows: 1000, maxPages: 30, maxMs: 20_000, ...options };
  const now = clock.now();
  const counts = { read: 0, rows: 0, late: 0, tooOld: 0, unknownKeys: 0 };
  const report: ImportReport = { ...counts, waiting: [], caughtUp: false };
  const run: Run = { ctx, limits, endsAt: now + limits.maxMs, report };
  const moments = { now, settled: now - LATE_MS, recent: now - RECENT_MS };
  const { head, tail, settled, recent } = await beginImport(db, source.name, moments);
  const isNewRead = await readPages(run, "head", {
    after: Math.max(0, recent, head - RECENT_IDS),
    until: null,
  });
  const before = report.rows;
  const isOldRead = await readPages(run, "tail", { after: tail, until: settled });
  report.late = report.rows - before;
  await retryWaiting(run);
  report.waiting = await countWaitingRows(db, source.name);
  report.caughtUp = isNewRead && isOldRead;
  return report;
}

/** @returns whether it reached the end: an empty page, since a server may return fewer rows than requested. */
async function readPages(
  run: Run,
  kind: "head" | "tail",
  { after, until }: { after: number; until: number | null },
): Promise<boolean> {
  const { ctx, limits, endsAt } = run;
  let position = after;
  for (let pages = 0; until === null || position < until; pages++) {
    if (pages === limits.maxPages || ctx.clock.now() >= endsAt) return false;
    const rows = await ctx.source.page({ after: position, until, limit: limits.pageRows });
    const last = rows.at(-1)?.id ?? until;
    if (last === null) return true;
    position = last;
    await storePage(run, rows, { [kind]: position });
  }
  return true;
}

async function retryWaiting(run: Run): Promise<void> {
  const { db, clock, source } = run.ctx;
  const due = { before: clock.now() - TRY_AGAIN_MS, limit: TRY_AGAIN_ROWS };
  const ids = await findDueRows(db, source.name, due);
  if (ids.length > 0) await storePage(run, await source.rows(ids), { requested: ids });
}

async function storePage({ ctx, report }: Run, rows: SourceRow[], kind: PageKind): Promise<void> {
  const page = await importPage(ctx, rows, kind);
  report.read += rows.length;
  report.rows += page.added;
  report.tooOld += page.tooOld;
  report.unknownKeys += page.unknownKeys;
}
