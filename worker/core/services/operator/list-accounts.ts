import type {
  OperatorAccountItem,
  OperatorAccountsQuery,
  OperatorAccountsResponse,
} from "#core/contract/operator.ts";
import { csvRecord, textStream } from "#core/domain/csv.ts";
import { dollarsFromMicros } from "#core/domain/money.ts";
import { DAY_MS, isoTime, isoTimeOrNull } from "#core/domain/time.ts";
import type { ServiceContext } from "#core/services/context.ts";
import {
  type AccountSummary,
  countAccountViews,
  findAccountIds,
  readAccountSummaries,
} from "#core/storage/operator-account-list.ts";
import type { AccountFilter } from "#core/storage/operator-account-sql.ts";
import { together } from "#core/storage/read.ts";

const ACTIVE_MS = { "24h": DAY_MS, "7d": 7 * DAY_MS, "30d": 30 * DAY_MS } as const;
const ROWS_A_READ = 500;
/** Far more accounts than one database holds. */
const ROWS_MAX = 1_000_000;
const COLUMNS = ["id", "email", "plan", "status", "balance", "balance_is_low"];
const LATER_COLUMNS = ["spend_30d", "requests_24h", "last_request_at", "created_at"];

export type AccountsFilter = Omit<OperatorAccountsQuery, "page" | "limit">;

/**
 * A page of all accounts, whoever they belong to. Spend is that of 30 UTC days, requests are those of 24 hours, both up
 * to now, as the owner's dashboard adds them up. Accounts that never had money are not low on it.
 */
export async function listAccounts(
  ctx: ServiceContext,
  query: OperatorAccountsQuery,
): Promise<OperatorAccountsResponse> {
  const { page, limit } = query;
  const now = ctx.clock.now();
  const [{ ids, total }, counts] = await together(ctx.db, [
    matchingIds(ctx, query, { limit, offset: (page - 1) * limit, now }),
    countAccountViews(ctx.db, now),
  ]);
  const rows = await readAccountSummaries(ctx.db, ids, now);
  return { items: rows.map(accountItem), total, page, pages: Math.max(1, Math.ceil(total / limit)), counts };
}

/** The same accounts as CSV. Which they are, and their order, is decided at the start. */
export async function exportAccounts(
  ctx: ServiceContext,
  filter: AccountsFilter,
): Promise<ReadableStream<Uint8Array>> {
  const now = ctx.clock.now();
  // Before the response, so that an unavailable database still becomes a 503.
  const { ids } = await matchingIds(ctx, filter, { limit: ROWS_MAX, offset: 0, now });
  return textStream(csvChunks(ctx, ids, now));
}

async function* csvChunks({ db }: ServiceContext, ids: number[], now: number): AsyncGenerator<string, void> {
  yield csvRecord([...COLUMNS, ...LATER_COLUMNS]);
  for (let at = 0; at < ids.length; at += ROWS_A_READ) {
    const rows = await readAccountSummaries(db, ids.slice(at, at + ROWS_A_READ), now);
    yield rows.map((row) => record(accountItem(row))).join("");
  }
}

function record(item: OperatorAccountItem): string {
  const { id, email, plan, status, balance, balance_is_low } = item;
  const { spend_30d, requests_24h, last_request_at, created_at } = item;
  return csvRecord([
    id,
    email,
    plan,
    status,
    balance,
    String(balance_is_low),
    spend_30d,
    requests_24h,
    last_request_at,
    created_at,
  ]);
}

function matchingIds(
  { db }: ServiceContext,
  { active, sort, direction, ...filter }: AccountsFilter,
  page: { limit: number; offset: number; now: number },
) {
  const activeSince = active === undefined ? undefined : page.now - ACTIVE_MS[active];
  const wanted: AccountFilter = { ...filter, activeSince };
  return findAccountIds(db, wanted, { order: { sort, direction }, ...page });
}

export const accountItem = (row: AccountSummary): OperatorAccountItem => ({
  id: row.id,
  email: row.email,
  plan: row.plan,
  status: row.status,
  balance: dollarsFromMicros(row.balance),
  balance_is_low: row.isLow,
  spend_30d: dollarsFromMicros(row.spend),
  requests_24h: row.requests,
  last_request_at: isoTimeOrNull(row.lastRequest),
  created_at: isoTime(row.createdAt),
});
