import { Link } from "@remix-run/react";
import type { ReactNode } from "react";
import { Button } from "#app/components/ui/button.tsx";
import { Skeleton } from "#app/components/ui/skeleton.tsx";
import { useBalance } from "#app/features/balance/use-balance.ts";
import { useSubscription } from "#app/features/subscription/use-subscription.ts";
import { formatDate, formatDollars, formatMoney } from "#app/lib/format.ts";
import { paths } from "#app/lib/paths.ts";
import { ORDER_LABELS, paymentMessages } from "./messages.ts";
import { Outcome } from "./outcome.tsx";
import { type Order, outcomeWords, type PaymentView, type Product, shortReference } from "./payment-view.ts";

interface PaymentOutcomeProps {
  view: PaymentView;
  sessionId: string | null;
  /** What was to be paid, as far as the address tells: of some failures nothing else is known. */
  expected: Product;
}

export function PaymentOutcome({ view, sessionId, expected }: PaymentOutcomeProps) {
  const { title, description } = outcomeWords(view);
  const failed = view.kind === "failure";
  return (
    <Outcome
      kind={view.kind}
      level="h1"
      title={failed ? paymentMessages.failedTitle : title}
      description={description}
    >
      {view.kind === "pending" && <Actions links={[TO_DASHBOARD]} />}
      {view.kind === "success" && <Success order={view.order} />}
      {failed && (
        <>
          <Reference parts={[sessionId && shortReference(sessionId), view.requestId]} />
          <Actions links={[TO_DASHBOARD, TRY_AGAIN[view.order?.product ?? expected]]} />
        </>
      )}
    </Outcome>
  );
}

function Success({ order }: { order: Order }) {
  const plan = order.product === "api_key";
  return (
    <>
      <dl className="mt-6 divide-y rounded-control border px-4 text-left text-small">
        <Row label={ORDER_LABELS[order.product]}>{formatMoney(order.amount, order.currency)}</Row>
        {plan ? <PlanEnd /> : <NewBalance />}
      </dl>
      <Actions links={plan ? [TO_KEYS, TO_DASHBOARD] : [TO_DASHBOARD]} />
      {!plan && <p className="mt-4 text-caption text-ink-3">{paymentMessages.redirecting}</p>}
      <Button asChild variant="link" size="sm" className="mt-3">
        <Link to={paths.billing}>View receipts</Link>
      </Button>
    </>
  );
}

function NewBalance() {
  const { data, isFetching } = useBalance();
  return <Row label="New balance">{!isFetching && formatDollars(data?.balance)}</Row>;
}

function PlanEnd() {
  const { data, isFetching } = useSubscription();
  return <Row label="Valid until">{!isFetching && formatDate(data?.valid_until)}</Row>;
}

/** Without children it is not known yet. */
function Row({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div className="flex justify-between gap-4 py-2.5">
      <dt className="text-ink-2">{label}</dt>
      <dd className="font-medium tabular-nums">{children || <Skeleton className="my-0.5 h-4 w-14" />}</dd>
    </div>
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

interface Action {
  to: string;
  label: string;
}
const TO_DASHBOARD: Action = { to: paths.dashboard, label: "Go to Dashboard" };
const TO_KEYS: Action = { to: paths.apiKeys, label: "View API Keys" };
const TRY_AGAIN: Record<Product, Action> = {
  balance: { to: paths.addBalance, label: "Add Balance" },
  api_key: { to: paths.purchaseApiKey, label: "Purchase API Key" },
};

/** The first is the one to take. */
function Actions({ links }: { links: Action[] }) {
  return (
    <div className="mt-6 grid gap-2">
      {links.map(({ to, label }, at) => (
        <Button key={to} asChild size="lg" variant={at === 0 ? "primary" : "secondary"}>
          <Link to={to}>{label}</Link>
        </Button>
      ))}
    </div>
  );
}
