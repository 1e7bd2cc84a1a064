import { Link } from "@remix-run/react";
import { useQuery } from "@tanstack/react-query";
import { QueryState } from "#app/components/query-state.tsx";
import { Progress } from "#app/components/ui/progress.tsx";
import { Skeleton } from "#app/components/ui/skeleton.tsx";
import { isNearLimit } from "#app/lib/budgets.ts";
import { formatExactDollars, formatPrice, formatSum } from "#app/lib/format.ts";
import { paths } from "#app/lib/paths.ts";
import type { AccountBudgetsResponse } from "#core/contract/budgets.ts";
import { balanceMessages } from "./messages.ts";
import { liveAccountBudgetsQuery } from "./queries.ts";
import { spentLine } from "./spent-view.ts";

/** What all keys have spent, against the account's tightest limit. Has the same height in every state. */
export const SpentLine = () => (
  <div className="mt-4 min-h-13 border-t pt-4 text-caption">
    <QueryState
      query={useQuery(liveAccountBudgetsQuery)}
      loading="Loading spend"
      skeleton={<Pending />}
      failed={() => <p className="text-ink-2">{balanceMessages.spentFailed}</p>}
    >
      {(data) => <Loaded data={data} />}
    </QueryState>
  </div>
);

function Loaded({ data }: { data: AccountBudgetsResponse }) {
  const { label, spent, budget, note } = spentLine(data, Date.now());
  const { setLimit, editLimits, noLimit } = balanceMessages;
  const { text, name } = budget === null ? setLimit : editLimits(formatPrice(budget));
  const limit = (
    <Link
      to={paths.spendingLimits}
      aria-label={name}
      className="relative rounded-tag font-medium text-accent-ink underline-offset-4 after:absolute after:-inset-2 hover:underline"
    >
      {text}
    </Link>
  );
  const near = budget !== null && isNearLimit(spent, budget);
  return (
    <>
      <div className="flex justify-between gap-2">
        <p className="text-ink-2">
          {label}
          {note && <span className="sr-only">. {note}</span>}
        </p>
        <p className="text-ink-3 tabular-nums" title={note ?? formatExactDollars(spent)}>
          <span className="font-medium text-ink">{formatSum(spent)}</span> {budget !== null && limit}
        </p>
      </div>
      {budget === null ? (
        <p className="mt-1 flex justify-between gap-2 text-ink-3">
          {noLimit}
          {limit}
        </p>
      ) : (
        <Progress
          aria-label={label}
          className="mt-2"
          value={budget === 0 ? 100 : (100 * spent) / budget}
          tone={near ? "warning" : "accent"}
        />
      )}
    </>
  );
}

const Pending = () => (
  <div className="flex h-4 items-center justify-between">
    <Skeleton className="h-3 w-24" />
    <Skeleton className="h-3 w-28" />
  </div>
);

/** Before the account is known. */
export const SpentLineSkeleton = () => (
  <div className="mt-4 min-h-13 border-t pt-4">
    <Pending />
  </div>
);
