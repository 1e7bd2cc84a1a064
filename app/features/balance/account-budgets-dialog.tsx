import { useMutation, useQueryClient } from "@tanstack/react-query";
import { type FormEvent, useState } from "react";
import { AmountField } from "#app/components/amount-field.tsx";
import { Button } from "#app/components/ui/button.tsx";
import {
  Dialog,
  DialogClose,
  DialogContent,
  DialogDescription,
  DialogFooter,
  DialogTitle,
  DialogTrigger,
} from "#app/components/ui/dialog.tsx";
import type { OnDemandProps } from "#app/components/ui/on-demand.tsx";
import { amountProblem } from "#app/lib/amount.ts";
import { api, unwrap } from "#app/lib/api-client.ts";
import { formatSum } from "#app/lib/format.ts";
import { toast } from "#app/lib/toast.ts";
import type { AccountBudgetsResponse } from "#core/contract/budgets.ts";
import { ACCOUNT_LIMIT_PERIODS } from "#core/domain/gateway/budgets.ts";
import { balanceMessages } from "./messages.ts";
import { accountBudgetsQuery } from "./queries.ts";

type Props = { data: AccountBudgetsResponse };

export default function AccountBudgetsDialog({ data, trigger }: OnDemandProps & Props) {
  const [open, setOpen] = useState(true);
  return (
    <Dialog open={open} onOpenChange={setOpen}>
      <DialogTrigger asChild>{trigger}</DialogTrigger>
      <DialogContent>
        <AccountBudgetsForm data={data} onDone={() => setOpen(false)} />
      </DialogContent>
    </Dialog>
  );
}

const FIELDS = { day: { label: "Per day", now: "today" }, month: { label: "Per month", now: "this month" } };

function AccountBudgetsForm({ data, onDone }: Props & { onDone: () => void }) {
  const text = (period: "day" | "month") =>
    String(data.budgets.find((budget) => budget.period === period)?.amount ?? "");
  const [draft, setDraft] = useState({ day: text("day"), month: text("month") });
  const [checked, setChecked] = useState(false);
  const save = useSaveBudgets();

  async function submit(event: FormEvent) {
    event.preventDefault();
    setChecked(true);
    if (ACCOUNT_LIMIT_PERIODS.some((period) => amountProblem(draft[period]) !== null)) return;
    if (await save.submit(draft)) onDone();
  }

  return (
    <form onSubmit={submit} noValidate>
      <DialogTitle>Account budgets</DialogTitle>
      <DialogDescription>
        The most that all your keys together may spend. Requests that could exceed a budget are refused, not
        charged. Days and months are in UTC.
      </DialogDescription>
      <div className="mt-5 grid grid-cols-2 gap-3 max-sm:grid-cols-1">
        {ACCOUNT_LIMIT_PERIODS.map((period) => (
          <AmountField
            key={period}
            name={period}
            label={FIELDS[period].label}
            hint={`${formatSum(data.spending[period].spent)} ${FIELDS[period].now}`}
            amount={draft[period]}
            checked={checked}
            onChange={(amount) => setDraft({ ...draft, [period]: amount })}
          />
        ))}
      </div>
      <DialogFooter>
        <DialogClose asChild>
          <Button>Cancel</Button>
        </DialogClose>
        <Button variant="primary" type="submit" busy={save.pending} className="min-w-32">
          {save.pending ? "Saving…" : "Save budgets"}
        </Button>
      </DialogFooter>
    </form>
  );
}

type Draft = Record<"day" | "month", string>;

function useSaveBudgets() {
  const queryClient = useQueryClient();
  const { mutateAsync, isPending: pending } = useMutation({
    mutationFn: (draft: Draft) => {
      const budgets = ACCOUNT_LIMIT_PERIODS.filter((period) => draft[period].trim() !== "").map((period) => ({
        period,
        amount: Number(draft[period]),
      }));
      return unwrap(api.api.account.budgets.$put({ json: { budgets } }));
    },
    onSuccess: (saved) => queryClient.setQueryData(accountBudgetsQuery.queryKey, saved),
  });

  async function submit(draft: Draft): Promise<boolean> {
    if (pending) return false;
    try {
      await mutateAsync(draft);
      toast({ ...balanceMessages.budgetsSaved, tone: "success" });
      return true;
    } catch {
      toast({ ...balanceMessages.budgetsFailed, tone: "danger" });
      return false;
    }
  }

  return { submit, pending };
}
