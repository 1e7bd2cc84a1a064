import { TrendChart } from "#app/components/charts/trend-chart.tsx";
import { dollarAxis, formatAxisDollars } from "#app/components/charts/usage-metrics.ts";
import { Card, CardTitle } from "#app/components/ui/card.tsx";
import { cn } from "#app/lib/class-names.ts";
import { sumDollars } from "#app/lib/dollars.ts";
import { formatExactDollars, formatPercent, formatSum } from "#app/lib/format.ts";
import { formatDay } from "#app/lib/wall-clock.ts";
import type { OperatorAccountResponse } from "#core/contract/operator.ts";

const LAYERS = [{ color: "var(--chart-requests)" }] as const;

type AccountUsageProps = { account: OperatorAccountResponse; className: string };

/** By UTC day, the last of which isn't over. */
export function AccountUsage({ account: { days, models }, className }: AccountUsageProps) {
  const total = sumDollars(days.map(({ spend }) => spend));
  const [first, last] = [days[0], days.at(-1)];
  return (
    <Card className={cn("min-w-0", className)}>
      <div className="flex items-start justify-between gap-4 px-5 pt-4 max-lg:px-4">
        <div>
          <CardTitle>Usage</CardTitle>
          <p className="text-caption text-ink-3 tabular-nums">
            Spend per day{first && last && `, ${formatDay(first.date)} – ${formatDay(last.date)}`}
          </p>
        </div>
        <span className="font-medium tabular-nums" title={formatExactDollars(total)}>
          {formatSum(total)}
        </span>
      </div>
      {total === 0 ? (
        <p className="px-5 py-10 text-center text-small text-ink-2 max-lg:px-4">No spend in these days</p>
      ) : (
        <>
          <div className="h-40 px-3 pt-3">
            <DaysChart days={days} />
          </div>
          <ModelList models={models} total={total} />
        </>
      )}
      <p className="border-t px-5 py-2.5 text-caption text-ink-3 max-lg:px-4">Days in UTC</p>
    </Card>
  );
}

function DaysChart({ days }: Pick<OperatorAccountResponse, "days">) {
  const values = dollarAxis(Math.max(...days.map(({ spend }) => spend)));
  const step = values[1] ?? 1;
  return (
    <TrendChart
      kind="bars"
      layers={LAYERS}
      label="Spend per day"
      points={days.map(({ date, spend }, at) => ({
        key: date,
        value: spend,
        label: formatDay(date),
        partial: at === days.length - 1,
        details: [{ name: "Spend", text: formatExactDollars(spend) }],
      }))}
      axisValues={values}
      formatAxisValue={(value) => formatAxisDollars(value, step)}
      axisLabels={new Map(days.map(({ date }) => [date, String(Number(date.slice(-2)))]))}
    />
  );
}

const ModelList = ({ models, total }: Pick<OperatorAccountResponse, "models"> & { total: number }) => (
  <ul className="divide-y px-5 pb-2 text-small max-lg:px-4">
    {models.map(({ model, spend }) => (
      <li key={model} className="flex items-center gap-4 py-2 tabular-nums">
        <span className="min-w-0 flex-1 truncate font-mono text-mono" title={model}>
          {model}
        </span>
        <span className="text-ink-3">{formatPercent((100 * spend) / total, 1)}</span>
        <span className="w-16 text-right font-medium" title={formatExactDollars(spend)}>
          {formatSum(spend)}
        </span>
      </li>
    ))}
  </ul>
);
