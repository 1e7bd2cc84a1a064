import { useState } from "react";
import { Alert } from "#app/components/ui/alert.tsx";
import { Card } from "#app/components/ui/card.tsx";
import { PageHeader } from "#app/components/ui/page-header.tsx";
import { formatDate, formatTime } from "#app/lib/format.ts";
import { pageHeadings } from "#app/lib/page-headings.ts";
import { AmountCard } from "./amount-card.tsx";
import { BackButton } from "./back-button.tsx";
import { ConfirmationCard } from "./confirmation-card.tsx";
import { Outcome } from "./outcome.tsx";
import { type Order, outcomeWords, type PaymentView, shortReference } from "./payment-view.ts";
import { Steps } from "./steps.tsx";
import { ReceiptCard, SummaryCard } from "./summary-card.tsx";
import { useTopUp } from "./use-top-up.ts";
import { WaitingCard } from "./waiting-card.tsx";

export function AddBalancePage() {
  const topUp = useTopUp();
  const { view, sessionId } = topUp;
  const paid = view?.kind === "success";
  return (
    <>
      <BackButton />
      <PageHeader {...pageHeadings.addBalance} />
      <Steps paid={paid} />
      <div className="grid grid-cols-[minmax(0,1fr)_var(--spacing-aside)] items-start gap-6 max-lg:grid-cols-1 max-lg:gap-3">
        {paid ? <Paid order={view.order} sessionId={sessionId} /> : <Unpaid topUp={topUp} />}
      </div>
    </>
  );
}

type TopUp = ReturnType<typeof useTopUp>;

function Paid({ order, sessionId }: { order: Order; sessionId: string | null }) {
  const [paidAt] = useState(Date.now);
  return (
    <>
      <ConfirmationCard order={order} />
      <ReceiptCard
        order={order}
        date={`${formatDate(paidAt)}, ${formatTime(paidAt)}`}
        reference={sessionId && shortReference(sessionId)}
      />
    </>
  );
}

function Unpaid({ topUp }: { topUp: TopUp }) {
  const { waiting, choice } = topUp;
  return (
    <>
      <Undecided topUp={topUp} />
      <SummaryCard amount={waiting?.amount ?? choice.amount} />
    </>
  );
}

function Undecided({ topUp }: { topUp: TopUp }) {
  const { view, waiting, changeAmount } = topUp;
  if (view?.kind === "verifying" || view?.kind === "pending") return <Verifying view={view} />;
  if (waiting) return <WaitingCard payment={waiting} onChangeAmount={changeAmount} />;
  return <Choosing topUp={topUp} />;
}

function Verifying({ view }: { view: PaymentView }) {
  return (
    <Card className="px-6 py-14 text-center">
      <Outcome kind={view.kind} level="h2" {...outcomeWords(view)} />
    </Card>
  );
}

function Choosing({ topUp }: { topUp: TopUp }) {
  const { view, choice, choose, proceed, starting } = topUp;
  return (
    <div className="grid gap-3">
      {view?.kind === "failure" && (
        <Alert tone="danger">
          <p className="font-medium">{view.title}</p>
          <p>{view.message}</p>
        </Alert>
      )}
      <AmountCard choice={choice} onChoose={choose} onContinue={proceed} busy={starting} />
    </div>
  );
}
