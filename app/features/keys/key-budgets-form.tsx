import { type FormEvent, useState } from "react";
import { DialogDescription, DialogTitle } from "#app/components/ui/dialog.tsx";
import { Field } from "#app/components/ui/field.tsx";
import { Input } from "#app/components/ui/input.tsx";
import { Skeleton } from "#app/components/ui/skeleton.tsx";
import { formatExactDollars } from "#app/lib/format.ts";
import { BUDGET_PERIODS, type BudgetPeriod } from "#core/domain/gateway/budgets.ts";
import { BudgetTrialTable } from "./budget-trial-table.tsx";
import { amountProblem, type BudgetDraft, budgetsOf, draftOf, PERIOD_WORDS } from "./budget-view.ts";
import { DialogActions } from "./dialog-actions.tsx";
import type { KeyDialogProps } from "./key-dialog-props.ts";
import { type BudgetTrial, useBudgetTrial } from "./use-budget-trial.ts";
import { useSetBudgets } from "./use-set-budgets.ts";

export function KeyBudgetsForm({ apiKey, onDone }: KeyDialogProps) {
  const [draft, setDraft] = useState(() => draftOf(apiKey));
  const [checked, setChecked] = useState(false);
  const trial = useBudgetTrial(apiKey, draft);
  const { save, saving } = useSetBudgets(apiKey);

  async function submit(event: FormEvent) {
    event.preventDefault();
    setChecked(true);
    const wrong = BUDGET_PERIODS.some((period) => amountProblem(draft[period]) !== null);
    if (!wrong && (await save(budgetsOf(draft)))) onDone();
  }

  return (
    <form onSubmit={submit} noValidate>
      <DialogTitle>Budgets</DialogTitle>
      <DialogDescription>
        When one is used up, requests with “{apiKey.name}” that would cost something are refused until the
        period ends, in UTC. A week begins on Monday.
      </DialogDescription>
      <div className="mt-5 grid grid-cols-3 gap-3 max-sm:grid-cols-1">
        {BUDGET_PERIODS.map((period) => (
          <AmountField
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
      <DialogActions label="Save budgets" busyLabel="Saving…" busy={saving} />
    </form>
  );
}

interface AmountFieldProps {
  period: BudgetPeriod;
  draft: BudgetDraft;
  /** Whether the reader has tried to save: only then an amount that may be half typed is a mistake. */
  checked: boolean;
  trial: BudgetTrial;
  onChange: (amount: string) => void;
}

function AmountField({ period, draft, checked, trial, onChange }: AmountFieldProps) {
  const [left, setLeft] = useState(false);
  const { label, now } = PERIOD_WORDS[period];
  const spent = trial.answer?.spending[period].spent;
  const loading = trial.answer === undefined && !trial.failed;
  return (
    <Field
      label={label}
      hint={loading ? <Skeleton className="h-4 w-20" /> : `${formatExactDollars(spent)} ${now}`}
      error={left || checked ? amountProblem(draft[period]) : null}
    >
      <Input
        size="lg"
        name={period}
        inputMode="decimal"
        autoComplete="off"
        maxLength={20}
        prefix="$"
        placeholder="No budget"
        value={draft[period]}
        onChange={(event) => onChange(event.currentTarget.value)}
        onBlur={() => setLeft(true)}
      />
    </Field>
  );
}
