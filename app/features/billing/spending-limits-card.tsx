import { Link } from "@remix-run/react";
import { AmountField } from "#app/components/amount-field.tsx";
import { QueryState } from "#app/components/query-state.tsx";
import { Card } from "#app/components/ui/card.tsx";
import { Loading, Skeleton } from "#app/components/ui/skeleton.tsx";
import { currentSpend, formatReset } from "#app/lib/budgets.ts";
import { paths } from "#app/lib/paths.ts";
import type { AccountBudgetsResponse } from "#core/contract/budgets.ts";
import { ACCOUNT_LIMIT_PERIODS } from "#core/domain/gateway/budgets.ts";
import { settingsMessages } from "./messages.ts";
import type { Settings } from "./settings-form.ts";
import { monthEnding } from "./settings-view.ts";
import { UsedLine } from "./used-line.tsx";

type Period = (typeof ACCOUNT_LIMIT_PERIODS)[number];
const LABELS = {
  day: { label: "Daily limit", suffix: "a day" },
  month: { label: "Monthly limit", suffix: "a month" },
};

export const SpendingLimitsCard = ({ settings }: { settings: Settings }) => (
  <QueryState query={settings.budgets} failed={{ title: settingsMessages.limitsFailed, variant: "card" }}>
    {(data) => (
      <Card>
        <div className="grid grid-cols-2 divide-x max-sm:grid-cols-1 max-sm:divide-x-0 max-sm:divide-y">
          {ACCOUNT_LIMIT_PERIODS.map((period) => (
            <Limit key={period} period={period} settings={settings} />
          ))}
        </div>
        <footer className="flex flex-wrap items-center justify-between gap-3 border-t px-5 py-3 text-caption text-ink-3 max-lg:px-4">
          <span>
            Days and months are in UTC.
            {data && ` Resets at ${formatReset(data.spending.day.resets_at, Date.now())}.`}
          </span>
          <Link
            to={paths.apiKeys}
            className="relative rounded-tag font-medium text-accent-ink underline-offset-4 after:absolute after:-inset-2 hover:underline"
          >
            Budgets per key
          </Link>
        </footer>
      </Card>
    )}
  </QueryState>
);

function Limit({ period, settings }: { period: Period; settings: Settings }) {
  const { budgets, fields, form } = settings;
  const { label, suffix } = LABELS[period];
  return (
    <div className="p-5 max-lg:p-4">
      <AmountField
        size="md"
        name={period}
        label={label}
        placeholder={settingsMessages.noLimit}
        suffix={<span className="pr-2 text-small whitespace-nowrap text-ink-3">{suffix}</span>}
        amount={fields[period]}
        disabled={!budgets.data}
        error={form.errorOf(period)}
        onChange={(amount) => form.edit({ [period]: amount })}
        onLeave={() => form.touch(period)}
      />
      {budgets.data ? (
        <Spent period={period} data={budgets.data} />
      ) : (
        <Loading label={`Loading ${label.toLowerCase()}`}>
          <Skeleton className="mt-3 h-7 w-full" />
        </Loading>
      )}
    </div>
  );
}

function Spent({ period, data }: { period: Period; data: AccountBudgetsResponse }) {
  const { spent, resets_at } = currentSpend(data.spending[period], Date.now());
  const limit = data.budgets.find((budget) => budget.period === period)?.amount ?? null;
  const label = period === "day" ? "Spent today" : `Spent in ${monthEnding(resets_at)}`;
  return <UsedLine className="mt-3" label={label} used={spent} limit={limit} />;
}
