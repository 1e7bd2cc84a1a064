import { useQuery } from "@tanstack/react-query";
import Undo2 from "lucide-react/icons/undo-2";
import { type ReactNode, useState } from "react";
import { AmountField } from "#app/components/amount-field.tsx";
import { ConfirmDialog } from "#app/components/confirm-dialog.tsx";
import { Description, DescriptionList } from "#app/components/description-list.tsx";
import { LoadFailure } from "#app/components/load-failure.tsx";
import { Button } from "#app/components/ui/button.tsx";
import { DialogClose, DialogDescription, DialogFooter, DialogTitle } from "#app/components/ui/dialog.tsx";
import { Segmented, SegmentedItem } from "#app/components/ui/segmented.tsx";
import { Skeleton } from "#app/components/ui/skeleton.tsx";
import { accountText } from "#app/features/operator/accounts/accounts-view.ts";
import { paymentQuery } from "#app/features/operator/payments/payments-queries.ts";
import { moneyText } from "#app/features/operator/payments/payments-view.ts";
import { formatDate } from "#app/lib/format.ts";
import type { OperatorPaymentResponse } from "#core/contract/operator-payments.ts";
import { creditProblem, ReasonField, reasonProblem } from "./action-fields.tsx";
import { ActionForm } from "./action-form.tsx";
import { fromOperatorApi, operatorApi } from "./operator-api.ts";

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
  const { data, error, isFetching, refetch } = useQuery(paymentQuery(id));
  if (data && data.left > 0) return <RefundForm payment={data} onDone={onDone} />;
  return (
    <>
      <DialogTitle>Refund payment</DialogTitle>
      <DialogDescription>{data ? nothingLeft(data) : "Reading its refunds from Stripe…"}</DialogDescription>
      {data && <Facts payment={data} />}
      {!data &&
        (error ? (
          <LoadFailure
            title="Could not read the payment"
            error={error}
            busy={isFetching}
            onRetry={() => refetch()}
            className="px-0"
          />
        ) : (
          <Skeleton className="mt-5 h-28 w-full" />
        ))}
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

type PaymentProps = { payment: OperatorPaymentResponse };

const Facts = ({ payment: { amount, currency, paid_at, refunded, left } }: PaymentProps) => (
  <DescriptionList className="mt-5 rounded-control border px-4">
    <Description label={`Paid on ${formatDate(paid_at)}`}>{moneyText(amount, currency)}</Description>
    <Description label="Refunded so far">{moneyText(refunded, currency)}</Description>
    <Description label="Left to refund">
      <span className="font-medium">{moneyText(left, currency)}</span>
    </Description>
  </DescriptionList>
);

interface RefundDraft {
  whole: boolean;
  amount: string;
  reason: string;
}

function amountProblem(text: string, { left, currency }: OperatorPaymentResponse): string | null {
  const problem = creditProblem(text);
  if (problem !== null || Number(text) <= left) return problem;
  return `Only ${moneyText(left, currency)} of this payment is left to refund.`;
}

function RefundForm({ payment, onDone }: PaymentProps & { onDone: () => void }) {
  const [draft, setDraft] = useState<RefundDraft>({ whole: true, amount: "", reason: "" });
  // One per opened dialog: neither a double click nor a retry after a lost response refunds twice.
  const [id] = useState(() => crypto.randomUUID());
  const edit = (changes: Partial<RefundDraft>) => setDraft((before) => ({ ...before, ...changes }));
  const { currency, account, left } = payment;
  const problem = draft.whole ? null : amountProblem(draft.amount, payment);
  const amount = draft.whole ? left : Number(draft.amount);

  async function send() {
    const json = { amount: draft.whole ? null : amount, reason: draft.reason.trim(), id };
    const done = await fromOperatorApi(
      operatorApi.payments[":payment"].refund.$post({ param: { payment: payment.id }, json }),
    );
    return {
      title: "Payment refunded",
      description: `${moneyText(done.amount, currency)} · ${accountText(account.email)}`,
    };
  }
  return (
    <ActionForm
      icon={Undo2}
      tone="danger"
      title="Refund payment"
      description={
        <>
          Stripe returns the money to the card of{" "}
          <strong className="font-medium text-ink">{accountText(account.email)}</strong>. {effectOf(payment)}
        </>
      }
      action={{
        label: problem === null ? `Refund ${moneyText(amount, currency)}` : "Refund",
        busyLabel: "Refunding…",
      }}
      draft={draft}
      problems={{ amount: problem, reason: reasonProblem(draft.reason) }}
      send={send}
      onDone={onDone}
    >
      {(errorOf) => (
        <>
          <Facts payment={payment} />
          <Segmented
            aria-label="How much"
            value={draft.whole ? "whole" : "part"}
            onValueChange={(chosen) => edit({ whole: chosen !== "part" })}
            className="mt-4 flex *:flex-1"
          >
            <SegmentedItem value="whole">All that is left</SegmentedItem>
            <SegmentedItem value="part">A part</SegmentedItem>
          </Segmented>
          {!draft.whole && (
            <AmountField
              name="amount"
              label="Amount"
              prefix={currency === "usd" ? "$" : "₹"}
              amount={draft.amount}
              className="mt-4"
              errorOf={() => errorOf("amount")}
              onChange={(text) => edit({ amount: text })}
            />
          )}
          <ReasonField
            reason={draft.reason}
            error={errorOf("reason")}
            onChange={(reason) => edit({ reason })}
          />
        </>
      )}
    </ActionForm>
  );
}

const effectOf = ({ product }: OperatorPaymentResponse) =>
  product === "balance"
    ? "It is taken from the balance, below $0 if it was spent. This can’t be undone."
    : "The year is taken back once the whole price is refunded. This can’t be undone.";
