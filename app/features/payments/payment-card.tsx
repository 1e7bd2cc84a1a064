import { Link, useLocation } from "@remix-run/react";
import { useQuery } from "@tanstack/react-query";
import { type ReactNode, useEffect, useState } from "react";
import { Description, DescriptionList } from "#app/components/description-list.tsx";
import { Button } from "#app/components/ui/button.tsx";
import { Card } from "#app/components/ui/card.tsx";
import { balanceQuery } from "#app/features/balance/queries.ts";
import { subscriptionQuery } from "#app/features/subscription/queries.ts";
import { formatDate, formatDollars, formatMoney } from "#app/lib/format.ts";
import { paths } from "#app/lib/paths.ts";
import { useAddress } from "#app/lib/use-address.ts";
import { ORDER_LABELS, paymentMessages } from "./messages.ts";
import { Outcome } from "./outcome.tsx";
import { announcePayment, onPaymentReceived } from "./payment-channel.ts";
import { checkoutAddress, type Order, type PaymentView, shortReference } from "./payment-view.ts";
import { type Closing, useOutcome, useVerification } from "./use-verification.ts";

const TO_DASHBOARD = { to: paths.dashboard, label: "Go to Dashboard" };
const TO_KEYS = { to: paths.apiKeys, label: "View API Keys" };
const ADD_FUNDS = { to: paths.addBalance, label: "Add Funds" };
const TRY_AGAIN = {
  balance: [ADD_FUNDS],
  api_key: [{ to: paths.purchaseApiKey, label: "Purchase API Key" }, ADD_FUNDS],
};

const CLOSING_NOTES = {
  no: paymentMessages.redirecting,
  soon: paymentMessages.closing,
  refused: paymentMessages.closable,
};

/** Checkouts return here, both for a top-up and for a plan (spec section 2: two addresses, one page). */
export function PaymentCard() {
  const [{ sessionId }] = useAddress(checkoutAddress);
  const view = useVerification(sessionId);
  const received = useReturn(sessionId, view);
  const closing = useOutcome(view, { closes: received });

  return (
    <CardFrame view={view}>
      {view.kind === "pending" && (
        <>
          <Actions links={[TO_DASHBOARD]} />
          {received && <Note>{paymentMessages.closable}</Note>}
        </>
      )}
      {view.kind === "success" && <Success order={view.order} closing={closing} />}
      {view.kind === "failure" && (
        <Failure order={view.order} references={[sessionId && shortReference(sessionId), view.requestId]} />
      )}
    </CardFrame>
  );
}

/**
 * Announces what became of a checkout to the tab that opened it.
 * @returns true once that tab has responded. It shows the outcome itself then, so this one is no longer needed.
 */
function useReturn(sessionId: string | null, view: PaymentView): boolean {
  const [received, setReceived] = useState<string | null>(null);
  useEffect(() => onPaymentReceived(setReceived), []);

  const known = view.kind !== "verifying" && view.order !== null ? view.kind : null;
  useEffect(() => {
    if (known && sessionId) announcePayment(sessionId);
  }, [known, sessionId]);

  return sessionId !== null && received === sessionId;
}

/** Also shown until the session is known. */
export const PaymentVerifying = () => <CardFrame view={{ kind: "verifying" }} />;

/** The card has a fixed top edge, so that nothing moves when its content grows. */
const CardFrame = ({ view, children }: { view: PaymentView; children?: ReactNode }) => (
  <div className="pt-[max(1rem,calc(50vh-17rem))]">
    <Card className="mx-auto max-w-[26rem] px-8 py-10 text-center max-sm:px-5">
      <Outcome view={view} level="h1">
        {children}
      </Outcome>
    </Card>
  </div>
);

function Success({ order, closing }: { order: Order; closing: Closing }) {
  const plan = order.product === "api_key";
  return (
    <>
      <DescriptionList className="mt-6 rounded-control border px-4 [&_dd]:font-medium">
        <Description label={ORDER_LABELS[order.product]}>
          {formatMoney(order.amount, order.currency)}
        </Description>
        {plan ? <PlanEnd /> : <NewBalance />}
      </DescriptionList>
      <Actions links={plan ? [TO_KEYS, TO_DASHBOARD] : [TO_DASHBOARD]} />
      {!plan && <Note>{CLOSING_NOTES[closing]}</Note>}
      <Button asChild variant="link" size="sm" className="mt-3">
        <Link to={paths.billing}>View receipts</Link>
      </Button>
    </>
  );
}

/** As tall as the longest note, since the other tab can respond after the first one shows. */
const Note = ({ children }: { children: string }) => (
  <p className="mt-4 min-h-8 text-caption text-balance text-ink-3">{children}</p>
);

function NewBalance() {
  const { data, isFetching } = useQuery(balanceQuery);
  return <Description label="New balance">{!isFetching && formatDollars(data?.balance)}</Description>;
}

function PlanEnd() {
  const { data, isFetching } = useQuery(subscriptionQuery);
  return <Description label="Valid until">{!isFetching && formatDate(data?.valid_until)}</Description>;
}

function Failure({ order, references }: { order: Order | null; references: (string | null)[] }) {
  const { pathname } = useLocation();
  const product = order?.product ?? (pathname === paths.purchaseSuccess ? "api_key" : "balance");
  const known = references.filter(Boolean);
  return (
    <>
      {known.length > 0 && (
        <p
          translate="no"
          className="mx-auto mt-4 grid w-fit rounded-tag bg-fill px-2 py-1 font-mono text-caption break-all text-ink-2"
        >
          {known.map((reference) => (
            <span key={reference}>{reference}</span>
          ))}
        </p>
      )}
      <Actions links={[TO_DASHBOARD, ...TRY_AGAIN[product]]} />
    </>
  );
}

const Actions = ({ links }: { links: { to: string; label: string }[] }) => (
  <div className="mt-6 grid gap-2">
    {links.map(({ to, label }, at) => (
      <Button key={to} asChild size="lg" variant={at === 0 ? "primary" : "secondary"}>
        <Link to={to}>{label}</Link>
      </Button>
    ))}
  </div>
);
