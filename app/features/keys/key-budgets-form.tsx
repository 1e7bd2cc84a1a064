import { type FormEvent, useState } from "react";
import { AmountField, optionalAmount } from "#app/components/amount-field.tsx";
import { DialogDescription, DialogTitle } from "#app/components/ui/dialog.tsx";
import { Skeleton } from "#app/components/ui/skeleton.tsx";
import { amountProblem } from "#app/lib/amount.ts";
import { formatSum } from "#app/lib/format.ts";
import type { ApiKey } from "#core/contract/keys.ts";
import { BUDGET_PERIODS, type BudgetPeriod } from "#core/domain/gateway/budgets.ts";
import { type BudgetTrial, BudgetTrialTable, useBudgetTrial } from "./budget-trial.tsx";
import { type BudgetDraft, budgetsOf, budgetsText, draftOf, PERIOD_WORDS } from "./budget-view.ts";
import { DialogActions } from "./key-fields.tsx";
import { useChangeKey } from "./key-mutation.ts";
import { keyMessages } from "./messages.ts";

export function KeyBudgetsForm({ apiKey, onDone }: { apiKey: ApiKey; onDone: () => void }) {
  const [draft, setDraft] = useState(() => draftOf(apiKey));
  const [checked, setChecked] = useState(false);
  const trial = useBudgetTrial(apiKey, draft);
  const { submit, pending } = useChangeKey(apiKey);

  async function handleSubmit(event: FormEvent) {
    event.preventDefault();
    setChecked(true);
    if (BUDGET_PERIODS.some((period) => amountProblem(draft[period]) !== null)) return;
    const budgets = budgetsOf(draft);
    const description = `“${apiKey.name}” has ${budgetsText(budgets)}.`;
    if (await submit({ budgets }, { ...keyMessages.budgetsSet, description })) onDone();
  }

  return (
    <form onSubmit={handleSubmit} noValidate>
      <DialogTitle>Budgets</DialogTitle>
      <DialogDescription>
        When a budget is used up, paid requests with “{apiKey.name}” are refused until its period ends (UTC).
        Weeks start on Monday.
      </DialogDescription>
      <div className="mt-5 grid grid-cols-3 gap-3 max-sm:grid-cols-1">
        {BUDGET_PERIODS.map((period) => (
          <BudgetField
            key={period}
            period={period}
            draft={draft}
            checked={checked}
            trial={trial}
            onChange={(amount) => setDraft({ ...draft, [period]: amount })}
          />
        ))}
      </div>
      <BudgetTrialTable draft={draft} trial={trial} />
      <DialogActions label="Save budgets" busyLabel="Saving…" busy={pending} />
    </form>
  );
}

interface BudgetFieldProps {
  period: BudgetPeriod;
  draft: BudgetDraft;
  checked: boolean;
  trial: BudgetTrial;
  onChange: (amount: string) => void;
}

function BudgetField({ period, draft, checked, trial, onChange }: BudgetFieldProps) {
  const { label, now } = PERIOD_WORDS[period];
  const spent = trial.data?.spending[period].spent;
  const loading = trial.data === undefined && !trial.failed;
  return (
    <AmountField
      name={period}
      label={label}
      hint={loading ? <Skeleton className="h-4 w-20" /> : `${formatSum(spent)} ${now}`}
      {...optionalAmount(draft[period], checked)}
      onChange={onChange}
    />
  );
}
