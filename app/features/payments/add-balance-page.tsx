import { useState } from "react";
import { Alert } from "#app/components/ui/alert.tsx";
import { Card } from "#app/components/ui/card.tsx";
import { PageHeader } from "#app/components/ui/page-header.tsx";
import { formatDate, formatTime } from "#app/lib/format.ts";
import { AmountCard } from "./amount-card.tsx";
import { BackButton } from "./back-button.tsx";
import { ConfirmationCard } from "./confirmation-card.tsx";
import { paymentMessages } from "./messages.ts";
import { Outcome } from "./outcome.tsx";
import { shortReference } from "./payment-view.ts";
import { Steps } from "./steps.tsx";
import { ReceiptCard, SummaryCard } from "./summary-card.tsx";
import { useTopUp } from "./use-top-up.ts";
import { WaitingCard } from "./waiting-card.tsx";

export function AddBalancePage() {
  const topUp = useTopUp();
  return (
    <>
      <BackButton />
      <PageHeader title="Add Balance" description="Top up your prepaid balance in US dollars" />
      <Steps paid={topUp.paid} />
      <div className="grid grid-cols-[minmax(0,1fr)_var(--spacing-aside)] items-start gap-6 max-lg:grid-cols-1 max-lg:gap-3">
        {topUp.paid ? <Paid topUp={topUp} /> : <Unpaid topUp={topUp} />}
      </div>
    </>
  );
}

type TopUp = ReturnType<typeof useTopUp>;

function Paid({ topUp }: { topUp: TopUp }) {
  const [paidAt] = useState(Date.now);
  const { link, sessionId } = topUp;
  return (
    <>
      <ConfirmationCard />
      <ReceiptCard
        amount={link.open?.amount ?? null}
        date={`${formatDate(paidAt)}, ${formatTime(paidAt)}`}
        reference={sessionId && shortReference(sessionId)}
      />
    </>
  );
}

function Unpaid({ topUp }: { topUp: TopUp }) {
  const { link, choice } = topUp;
  return (
    <>
      {link.open ? (
        <WaitingCard payment={link.open} onChangeAmount={link.changeAmount} />
      ) : (
        <Choosing topUp={topUp} />
      )}
      <SummaryCard amount={link.open?.amount ?? choice.amount} />
    </>
  );
}

function Choosing({ topUp }: { topUp: TopUp }) {
  const { verification, choice, choose, proceed, link } = topUp;
  const kind = verification?.kind;
  if (kind === "verifying" || kind === "pending") {
    return (
      <Card className="px-6 py-14 text-center">
        <Outcome kind={kind} level="h2" {...paymentMessages[kind]} />
      </Card>
    );
  }
  return (
    <div className="grid gap-3">
      {verification?.kind === "failure" && (
        <Alert tone="danger">
          <p className="font-medium">{verification.title}</p>
          <p>{verification.message}</p>
        </Alert>
      )}
      <AmountCard choice={choice} onChoose={choose} onContinue={proceed} busy={link.starting} />
    </div>
  );
}
