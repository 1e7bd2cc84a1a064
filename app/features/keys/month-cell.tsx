import { Progress } from "#app/components/ui/progress.tsx";
import { cn } from "#app/lib/class-names.ts";
import { formatExactDollars, formatSum } from "#app/lib/format.ts";
import type { ApiKey } from "#core/contract/keys.ts";
import { isTestKey } from "#core/domain/api-key.ts";
import { keyMessages } from "./messages.ts";
import { type MonthView, monthView } from "./month-view.ts";

interface MonthProps {
  apiKey: ApiKey;
  /** Epoch milliseconds. */
  now: number;
}

/** Spending of this UTC month against the key's budget. */
export function MonthCell({ apiKey, now }: MonthProps) {
  if (isTestKey(apiKey.key)) return <Free />;
  const view = monthView(apiKey, now);
  return (
    <div className="w-44">
      <p className="flex justify-between gap-2 text-caption whitespace-nowrap tabular-nums">
        <Spent dollars={view.spent} />
        <span className="text-ink-3">{view.of}</span>
      </p>
      <Bar view={view} />
    </div>
  );
}

/** For narrow screens. */
export function MonthLine({ apiKey, now }: MonthProps) {
  if (isTestKey(apiKey.key)) return <Free className="mt-2" />;
  const view = monthView(apiKey, now);
  return (
    <div className="mt-3">
      <p className="flex justify-between gap-2 text-caption tabular-nums">
        <span className="text-ink-2">{keyMessages.thisMonth}</span>
        <span className="text-ink-3">
          <Spent dollars={view.spent} /> {view.of.startsWith("of") ? view.of : `· ${view.of}`}
        </span>
      </p>
      <Bar view={view} />
    </div>
  );
}

const Free = ({ className }: { className?: string }) => (
  <p className={cn("text-caption text-ink-3", className)}>{keyMessages.free}</p>
);

const Spent = ({ dollars }: { dollars: number }) => (
  <span className="font-medium text-ink" title={formatExactDollars(dollars)}>
    {formatSum(dollars)}
  </span>
);

function Bar({ view: { used, near, note } }: { view: MonthView }) {
  return (
    <>
      {used !== null && (
        <Progress
          className="mt-1"
          aria-label={keyMessages.budgetUsed}
          value={used}
          tone={near ? "warning" : "accent"}
        />
      )}
      {note && (
        <p className={cn("mt-1 text-caption tabular-nums", note.warns ? "text-warning-ink" : "text-ink-3")}>
          {note.text}
        </p>
      )}
    </>
  );
}
