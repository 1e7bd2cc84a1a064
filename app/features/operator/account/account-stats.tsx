import { StatCard, TrendBadge } from "#app/features/analytics/stat-card.tsx";
import { signedDollars } from "#app/features/operator/account-badges.tsx";
import { trendBetween } from "#app/lib/analytics/stat-view.ts";
import { formatCount, formatExactDollars, formatNumber, formatPercent, formatSum } from "#app/lib/format.ts";
import type { OperatorAccountResponse } from "#core/contract/operator.ts";
import { STATS_GRID } from "./account-skeleton.tsx";

type AccountProps = { account: OperatorAccountResponse };

/** Volume is neither good nor bad. */
export const AccountStats = ({ account }: AccountProps) => (
  <div className={STATS_GRID}>
    <StatCard
      title="Balance"
      figure={signedDollars(account.balance)}
      exact={formatExactDollars(account.balance)}
    >
      <Caption>{heldText(account)}</Caption>
    </StatCard>
    <StatCard
      title="Spend, 7 days"
      figure={formatSum(account.spend_7d)}
      exact={formatExactDollars(account.spend_7d)}
      badge={<Change before={account.spend_previous_7d} now={account.spend_7d} />}
    >
      <Caption>Charged for usage</Caption>
    </StatCard>
    <StatCard
      title="Requests, 24 h"
      figure={formatNumber(account.requests_24h)}
      badge={<Change before={account.requests_previous_24h} now={account.requests_24h} />}
    >
      <Caption>{errorsText(account)}</Caption>
    </StatCard>
  </div>
);

const Caption = ({ children }: { children: string }) => (
  <p className="text-caption text-ink-3 tabular-nums">{children}</p>
);

/** None without anything to compare with. */
const Change = ({ before, now }: { before: number; now: number }) =>
  before > 0 && <TrendBadge trend={trendBetween(before, now)} />;

function heldText({ balance, balance_is_low, held, in_progress }: OperatorAccountResponse): string {
  const state = balance < 0 ? "Negative · " : balance_is_low ? "Low · " : "";
  if (in_progress === 0 && held === 0) return `${state}Nothing held`;
  return `${state}${formatSum(held)} held for ${formatCount(in_progress, "request")}`;
}

function errorsText({ errors_24h: errors, requests_24h: requests }: OperatorAccountResponse): string {
  if (requests === 0) return "No requests";
  return `${formatCount(errors, "error")}, ${formatPercent((100 * errors) / requests)}`;
}
