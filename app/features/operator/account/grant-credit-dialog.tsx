import Wallet from "lucide-react/icons/wallet";
import { useState } from "react";
import { AmountField } from "#app/components/amount-field.tsx";
import { ConfirmDialog } from "#app/components/confirm-dialog.tsx";
import { Description, DescriptionList } from "#app/components/description-list.tsx";
import { Button } from "#app/components/ui/button.tsx";
import { Segmented, SegmentedItem } from "#app/components/ui/segmented.tsx";
import { signedDollars } from "#app/features/operator/account-badges.tsx";
import {
  creditProblem,
  ReasonField,
  reasonProblem,
  takeBackProblem,
} from "#app/features/operator/action-fields.tsx";
import { ActionForm } from "#app/features/operator/action-form.tsx";
import { fromOperatorApi, operatorApi } from "#app/features/operator/operator-api.ts";
import { useChangeProps } from "#app/features/operator/own-account.ts";
import { sumDollars } from "#app/lib/dollars.ts";
import { formatDollars } from "#app/lib/format.ts";
import type { OperatorAccountResponse } from "#core/contract/operator.ts";

const DIRECTIONS = {
  grant: {
    label: "Grant",
    busyLabel: "Granting…",
    done: "Credit granted",
    hint: "Added to the balance right away",
    sign: 1,
  },
  take_back: {
    label: "Take back",
    busyLabel: "Taking back…",
    done: "Credit taken back",
    hint: "Taken from the balance right away",
    sign: -1,
  },
} as const;

interface CreditDraft {
  direction: keyof typeof DIRECTIONS;
  amount: string;
  reason: string;
}

type AccountProps = { account: OperatorAccountResponse };

export const GrantCreditDialog = ({ account }: AccountProps) => (
  <ConfirmDialog
    trigger={
      <Button variant="primary" {...useChangeProps(account.id)}>
        Grant credit
      </Button>
    }
  >
    {(done) => <GrantCreditForm account={account} onDone={done} />}
  </ConfirmDialog>
);

function GrantCreditForm({ account, onDone }: AccountProps & { onDone: () => void }) {
  const [draft, setDraft] = useState<CreditDraft>({ direction: "grant", amount: "", reason: "" });
  // One per opened dialog: neither a double click nor a retry after a lost response repeats it.
  const [id] = useState(() => crypto.randomUUID());
  const edit = (changes: Partial<CreditDraft>) => setDraft((before) => ({ ...before, ...changes }));
  const { direction, reason } = draft;
  const { label, busyLabel, done, hint, sign } = DIRECTIONS[direction];
  const amount = creditProblem(draft.amount) === null ? Number(draft.amount) : null;
  const problem =
    direction === "grant" ? creditProblem(draft.amount) : takeBackProblem(draft.amount, account.balance);
  const after = sumDollars([account.balance, sign * (amount ?? 0)]);

  async function send() {
    const json = { direction, amount: amount ?? 0, reason: reason.trim(), id };
    await fromOperatorApi(
      operatorApi.accounts[":id"].credit.$post({ param: { id: String(account.id) }, json }),
    );
    return { title: done, description: `${formatDollars(amount)} · ${account.email}` };
  }
  return (
    <ActionForm
      icon={Wallet}
      tone="neutral"
      title="Grant credit"
      description={
        <>
          Adjust the balance of <strong className="font-medium text-ink">{account.email}</strong>.
        </>
      }
      action={{ label: amount === null ? `${label} credit` : `${label} ${formatDollars(amount)}`, busyLabel }}
      draft={draft}
      problems={{ amount: problem, reason: reasonProblem(reason) }}
      fieldOfCode={{ insufficient_balance: "amount" }}
      send={send}
      onDone={onDone}
    >
      {(errorOf) => (
        <>
          <Segmented
            aria-label="Direction"
            value={direction}
            onValueChange={(chosen) => edit({ direction: chosen === "take_back" ? "take_back" : "grant" })}
            className="mt-5 flex *:flex-1"
          >
            <SegmentedItem value="grant">Grant</SegmentedItem>
            <SegmentedItem value="take_back">Take back</SegmentedItem>
          </Segmented>
          <AmountField
            name="amount"
            autoFocus
            label="Amount"
            hint={hint}
            amount={draft.amount}
            className="mt-4"
            errorOf={() => errorOf("amount")}
            onChange={(text) => edit({ amount: text })}
          />
          <ReasonField
            reason={reason}
            error={errorOf("reason")}
            hint="Saved in the audit log. The customer sees it on their statement."
            onChange={(text) => edit({ reason: text })}
          />
          <DescriptionList className="mt-4 rounded-control border px-4">
            <Description label="Balance now">{signedDollars(account.balance)}</Description>
            <Description label="Balance after">
              <span className={after < 0 ? "font-medium text-danger-ink" : "font-medium"}>
                {signedDollars(after)}
              </span>
            </Description>
          </DescriptionList>
        </>
      )}
    </ActionForm>
  );
}
