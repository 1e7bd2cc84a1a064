import { Link } from "@remix-run/react";
import { QueryState } from "#app/components/query-state.tsx";
import { Button } from "#app/components/ui/button.tsx";
import { Card } from "#app/components/ui/card.tsx";
import { Progress } from "#app/components/ui/progress.tsx";
import { Skeleton } from "#app/components/ui/skeleton.tsx";
import { formatExactDollars, formatPrice, formatSum } from "#app/lib/format.ts";
import type { ApiKey } from "#core/contract/keys.ts";
import { BudgetButton } from "./budget-button.tsx";
import { playgroundMessages } from "./messages.ts";
import { requestsPath } from "./requests-path.ts";
import { usePlaygroundKey } from "./use-models.ts";

/** Which the first message creates it with. */
const FIRST_BUDGET = 5;

export function KeyCard() {
  const { query, key } = usePlaygroundKey();
  return (
    <Card className="px-5 pt-4 pb-4 max-lg:px-4">
      <div className="flex items-baseline justify-between gap-3">
        <h2 className="text-body font-medium">Playground key</h2>
        {key && (
          <Button variant="link" size="sm" className="text-caption" asChild>
            <Link to={requestsPath(key)}>View requests</Link>
          </Button>
        )}
      </div>
      <QueryState
        query={query}
        loading="Loading the Playground key"
        skeleton={<Skeleton className="mt-2 h-12" />}
        failed={playgroundMessages.keyFailed}
      >
        {() => (key ? <Spending apiKey={key} /> : <NoKey />)}
      </QueryState>
    </Card>
  );
}

const NoKey = () => (
  <p className="mt-2 text-caption text-ink-3">
    Your first message creates it, with a budget of {formatPrice(FIRST_BUDGET)} a month. Only this page can
    use it.
  </p>
);

const PERCENT = 100;
const NEAR = 80;

function Spending({ apiKey }: { apiKey: ApiKey }) {
  const budget = apiKey.budgets.find(({ period }) => period === "month");
  const spent = budget?.spent ?? apiKey.spent_this_month;
  const share = budget ? (budget.amount > 0 ? (spent / budget.amount) * PERCENT : PERCENT) : null;
  return (
    <>
      <p className="mt-2 flex justify-between text-caption tabular-nums">
        <span className="text-ink-2">This month (UTC)</span>
        <span className="text-ink-3">
          <strong translate="no" className="font-medium text-ink" title={formatExactDollars(spent)}>
            {formatSum(spent)}
          </strong>
          {budget && ` of ${formatExactDollars(budget.amount)}`}
        </span>
      </p>
      {share !== null && (
        <Progress
          className="mt-1.5"
          aria-label="Used of the monthly budget"
          value={share}
          tone={share >= NEAR ? "warning" : "accent"}
        />
      )}
      <p className="mt-2 text-caption text-ink-3">
        {apiKey.disabled_at === null ? "Only this page can use it. " : "It’s disabled. "}
        <BudgetButton apiKey={apiKey} link />
      </p>
    </>
  );
}
