import { z } from "zod";
import { numbers, type Span } from "#core/domain/analytics-window.ts";
import { accountName } from "#core/domain/ledger.ts";
import { DAY_MS, HOUR_MS } from "#core/domain/ranges.ts";
import { type KeyShare, readKeyShares } from "./breakdown.ts";
import { keyShares } from "./breakdown-sql.ts";
import type { Database } from "./database.ts";
import { PAID } from "./runway-sql.ts";
import { spanStatement } from "./usage-scope.ts";

const BALANCE = "SELECT coalesce((SELECT micros FROM ledger_balances WHERE account = :owner), 0) AS balance";

const figures = z.object({
  balance: z.number(),
  firstPaid: z.number().nullable(),
  paidRequests: z.number(),
});
/** Balance in micro-dollars; the rest as in domain/runway.ts. */
type RunwayReading = z.infer<typeof figures> & { keys: KeyShare[] };

/** The balance, and what each key spent in the span, in one snapshot. */
export async function readRunway(db: Database, accountId: number, span: Span): Promise<RunwayReading> {
  const all = { accountId, keyId: 0, endpoint: null };
  const [balance, paid, shares] = await db.$client.batch(
    [
      { sql: BALANCE, args: { owner: accountName(accountId) } },
      { sql: PAID, args: { account: accountId, key: 0, ...paidArguments(span) } },
      spanStatement(keyShares, all, span),
    ],
    "read",
  );
  const read = figures.parse({ ...balance?.rows[0], ...paid?.rows[0] });
  return { ...read, keys: readKeyShares(shares?.rows[0]?.keys) };
}

function paidArguments({ from, to, endHour }: Span) {
  const day = Math.floor(from / DAY_MS);
  const hour = Math.floor(from / HOUR_MS);
  return {
    from,
    to,
    day,
    hour: hour * HOUR_MS,
    earlier: JSON.stringify(numbers((day * DAY_MS) / HOUR_MS, hour)),
    hours: JSON.stringify(numbers(hour, endHour)),
  };
}
