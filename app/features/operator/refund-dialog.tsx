import { useQuery } from "@tanstack/react-query";
import Undo2 from "lucide-react/icons/undo-2";
import type { ReactNode } from "react";
import { AmountField } from "#app/components/amount-field.tsx";
import { ConfirmDialog } from "#app/components/confirm-dialog.tsx";
import { Description } from "#app/components/description-list.tsx";
import { QueryState } from "#app/components/query-state.tsx";
import { Button } from "#app/components/ui/button.tsx";
import { DialogClose, DialogDescription, DialogFooter, DialogTitle } from "#app/components/ui/dialog.tsx";
import { SegmentedChoice } from "#app/components/ui/segmented.tsx";
import { Skeleton } from "#app/components/ui/skeleton.tsx";
import { formatDate } from "#app/lib/format.ts";
import type { OperatorPaymentResponse } from "#core/contract/operator-payments.ts";
import { type Action, ActionForm, Facts, Subject } from "./action-dialog.tsx";
import { creditProblem } from "./action-fields.tsx";
import { fromOperatorApi, operatorApi } from "./operator-api.ts";
import { paymentQuery } from "./queries.ts";
import { accountText, moneyText } from "./texts.ts";

interface RefundDialogProps {
  /** Its order. */
  payment: string;
  trigger: ReactNode;
}

export const RefundDialog = ({ payment, trigger }: RefundDialogProps) => (
  <ConfirmDialog trigger={trigger}>{(done) => <LoadedPayment id={payment} onDone={done} />}</ConfirmDialog>
);

/** Read when the dialog opens, because refunds can be made in Stripe too. */
function LoadedPayment({ id, onDone }: { id: string; onDone: () => void }) {
  const query = useQuery(paymentQuery(id));
  const { data } = query;
  if (data && data.left > 0) return <ActionForm action={refund(data)} onDone={onDone} />;
  return (
    <>
      <DialogTitle>Refund payment</DialogTitle>
      <DialogDescription>{data ? nothingLeft(data) : "Reading its refunds from Stripe…"}</DialogDescription>
      <QueryState
        query={query}
        loading="Loading payment"
        skeleton={<Skeleton className="mt-5 h-28 w-full" />}
        failed={{ title: "Could not read the payment", variant: "dialog" }}
      >
        {(payment) => <PaymentFacts payment={payment} />}
      </QueryState>
      <DialogFooter>
        <DialogClose asChild>
          <Button>Close</Button>
        </DialogClose>
      </DialogFooter>
    </>
  );
}

const nothingLeft = ({ disputed }: OperatorPaymentResponse) =>
  disputed
    ? "This payment is disputed: the bank has taken the money back."
    : "This payment has been refunded in full.";

const PaymentFacts = ({ payment }: { payment: OperatorPaymentResponse }) => {
  const { amount, currency, paid_at, refunded, left } = payment;
  return (
    <Facts>
      <Description label={`Paid on ${formatDate(paid_at)}`}>{moneyText(amount, currency)}</Description>
      <Description label="Refunded so far">{moneyText(refunded, currency)}</Description>
      <Description label="Left to refund">
        <span className="font-medium">{moneyText(left, currency)}</span>
      </Description>
    </Facts>
  );
};

type RefundDraft = {
  whole: boolean;
  amount: string;
};

function amountProblem(text: string, { left, currency }: OperatorPaymentResponse): string | null {
  const problem = creditProblem(text);
  if (problem !== null || Number(text) <= left) return problem;
  return `Only ${moneyText(left, currency)} of this payment is left to refund.`;
}

const refund = (payment: OperatorPaymentResponse): Action<RefundDraft> => ({
  icon: Undo2,
  tone: "danger",
  title: "Refund payment",
  consequence: (
    <>
      Stripe returns the money to the card of <Subject>{accountText(payment.account.email)}</Subject>.{" "}
      {effectOf(payment)}
    </>
  ),
  button({ whole, amount }) {
    const isComplete = whole || amountProblem(amount, payment) === null;
    const text = moneyText(whole ? payment.left : Number(amount), payment.currency);
    return { label: isComplete ? `Refund ${text}` : "Refund", busyLabel: "Refunding…" };
  },
  facts: <PaymentFacts payment={payment} />,
  own: {
    initial: { whole: true, amount: "" },
    check: ({ whole, amount }) => (whole ? {} : { amount: amountProblem(amount, payment) }),
    show: ({ draft, edit, errorOf }) => (
      <>
        <SegmentedChoice
          aria-label="How much"
          value={draft.whole ? "whole" : "part"}
          choices={{ whole: "All that is left", part: "A part" }}
          onChoose={(chosen) => edit({ whole: chosen === "whole" })}
          className="mt-4 flex *:flex-1"
        />
        {!draft.whole && (
          <AmountField
            name="amount"
            label="Amount"
            prefix={payment.currency === "usd" ? "$" : "₹"}
            amount={draft.amount}
            className="mt-4"
            error={errorOf("amount")}
            onChange={(amount) => edit({ amount })}
          />
        )}
      </>
    ),
  },
  async send({ whole, amount, reason, id }) {
    const json = { amount: whole ? null : Number(amount), reason, id };
    const done = await fromOperatorApi(
      operatorApi.payments[":payment"].refund.$post({ param: { payment: payment.id }, json }),
    );
    return {
      title: "Payment refunded",
      description: `${moneyText(done.amount, payment.currency)} · ${accountText(payment.account.email)}`,
    };
  },
});

const effectOf = ({ product }: OperatorPaymentResponse) =>
  product === "balance"
    ? "It is taken from the balance, below $0 if it was spent. This can’t be undone."
    : "The year is taken back once the whole price is refunded. This can’t be undone.";
