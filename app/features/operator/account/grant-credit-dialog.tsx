import Wallet from "lucide-react/icons/wallet";
import { AmountField } from "#app/components/amount-field.tsx";
import { Description } from "#app/components/description-list.tsx";
import { Button } from "#app/components/ui/button.tsx";
import { SegmentedChoice } from "#app/components/ui/segmented.tsx";
import { signedDollars } from "#app/features/operator/account-badges.tsx";
import { type Action, ActionDialog, Facts, Subject } from "#app/features/operator/action-dialog.tsx";
import { creditProblem, takeBackProblem } from "#app/features/operator/action-fields.tsx";
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

type CreditDraft = {
  direction: keyof typeof DIRECTIONS;
  amount: string;
};

type AccountProps = { account: OperatorAccountResponse };

export const GrantCreditDialog = ({ account }: AccountProps) => (
  <ActionDialog
    action={grantCredit(account)}
    trigger={
      <Button variant="primary" {...useChangeProps(account.id)}>
        Grant credit
      </Button>
    }
  />
);

const amountOf = ({ amount }: CreditDraft) => (creditProblem(amount) === null ? Number(amount) : null);

const grantCredit = ({ id: account, email, balance }: OperatorAccountResponse): Action<CreditDraft> => ({
  icon: Wallet,
  title: "Grant credit",
  consequence: (
    <>
      Adjust the balance of <Subject>{email}</Subject>.
    </>
  ),
  button(draft) {
    const { label, busyLabel } = DIRECTIONS[draft.direction];
    const amount = amountOf(draft);
    return { label: amount === null ? `${label} credit` : `${label} ${formatDollars(amount)}`, busyLabel };
  },
  own: {
    initial: { direction: "grant", amount: "" },
    check: ({ direction, amount }) => ({
      amount: direction === "grant" ? creditProblem(amount) : takeBackProblem(amount, balance),
    }),
    codes: { insufficient_balance: "amount" },
    show: ({ draft, edit, errorOf }) => (
      <>
        <SegmentedChoice
          aria-label="Direction"
          value={draft.direction}
          choices={{ grant: "Grant", take_back: "Take back" }}
          onChoose={(direction) => edit({ direction })}
          className="mt-5 flex *:flex-1"
        />
        <AmountField
          name="amount"
          autoFocus
          label="Amount"
          hint={DIRECTIONS[draft.direction].hint}
          amount={draft.amount}
          className="mt-4"
          error={errorOf("amount")}
          onChange={(amount) => edit({ amount })}
        />
      </>
    ),
    outcome(draft) {
      const after = sumDollars([balance, DIRECTIONS[draft.direction].sign * (amountOf(draft) ?? 0)]);
      return (
        <Facts className="mt-4">
          <Description label="Balance now">{signedDollars(balance)}</Description>
          <Description label="Balance after">
            <span className={after < 0 ? "font-medium text-danger-ink" : "font-medium"}>
              {signedDollars(after)}
            </span>
          </Description>
        </Facts>
      );
    },
  },
  reasonHint: "Saved in the audit log. The customer sees it on their statement.",
  async send({ direction, amount: typed, reason, id }) {
    const amount = Number(typed);
    const json = { direction, amount, reason, id };
    await fromOperatorApi(operatorApi.accounts[":id"].credit.$post({ param: { id: String(account) }, json }));
    return { title: DIRECTIONS[direction].done, description: `${formatDollars(amount)} · ${email}` };
  },
});
