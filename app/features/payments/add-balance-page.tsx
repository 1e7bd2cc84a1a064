import { Link, useNavigate } from "@remix-run/react";
import { useQuery } from "@tanstack/react-query";
import ArrowLeft from "lucide-react/icons/arrow-left";
import Check from "lucide-react/icons/check";
import ExternalLink from "lucide-react/icons/external-link";
import { Fragment, useState } from "react";
import { Description, DescriptionList } from "#app/components/description-list.tsx";
import { SupportText } from "#app/components/support-text.tsx";
import { Alert } from "#app/components/ui/alert.tsx";
import { Button } from "#app/components/ui/button.tsx";
import { Card } from "#app/components/ui/card.tsx";
import { PageHeader } from "#app/components/ui/page-header.tsx";
import { Skeleton } from "#app/components/ui/skeleton.tsx";
import { Spinner } from "#app/components/ui/spinner.tsx";
import { BalanceFigure } from "#app/features/balance/balance-figure.tsx";
import { balanceQuery } from "#app/features/balance/queries.ts";
import { RunwayLine } from "#app/features/runway/runway-line.tsx";
import { cn } from "#app/lib/class-names.ts";
import { formatDollars, formatMinute, formatMoney } from "#app/lib/format.ts";
import { pages } from "#app/lib/pages.ts";
import { paths } from "#app/lib/paths.ts";
import { AmountCard } from "./amount-card.tsx";
import { ORDER_LABELS, paymentMessages } from "./messages.ts";
import { Outcome } from "./outcome.tsx";
import { type Order, shortReference, topUpSteps } from "./payment-view.ts";
import { type OpenPayment, type TopUp, useTopUp } from "./use-top-up.ts";

const MARKERS = {
  complete: "bg-success-soft text-success-ink",
  current: "bg-primary text-on-primary",
  upcoming: "border border-control",
};

export const { meta } = pages.addBalance;

export default function AddBalancePage() {
  const topUp = useTopUp();
  const { view, sessionId, waiting, form } = topUp;
  const amount = waiting?.amount ?? form.draft.amount;
  const paid = view?.kind === "success";
  return (
    <>
      <BackButton />
      <PageHeader {...pages.addBalance.heading} />
      <Steps paid={paid} />
      <div className="grid grid-cols-[minmax(0,1fr)_var(--spacing-aside)] items-start gap-6 max-lg:grid-cols-1 max-lg:gap-3">
        {paid ? <ConfirmationCard order={view.order} /> : <Unpaid {...topUp} />}
        <Card>
          <h2 className="px-5 pt-4 text-body font-medium max-lg:px-4">Summary</h2>
          <DescriptionList className="px-5 pt-1 pb-2 max-lg:px-4 [&_dd]:font-medium">
            {paid ? (
              <PaidSummary order={view.order} sessionId={sessionId} />
            ) : (
              <UnpaidSummary amount={amount} />
            )}
          </DescriptionList>
          {!paid && (
            <RunwayLine
              added={amount ?? 0}
              className="flex min-h-12 items-center border-t px-5 py-3 text-caption text-ink-2 max-lg:px-4"
            />
          )}
          {paid && (
            <p className="border-t px-5 py-3 max-lg:px-4">
              <Button asChild variant="link" size="sm">
                <Link to={paths.billing}>View receipts</Link>
              </Button>
            </p>
          )}
        </Card>
      </div>
    </>
  );
}

/** One step back in this app, or to the dashboard from outside it. */
function BackButton() {
  const navigate = useNavigate();
  // The router numbers its entries; the first page of a visit is 0.
  const goBack = () => (window.history.state?.idx > 0 ? navigate(-1) : navigate(paths.dashboard));
  return (
    <Button variant="ghost" size="sm" className="mb-3 -ml-2 px-2" onClick={goBack}>
      <ArrowLeft aria-hidden />
      Back
    </Button>
  );
}

function Steps({ paid }: { paid: boolean }) {
  return (
    <ol className="mb-6 flex items-center gap-3 text-small" aria-label="Steps">
      {topUpSteps(paid).map(({ title, description, status }, at) => (
        <Fragment key={title}>
          {at > 0 && <li className={cn("h-px w-12 max-sm:w-4", paid ? "bg-ink" : "bg-edge")} aria-hidden />}
          <li
            className="flex items-center gap-2.5 max-sm:flex-1 max-sm:items-start"
            aria-current={status === "current" ? "step" : undefined}
          >
            <span
              className={cn(
                "grid size-6 shrink-0 place-items-center rounded-full text-caption font-medium tabular-nums",
                MARKERS[status],
              )}
            >
              {status === "complete" ? <Check className="size-3.5" aria-hidden /> : at + 1}
            </span>
            <span>
              <span className={cn("block", status === "upcoming" ? "text-ink-2" : "font-medium")}>
                {title}
                {status === "complete" && <span className="sr-only">, complete</span>}
              </span>
              <span className="block text-caption text-ink-3">{description}</span>
            </span>
          </li>
        </Fragment>
      ))}
    </ol>
  );
}

function Unpaid(topUp: TopUp) {
  const { view, waiting, changeAmount, canceled } = topUp;
  if (view?.kind === "verifying" || view?.kind === "pending") {
    return (
      <Card className="px-6 py-14 text-center">
        <Outcome view={view} level="h2" />
      </Card>
    );
  }
  if (waiting) return <WaitingCard payment={waiting} onChangeAmount={changeAmount} />;
  return (
    <div className="grid gap-3">
      {view?.kind === "failure" && (
        <Alert tone="danger">
          <p className="font-medium">{view.title}</p>
          <p>
            <SupportText>{view.message}</SupportText>
          </p>
        </Alert>
      )}
      {canceled && <Alert role="status">{paymentMessages.canceled}</Alert>}
      <AmountCard {...topUp} />
    </div>
  );
}

interface WaitingCardProps {
  payment: OpenPayment;
  onChangeAmount: () => void;
}

function WaitingCard({ payment, onChangeAmount }: WaitingCardProps) {
  const { amount, url, blocked } = payment;
  return (
    <Card className="flex flex-col items-center px-6 py-14 text-center">
      <Spinner className="size-7 text-ink-3" />
      <div role="status">
        <h2 className="mt-4 text-lead font-semibold">Waiting for your payment</h2>
        <p className="mt-1 max-w-sm text-body text-ink-2">
          {blocked
            ? `Your browser blocked the new tab. Open it yourself to pay ${formatDollars(amount)}.`
            : `Complete the payment of ${formatDollars(amount)} in the new tab.`}{" "}
          This page updates automatically.
        </p>
      </div>
      <div className="mt-6 flex gap-2 max-sm:w-full max-sm:flex-col">
        <Button asChild variant={blocked ? "primary" : "secondary"}>
          <a href={url} target="_blank" rel="noopener noreferrer">
            {blocked ? "Open payment" : "Open payment again"}
            <ExternalLink className="size-3.5 opacity-70" aria-hidden />
          </a>
        </Button>
        <Button variant="ghost" onClick={onChangeAmount}>
          Change amount
        </Button>
      </div>
    </Card>
  );
}

function UnpaidSummary({ amount }: { amount: number | null }) {
  const { data, isPending } = useQuery(balanceQuery);
  const balance = data?.balance ?? null;
  const after = balance === null || amount === null ? null : balance + amount;
  return (
    <>
      <Description label="Current balance">{!isPending && formatDollars(balance)}</Description>
      <Description label="Top-up">{amount === null ? "—" : `+ ${formatDollars(amount)}`}</Description>
      <Description label="New balance">{!isPending && formatDollars(after)}</Description>
    </>
  );
}

function PaidSummary({ order, sessionId }: { order: Order; sessionId: string | null }) {
  const [paidAt] = useState(Date.now);
  return (
    <>
      <Description label={ORDER_LABELS[order.product]}>
        {formatMoney(order.amount, order.currency)}
      </Description>
      <Description label="Date">{formatMinute(paidAt)}</Description>
      {sessionId && (
        <Description label="Reference">
          <span translate="no" className="font-mono text-caption font-normal">
            {shortReference(sessionId)}
          </span>
        </Description>
      )}
    </>
  );
}

function ConfirmationCard({ order }: { order: Order }) {
  const { data, isFetching } = useQuery(balanceQuery);
  const balance = data ? <BalanceFigure dollars={data.balance} /> : "—";
  return (
    <Card>
      <div className="flex flex-col items-center px-6 pt-12 pb-10 text-center">
        <Outcome view={{ kind: "success", order }} level="h2" />
        <p translate="no" className="mt-5 flex h-10 items-center text-display font-medium tabular-nums">
          {isFetching ? <Skeleton className="h-8 w-32" /> : balance}
        </p>
        <p className="mt-1 text-caption text-ink-3">New balance</p>
        <Button asChild variant="primary" className="mt-6">
          <Link to={paths.dashboard}>Go to Dashboard</Link>
        </Button>
      </div>
      {order.product === "balance" && (
        <footer className="border-t px-5 py-3 text-center text-caption text-ink-3">
          {paymentMessages.redirecting}
        </footer>
      )}
    </Card>
  );
}
