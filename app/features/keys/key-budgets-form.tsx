import { AmountField } from "#app/components/amount-field.tsx";
import { DialogForm } from "#app/components/dialog-form.tsx";
import { Skeleton } from "#app/components/ui/skeleton.tsx";
import { formatSum } from "#app/lib/format.ts";
import { type Form, useForm } from "#app/lib/use-form.ts";
import type { ApiKey } from "#core/contract/keys.ts";
import { BUDGET_PERIODS, type BudgetPeriod } from "#core/domain/gateway/budgets.ts";
import { type BudgetTrial, BudgetTrialTable, useBudgetTrial } from "./budget-trial.tsx";
import {
  type BudgetDraft,
  budgetProblems,
  budgetsOf,
  budgetsText,
  draftOf,
  PERIOD_WORDS,
} from "./budget-view.ts";
import { changeFailure, useChangeKey } from "./change-key.ts";
import { keyMessages } from "./messages.ts";

export function KeyBudgetsForm({ apiKey, onDone }: { apiKey: ApiKey; onDone: () => void }) {
  const change = useChangeKey(apiKey);
  const form = useForm({
    initial: () => draftOf(apiKey),
    check: budgetProblems,
    send: (draft) => change({ budgets: budgetsOf(draft) }),
    notice: (_, draft) => ({
      ...keyMessages.budgetsSet,
      description: `“${apiKey.name}” has ${budgetsText(budgetsOf(draft))}.`,
    }),
    onSent: onDone,
    failureNotice: changeFailure,
  });
  const trial = useBudgetTrial(apiKey, form.draft);
  return (
    <DialogForm
      form={form}
      title="Budgets"
      description={`When a budget is used up, paid requests with “${apiKey.name}” are refused until its period ends (UTC). Weeks start on Monday.`}
      action={{ label: "Save budgets", busyLabel: "Saving…" }}
    >
      <div className="mt-5 grid grid-cols-3 gap-3 max-sm:grid-cols-1">
        {BUDGET_PERIODS.map((period) => (
          <BudgetField key={period} period={period} form={form} trial={trial} />
        ))}
      </div>
      <BudgetTrialTable draft={form.draft} trial={trial} />
    </DialogForm>
  );
}

interface BudgetFieldProps {
  period: BudgetPeriod;
  form: Form<BudgetDraft>;
  trial: BudgetTrial;
}

function BudgetField({ period, form, trial }: BudgetFieldProps) {
  const { label, now } = PERIOD_WORDS[period];
  const spent = trial.data?.spending[period].spent;
  const loading = trial.data === undefined && !trial.failed;
  return (
    <AmountField
      name={period}
      placeholder="No budget"
      label={label}
      hint={loading ? <Skeleton className="h-4 w-20" /> : `${formatSum(spent)} ${now}`}
      amount={form.draft[period]}
      error={form.errorOf(period)}
      onChange={(amount) => form.edit({ [period]: amount })}
      onLeave={() => form.touch(period)}
    />
  );
}
