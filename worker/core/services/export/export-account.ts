import { rateLimited } from "#core/domain/errors.ts";
import { HOUR_MS, isoTime } from "#core/domain/time.ts";
import { auditStamp } from "#core/services/audit/audit-stamp.ts";
import { wholeLedger } from "#core/services/ledger/statement.ts";
import { allUsage } from "#core/services/usage/export-usage.ts";
import { auditWithin } from "#core/storage/audit.ts";
import { type ExportContext, readRecords } from "./account-records.ts";
import { activityFile, invitationsFile, keysFile, notificationsFile, paymentsFile } from "./log-files.ts";
import { jsonFiles } from "./pages.ts";
import { FILE_NAMES, type FileName, readme } from "./readme.ts";
import { refusalsFile, totalsFile } from "./usage-files.ts";
import { type ArchiveFile, zipOf } from "./zip.ts";

export const MAX_EXPORTS = 5;
const EXPORTS_WINDOW_MS = HOUR_MS;

/**
 * A ZIP archive of everything that the account and its person have. Recorded first, because a failed attempt may have been
 * read in part. What is long is read page by page, as the client takes it; a failure then ends the archive before its
 * directory, so that it can't be opened. @throws DomainError `rate_limited`, `unauthorized`, `identity_unavailable`.
 */
export async function exportAccount(ctx: ExportContext): Promise<ReadableStream<Uint8Array>> {
  await recordExport(ctx);
  // Before the response, so that what is unavailable still becomes an error.
  const records = await readRecords(ctx);
  const at = ctx.clock.now();
  const files: Record<FileName, ArchiveFile["text"]> = {
    "README.txt": [readme(isoTime(at))],
    ...jsonFiles(records),
    ...pagedFiles(ctx),
  };
  const inOrder = FILE_NAMES.map((name) => ({ name, text: files[name] }));
  return zipOf(inOrder, new Date(at));
}

/** None is read before the archive has come to it. */
const pagedFiles = (ctx: ExportContext) => ({
  "api-keys.json": keysFile(ctx),
  "activity.csv": activityFile(ctx),
  "invitations.csv": invitationsFile(ctx),
  "notifications.csv": notificationsFile(ctx),
  "ledger.csv": wholeLedger(ctx),
  "payments.csv": paymentsFile(ctx),
  "usage/daily-by-key.csv": totalsFile(ctx, "series"),
  "usage/daily-by-model.csv": totalsFile(ctx, "models"),
  "usage/daily-by-endpoint.csv": totalsFile(ctx, "endpoints"),
  "usage/daily-units.csv": totalsFile(ctx, "units"),
  "usage/refused-requests.csv": refusalsFile(ctx),
  "usage/requests.csv": allUsage(ctx),
});

async function recordExport(ctx: ExportContext): Promise<void> {
  const { account, db } = ctx;
  const stamp = auditStamp(ctx, account.id);
  const { at } = stamp;
  const entry = { ...stamp, action: "account.exported", subject: account.userId } as const;
  const oldest = await auditWithin(db, entry, { max: MAX_EXPORTS, since: at - EXPORTS_WINDOW_MS });
  if (oldest === null) return;
  const message = `Too many downloads. You can download your data ${MAX_EXPORTS} times an hour.`;
  throw rateLimited(message, { oldest, windowMs: EXPORTS_WINDOW_MS, now: at });
}
