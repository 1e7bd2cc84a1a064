import { Link } from "@remix-run/react";
import { Button } from "#app/components/ui/button.tsx";
import { Card, CardHeader, CardTitle } from "#app/components/ui/card.tsx";
import { Progress } from "#app/components/ui/progress.tsx";
import { currentSpend, formatReset, isNearLimit } from "#app/lib/budgets.ts";
import { formatExactDollars, formatPrice, formatSum } from "#app/lib/format.ts";
import { paths } from "#app/lib/paths.ts";
import type { UsedBudget } from "#core/contract/budgets.ts";
import type { ApiKey } from "#core/contract/keys.ts";
import { isTestKey } from "#core/domain/api-key.ts";
import { keyUsageMessages } from "./messages.ts";

const LABELS = { day: "Today (UTC)", week: "This week (UTC)", month: "This month (UTC)" } as const;

/** Nothing for keys that can have no budget. */
export function KeyBudgetsCard({ apiKey }: { apiKey: ApiKey }) {
  if (isTestKey(apiKey.key) || apiKey.status === "revoked") return null;
  return (
    <Card>
      <CardHeader>
        <CardTitle>{keyUsageMessages.budgets}</CardTitle>
        <Button asChild variant="link" size="sm" className="h-auto max-lg:-my-2">
          <Link to={paths.apiKeys}>{keyUsageMessages.editBudgets}</Link>
        </Button>
      </CardHeader>
      {apiKey.budgets.length === 0 ? (
        <p className="px-5 pt-2 pb-5 text-small text-ink-2 max-lg:px-4">{keyUsageMessages.noBudgets}</p>
      ) : (
        <ul className="grid grid-cols-3 gap-6 px-5 pt-3 pb-5 max-lg:grid-cols-1 max-lg:gap-4 max-lg:px-4">
          {apiKey.budgets.map((budget) => (
            <Budget key={budget.period} budget={budget} />
          ))}
        </ul>
      )}
    </Card>
  );
}

function Budget({ budget }: { budget: UsedBudget }) {
  const now = Date.now();
  const { period, spent, amount, resets_at } = currentSpend(budget, now);
  const usedUp = spent >= amount;
  const resets = formatReset(resets_at, now);
  return (
    <li className="text-caption tabular-nums">
      <p className="flex justify-between gap-2">
        <span className="text-ink-2">{LABELS[period]}</span>
        <span className="text-ink-3">
          <span className="font-medium text-ink" title={formatExactDollars(spent)}>
            {formatSum(spent)}
          </span>{" "}
          of {formatPrice(amount)}
        </span>
      </p>
      <Progress
        className="mt-1.5"
        aria-label={`${LABELS[period]}: budget used`}
        value={amount === 0 ? 100 : (100 * spent) / amount}
        tone={isNearLimit(spent, amount) ? "warning" : "accent"}
      />
      <p className={usedUp ? "mt-1.5 text-warning-ink" : "mt-1.5 text-ink-3"}>
        {usedUp ? `Used up, resets ${resets}` : `Resets ${resets}`}
      </p>
    </li>
  );
}
