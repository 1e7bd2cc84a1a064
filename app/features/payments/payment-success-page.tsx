import { Link, useSearchParams } from "@remix-run/react";
import { type ReactNode, useEffect } from "react";
import { Button } from "#app/components/ui/button.tsx";
import { Skeleton } from "#app/components/ui/skeleton.tsx";
import { useLeaveWhenSignedOut } from "#app/features/auth/use-leave-when-signed-out.ts";
import { useBalance } from "#app/features/balance/use-balance.ts";
import { formatDollars } from "#app/lib/format.ts";
import { paths } from "#app/lib/paths.ts";
import { paymentMessages } from "./messages.ts";
import { Outcome } from "./outcome.tsx";
import { announcePayment } from "./payment-channel.ts";
import { PaymentFrame } from "./payment-frame.tsx";
import { type PaymentView, shortReference } from "./payment-view.ts";
import { usePaidVisit } from "./use-paid-visit.ts";
import { useVerification } from "./use-verification.ts";

export function PaymentSuccessPage() {
  useLeaveWhenSignedOut();
  const [search] = useSearchParams();
  const sessionId = search.get("session_id");
  const view = useVerification(sessionId);
  const paid = view.kind === "success";
  usePaidVisit(paid);
  useEffect(() => {
    if (paid && sessionId) announcePayment(sessionId);
  }, [paid, sessionId]);
  return (
    <PaymentFrame>
      <PaymentOutcome view={view} sessionId={sessionId} />
    </PaymentFrame>
  );
}

/** Also what a page shows that does not know yet who is looking at it. */
export function PaymentVerifying() {
  return (
    <PaymentFrame>
      <Outcome kind="verifying" level="h1" {...paymentMessages.verifying} />
    </PaymentFrame>
  );
}

function PaymentOutcome({ view, sessionId }: { view: PaymentView; sessionId: string | null }) {
  switch (view.kind) {
    case "verifying":
      return <Outcome kind="verifying" level="h1" {...paymentMessages.verifying} />;
    case "pending":
      return (
        <Outcome kind="pending" level="h1" {...paymentMessages.pending}>
          <Actions />
        </Outcome>
      );
    case "success":
      return (
        <Outcome kind="success" level="h1" {...paymentMessages.successful}>
          <NewBalance />
          <Actions />
          <p className="mt-4 text-caption text-ink-3">{paymentMessages.redirecting}</p>
        </Outcome>
      );
    case "failure":
      return (
        <Outcome kind="failure" level="h1" title={paymentMessages.failedTitle} description={view.message}>
          <Reference parts={[sessionId && shortReference(sessionId), view.requestId]} />
          <Actions>
            <Button asChild size="lg">
              <Link to={paths.addBalance}>Add Balance</Link>
            </Button>
          </Actions>
        </Outcome>
      );
  }
}

function NewBalance() {
  const { data, isFetching } = useBalance();
  return (
    <dl className="mt-6 flex justify-between rounded-control border px-4 py-2.5 text-small">
      <dt className="text-ink-2">New balance</dt>
      <dd className="font-medium tabular-nums">
        {data && !isFetching ? formatDollars(data.balance) : <Skeleton className="my-0.5 h-4 w-14" />}
      </dd>
    </dl>
  );
}

function Reference({ parts }: { parts: (string | null)[] }) {
  const known = parts.filter((part) => part !== null && part !== "");
  if (known.length === 0) return null;
  return (
    <p className="mx-auto mt-4 grid w-fit rounded-tag bg-fill px-2 py-1 font-mono text-caption break-all text-ink-2">
      {known.map((part) => (
        <span key={part}>{part}</span>
      ))}
    </p>
  );
}

function Actions({ children }: { children?: ReactNode }) {
  return (
    <div className="mt-6 grid gap-2">
      <Button asChild variant="primary" size="lg">
        <Link to={paths.dashboard}>Go to Dashboard</Link>
      </Button>
      {children}
    </div>
  );
}
