import { StatCard, TrendBadge } from "#app/features/analytics/stat-card.tsx";
import { signedDollars } from "#app/features/operator/account-badges.tsx";
import { formatCount, formatExactDollars, formatNumber, formatSum } from "#app/lib/format.ts";
import type { OverviewResponse } from "#core/contract/operator-overview.ts";
import { knownShareText, signedPercent, trendOf } from "./overview-view.ts";

export const OVERVIEW_STATS = "grid grid-cols-4 gap-6 max-xl:grid-cols-2 max-lg:gap-3";

type StatsProps = Pick<OverviewResponse, "revenue" | "spend" | "margin" | "accounts">;

export const OverviewStats = ({ revenue, spend, margin, accounts }: StatsProps) => (
  <div className={OVERVIEW_STATS}>
    <StatCard
      title="Revenue"
      figure={signedDollars(revenue.amount)}
      exact={formatExactDollars(revenue.amount)}
      badge={<TrendBadge trend={trendOf(revenue.change)} good="up" />}
    >
      <Caption>
        {formatCount(revenue.payments, "payment")}, {formatCount(revenue.refunds, "refund")}
      </Caption>
    </StatCard>
    <StatCard
      title="Spend"
      figure={formatSum(spend.amount)}
      exact={formatExactDollars(spend.amount)}
      badge={<TrendBadge trend={trendOf(spend.change)} good="up" />}
    >
      <Caption>
        {spend.by_plans === 0 ? "Charged for usage" : `${formatSum(spend.by_plans)} paid by plans`}
      </Caption>
    </StatCard>
    <StatCard
      title="Margin"
      figure={margin.margin_percent === null ? "—" : signedPercent(margin.margin_percent).replace("%", " %")}
      exact={formatSum(margin.margin)}
      badge={<TrendBadge trend={trendOf(margin.change_points, " pt")} good="up" />}
    >
      <Caption>{knownShareText(margin) ?? `${formatSum(margin.margin)} after provider cost`}</Caption>
    </StatCard>
    <StatCard
      title="Active accounts"
      figure={formatNumber(accounts.active)}
      badge={<TrendBadge trend={trendOf(accounts.change)} />}
    >
      <Caption>
        Of {formatNumber(accounts.total)} · {formatNumber(accounts.created)} new
      </Caption>
    </StatCard>
  </div>
);

const Caption = ({ children }: { children: React.ReactNode }) => (
  <p className="text-caption text-ink-3 tabular-nums">{children}</p>
);
