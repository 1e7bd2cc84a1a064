import type { SourceRow } from "#core/ports.ts";
import { beginImport, countWaitingRows, findDueRows, type Waiting } from "#core/storage/usage-import.ts";
import { type ImportContext, importPage, type PageKind } from "./import-page.ts";

export interface ImportOptions {
  /** Rows a page; PostgREST gives no more than 1,000. */
  pageRows?: number;
  /** Where each of the two readings of a run stops, even if rows are left; the next run goes on. */
  maxPages?: number;
  /** No page is begun later in a run. */
  maxMs?: number;
}

export interface ImportReport {
  /** Rows of the source that were read, also those known already. */
  read: number;
  /** Rows that were new. */
  rows: number;
  /** Of these, the ones that became visible only minutes after rows with higher ids. */
  late: number;
  /** Of those read: too old for any view, so left out. */
  tooOld: number;
  /** Of those read: taken in without a key, since what they say of it names none of the account's keys. */
  unknownKeys: number;
  /** Rows that wait until they are corrected in the source, or until their time has come. */
  waiting: Waiting[];
  /** False when the run stopped with rows left. */
  caughtUp: boolean;
}

const MINUTE_MS = 60_000;
/** A transaction of the source that stays open for longer, while later ids are read, may be missed. */
const LATE_MS = 60 * MINUTE_MS;
/** What a run reads again at once: ids mostly become visible within seconds. */
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
 * Copies what is new in the source into `api_usage`, page by page, each in one transaction with its place.
 *
 * Ids become visible out of order, so every row is read twice: when it is new, and again an hour later, which finds
 * what was committed late; a repeated request id changes nothing. Rows older than every view are left out, so that
 * none comes back after its raw row has been retired. Repeating, overlapping or breaking it off misses nothing.
 * @throws whatever the source or the database throws; the pages before it stay done.
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
  const isNewRead = await readOn(run, "head", { after: Math.max(0, recent, head - RECENT_IDS), until: null });
  const before = report.rows;
  const isOldRead = await readOn(run, "tail", { after: tail, until: settled });
  report.late = report.rows - before;
  await tryAgain(run);
  report.waiting = await countWaitingRows(db, source.name);
  report.caughtUp = isNewRead && isOldRead;
  return report;
}

/** @returns whether it came to the end; only an empty page is one, since a server may give fewer rows than asked. */
async function readOn(
  run: Run,
  kind: "head" | "tail",
  { after, until }: { after: number; until: number | null },
): Promise<boolean> {
  const { ctx, limits, endsAt } = run;
  let place = after;
  for (let pages = 0; until === null || place < until; pages++) {
    if (pages === limits.maxPages || ctx.clock.now() >= endsAt) return false;
    const rows = await ctx.source.page({ after: place, until, limit: limits.pageRows });
    const last = rows.at(-1)?.id ?? until;
    if (last === null) return true;
    place = last;
    await take(run, rows, { [kind]: place });
  }
  return true;
}

async function tryAgain(run: Run): Promise<void> {
  const { db, clock, source } = run.ctx;
  const due = { before: clock.now() - TRY_AGAIN_MS, limit: TRY_AGAIN_ROWS };
  const ids = await findDueRows(db, source.name, due);
  if (ids.length > 0) await take(run, await source.rows(ids), { asked: ids });
}

async function take({ ctx, report }: Run, rows: SourceRow[], kind: PageKind): Promise<void> {
  const page = await importPage(ctx, rows, kind);
  report.read += rows.length;
  report.rows += page.added;
  report.tooOld += page.tooOld;
  report.unknownKeys += page.unknownKeys;
}
