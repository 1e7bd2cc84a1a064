import { Link } from "@remix-run/react";
import Check from "lucide-react/icons/check";
import { Badge } from "#app/components/ui/badge.tsx";
import { Card, CardTitle } from "#app/components/ui/card.tsx";
import { signedDollars } from "#app/features/operator/account-badges.tsx";
import { lastedText } from "#app/features/operator/texts.ts";
import { cn } from "#app/lib/class-names.ts";
import { formatCount, formatNumber, formatTime } from "#app/lib/format.ts";
import { paths } from "#app/lib/paths.ts";
import type { OverviewResponse } from "#core/contract/operator-overview.ts";
import { overviewTexts } from "./messages.ts";
import { cronText } from "./overview-view.ts";

type Stuck = OverviewResponse["stuck"];

interface StuckRow {
  label: string;
  detail: string;
  count: number;
  tone: "danger" | "warning" | "neutral";
  /** Where it is handled. */
  to: string;
}

function stuckRows({ checked_at, recent, ...stuck }: Stuck): StuckRow[] {
  const { uncredited, events, notices, emails, orders, usage } = stuck;
  const oldest = ({ oldest_at }: typeof emails, none: string) =>
    oldest_at === null ? none : `Oldest ${lastedText(oldest_at, checked_at)}`;
  const money = { to: paths.operatorPayments };
  const alert = { to: paths.operatorAlerts };
  const waiting = usage.count === 0 ? "Nothing waiting" : `${formatCount(usage.count, "request")} waiting`;
  const recently = recent.partial ? `Newest ${formatCount(recent.requests, "request")}` : "Last 24 hours";
  return [
    {
      label: "Paid, not credited",
      count: uncredited.count,
      tone: "danger",
      ...money,
      detail:
        uncredited.count === 0
          ? "Last 30 days"
          : `${formatCount(uncredited.count, "payment")}, ${signedDollars(uncredited.amount)}`,
    },
    {
      label: "Stripe events not processed",
      count: events.count,
      tone: "danger",
      ...money,
      detail: oldest(events, "None failing"),
    },
    {
      label: "Alert notices failing",
      count: notices.count,
      tone: "warning",
      ...alert,
      detail: notices.count === 0 ? "None failing" : formatCount(notices.attempts, "attempt"),
    },
    {
      label: "Emails not sent",
      count: emails.count,
      tone: "warning",
      ...alert,
      detail: oldest(emails, "None waiting"),
    },
    {
      label: "Unpaid orders",
      count: orders.count,
      tone: "neutral",
      ...money,
      detail: oldest(orders, "None over a day old"),
    },
    {
      label: "Orphaned requests",
      count: recent.orphaned,
      tone: "neutral",
      ...alert,
      detail: recently,
    },
    {
      label: "Unposted usage",
      count: usage.late ? usage.count : 0,
      tone: "warning",
      ...alert,
      detail: usage.late ? oldest(usage, waiting) : waiting,
    },
    {
      label: "Usage above hold",
      count: recent.above_hold,
      tone: "warning",
      ...alert,
      detail: recently,
    },
  ];
}

interface OverviewStuckProps {
  stuck: Stuck;
  cron: OverviewResponse["cron"];
}

/** What doesn't go on by itself; each row leads to the page where it is handled. */
export const OverviewStuck = ({ stuck, cron }: OverviewStuckProps) => (
  <Card className="min-w-0">
    <header className="flex items-center justify-between gap-3 px-5 pt-4 max-lg:px-4">
      <CardTitle>{overviewTexts.stuck}</CardTitle>
      <span className="text-right text-caption text-ink-3 tabular-nums">
        Checked {formatTime(stuck.checked_at)}
        {!cron.late && ` · ${cronText(cron, stuck.checked_at)}`}
      </span>
    </header>
    <ul className="mt-2 pb-2">
      {stuckRows(stuck).map((row) => (
        <li key={row.label}>
          <StuckLink {...row} />
        </li>
      ))}
    </ul>
  </Card>
);

function StuckLink({ label, detail, count, tone, to }: StuckRow) {
  const isUrgent = count > 0 && tone !== "neutral";
  return (
    <Link
      to={to}
      className="mx-2 flex h-13 items-center gap-3 rounded-item px-3 transition-colors hover:bg-hover max-lg:px-2"
    >
      <span className="min-w-0 flex-1 leading-4">
        <span className={cn("block truncate text-small", isUrgent ? "font-medium" : "text-ink-2")}>
          {label}
        </span>
        <span className="block truncate text-caption text-ink-3 tabular-nums">{detail}</span>
      </span>
      {count > 0 ? (
        <Badge tone={tone} className="min-w-6 justify-center">
          {formatNumber(count)}
        </Badge>
      ) : (
        <span className="inline-flex min-w-6 justify-center text-success">
          <Check className="size-3.5" aria-hidden="true" />
          <span className="sr-only">None</span>
        </span>
      )}
    </Link>
  );
}
