import { Link } from "@remix-run/react";
import type { ReactNode } from "react";
import { cn } from "#app/lib/class-names.ts";
import { formatExactDollars, formatPrice, formatSum } from "#app/lib/format.ts";
import { paths } from "#app/lib/paths.ts";
import type { AccountBudgetsResponse } from "#core/contract/budgets.ts";
import type { SpendAlertsResponse } from "#core/contract/spend-alerts.ts";
import { balanceMessages } from "./messages.ts";
import { alertsLine, dailyLimit, type SpendBarView, spendBar } from "./spend-bar-view.ts";

const {
  spentThisMonth,
  spentToday,
  noLimit,
  setLimit,
  editLimits,
  noAlerts,
  alertsPurpose,
  addAlerts,
  editAlerts,
} = balanceMessages;

interface SpendBarProps {
  budgets: AccountBudgetsResponse;
  alerts: SpendAlertsResponse;
}

/** The month's spend against the account's alerts, of which there is at least one, and its limits. */
export function SpendBar({ budgets, alerts }: SpendBarProps) {
  const now = Date.now();
  const view = spendBar(budgets, alerts, now);
  const daily = dailyLimit(budgets, now);
  return (
    <>
      <Line label={<span className="text-ink-2">{spentThisMonth}</span>}>
        <Spent dollars={view.spent} limit={view.limit} />
      </Line>
      <Bar {...view} />
      <Line label={alertsLine(alerts)} className={cn("mt-0.5", TARGET)}>
        <SettingLink to={paths.spendAlerts} {...editAlerts} />
      </Line>
      {daily !== null && (
        <Line label={spentToday} className={TARGET}>
          <Spent dollars={daily.spent} limit={daily.amount} />
        </Line>
      )}
      {daily === null && view.limit === null && (
        <Line label={noLimit} className={TARGET}>
          <SettingLink to={paths.spendingLimits} {...setLimit} />
        </Line>
      )}
    </>
  );
}

/** For an account without alerts. */
export const NoAlerts = () => (
  <div className="mt-1">
    <Line label={noAlerts}>
      <SettingLink to={paths.spendAlerts} {...addAlerts} />
    </Line>
    <p className="text-micro text-ink-3">{alertsPurpose}</p>
  </div>
);

/** Links in lines that follow each other need this much room each (WCAG 2.5.8). */
const TARGET = "min-h-6 items-center";

const Line = ({
  label,
  className,
  children,
}: {
  label: ReactNode;
  className?: string;
  children: ReactNode;
}) => (
  <div className={cn("flex justify-between gap-2 text-ink-3", className)}>
    <p>{label}</p>
    <p className="shrink-0 tabular-nums">{children}</p>
  </div>
);

const Spent = ({ dollars, limit }: { dollars: number; limit: number | null }) => (
  <span title={formatExactDollars(dollars)}>
    <span className="font-medium text-ink">{formatSum(dollars)}</span>{" "}
    {limit !== null && <SettingLink to={paths.spendingLimits} {...editLimits(formatPrice(limit))} />}
  </span>
);

/** `name` is for screen readers. */
export const SettingLink = ({ to, text, name }: { to: string; text: string; name: string }) => (
  <Link
    to={to}
    aria-label={name}
    className="relative rounded-tag font-medium text-accent-ink underline-offset-4 after:absolute after:-inset-x-2 after:-inset-y-1 hover:underline"
  >
    {text}
  </Link>
);

const percent = (part: number) => `${100 * part}%`;

const Bar = ({ spent, filled, near, ticks }: SpendBarView) => (
  <div className="mt-2 mb-0.5" translate="no">
    <div className="relative">
      <div
        role="progressbar"
        aria-label={spentThisMonth}
        aria-valuemin={0}
        aria-valuemax={100}
        aria-valuenow={Math.round(100 * filled)}
        aria-valuetext={[formatSum(spent), ...ticks.map(({ text }) => text)].join(", ")}
        className="h-1.5 overflow-hidden rounded-full bg-ink/7"
      >
        <div
          className={cn("h-full rounded-full", near ? "bg-warning" : "bg-accent")}
          style={{ width: percent(filled) }}
        />
      </div>
      {ticks.map(({ amount, place }) => (
        <span
          key={amount}
          className="absolute -top-1 h-3.5 w-0.5 -translate-x-1/2 rounded-full bg-ink-3"
          style={{ left: percent(place) }}
        />
      ))}
    </div>
    <div className="relative mt-1.5 h-4 text-micro text-ink-3 tabular-nums" aria-hidden="true">
      {ticks
        .filter(({ labelled }) => labelled)
        .map(({ amount, label, place }) => (
          <span
            key={amount}
            className="absolute -translate-x-1/2 whitespace-nowrap"
            style={{ left: percent(place) }}
          >
            {label}
          </span>
        ))}
    </div>
  </div>
);
