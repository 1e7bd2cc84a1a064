import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { AmountField } from "#app/components/amount-field.tsx";
import { Button } from "#app/components/ui/button.tsx";
import { Select } from "#app/components/ui/select.tsx";
import { Skeleton } from "#app/components/ui/skeleton.tsx";
import { cn } from "#app/lib/class-names.ts";
import type { Form } from "#app/lib/use-form.ts";
import type { ApiKey } from "#core/contract/keys.ts";
import { isTestKey } from "#core/domain/api-key.ts";
import { BUDGET_PERIODS } from "#core/domain/gateway/budgets.ts";
import { useBudgetTrial } from "./budget-trial.tsx";
import { type BudgetDraft, budgetsOf, refusedText } from "./budget-view.ts";
import { keyMessages } from "./messages.ts";
import { apiKeysQuery } from "./queries.ts";

interface NewKeyBudgetsProps {
  form: Pick<Form<BudgetDraft>, "draft" | "edit" | "errorOf" | "touch">;
}

/** Optional budgets of a new key, tried on the requests of an existing one. */
export function NewKeyBudgets({ form }: NewKeyBudgetsProps) {
  return (
    <fieldset className="mt-4">
      <legend className="sr-only">Budgets (optional)</legend>
      <div className="grid grid-cols-3 gap-3 max-sm:grid-cols-1">
        {BUDGET_PERIODS.map((period) => (
          <AmountField
            key={period}
            name={`budget-${period}`}
            label={`Budget per ${period}`}
            placeholder="No budget"
            amount={form.draft[period]}
            error={form.errorOf(period)}
            onChange={(amount) => form.edit({ [period]: amount })}
            onLeave={() => form.touch(period)}
          />
        ))}
      </div>
      <p className="mt-1.5 text-caption text-ink-3">{keyMessages.budgetHint}</p>
      <Comparison draft={form.draft} />
    </fieldset>
  );
}

function Comparison({ draft }: { draft: BudgetDraft }) {
  const { data = [] } = useQuery(apiKeysQuery);
  const [chosen, setChosen] = useState<string | null>(null);
  const keys = data
    .filter(({ status, key }) => status === "active" && !isTestKey(key))
    .toSorted((left, right) => right.spent_this_month - left.spent_this_month);
  const other = keys.find(({ id }) => id === chosen) ?? keys[0];
  if (other === undefined) return null;
  return (
    <div className="mt-4 grid gap-1 rounded-control bg-fill px-3.5 py-3 text-small">
      <p className="flex items-center gap-x-1.5 font-medium max-sm:flex-wrap">
        With the last 30 days of{" "}
        {keys.length === 1 ? (
          <span className="wrap-anywhere">{other.name}</span>
        ) : (
          <Select
            aria-label="Compare with another key"
            value={other.id}
            onValueChange={setChosen}
            choices={keys.map(({ id, name }) => ({ value: id, label: name }))}
            className="h-7 max-w-44 px-2 max-lg:h-9 [&>span]:truncate"
          />
        )}
      </p>
      <Result apiKey={other} draft={draft} />
    </div>
  );
}

/** Two lines high in every state. */
function Result({ apiKey, draft }: { apiKey: ApiKey; draft: BudgetDraft }) {
  const wanted = budgetsOf(draft).length > 0;
  const { data, failed, stale, retry } = useBudgetTrial(apiKey, draft, wanted);
  const text = !wanted ? keyMessages.enterBudget : data ? refusedText(data) : "";
  return (
    <div className={cn("min-h-10 text-ink-2 transition-opacity", wanted && stale && "opacity-60")}>
      {wanted && failed ? (
        <p role="alert">
          {keyMessages.budgetTrialFailed}{" "}
          <Button variant="link" onClick={retry}>
            Try Again
          </Button>
        </p>
      ) : (
        <>
          {text === "" && <Skeleton className="mt-1 h-3.5 w-64 max-w-full" />}
          <p role="status" aria-busy={wanted && stale}>
            {text}
          </p>
        </>
      )}
    </div>
  );
}
