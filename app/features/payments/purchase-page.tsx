import { Link, useNavigate } from "@remix-run/react";
import { useQuery } from "@tanstack/react-query";
import Check from "lucide-react/icons/check";
import Lock from "lucide-react/icons/lock";
import Mail from "lucide-react/icons/mail";
import { useEffect, useRef, useState } from "react";
import { QueryState } from "#app/components/query-state.tsx";
import { Alert } from "#app/components/ui/alert.tsx";
import { Button } from "#app/components/ui/button.tsx";
import { Card, CardHeader, CardTitle } from "#app/components/ui/card.tsx";
import { PageHeader } from "#app/components/ui/page-header.tsx";
import { Skeleton } from "#app/components/ui/skeleton.tsx";
import { subscriptionQuery } from "#app/features/subscription/queries.ts";
import { api, unwrap } from "#app/lib/api-client.ts";
import { ApiError } from "#app/lib/api-error.ts";
import { knownSession } from "#app/lib/auth/auth.ts";
import { formatNumber } from "#app/lib/format.ts";
import { pages } from "#app/lib/pages.ts";
import { loginPath, paths } from "#app/lib/paths.ts";
import { safePaymentUrl } from "#app/lib/payment-url.ts";
import { readPublicConfig } from "#app/lib/public-config.ts";
import { toast } from "#app/lib/toast.ts";
import { useAddress } from "#app/lib/use-address.ts";
import { dollarsFromMicros } from "#core/domain/money.ts";
import { PLAN_MICROS_PER_MONTH, PLAN_PRICE_RUPEES, PLAN_REQUESTS_PER_MONTH } from "#core/domain/plans.ts";
import { paymentMessages, purchaseMessages } from "./messages.ts";
import { checkoutAddress, isSignedOut, planNote, purchaseFailure } from "./payment-view.ts";

/** Spec section 9. */
const REDIRECT_AFTER_MS = 1_000;
/** Long enough to read the toast. */
const LOGIN_AFTER_MS = 3_000;

const LABELS = { idle: "Purchase API Key", starting: "Opening payment…", leaving: "Redirecting…" };

const REQUESTS = formatNumber(PLAN_REQUESTS_PER_MONTH);
const VALUE = `$${dollarsFromMicros(PLAN_MICROS_PER_MONTH)}`;

/** In the order of spec section 2. */
const BENEFITS = [
  { name: "All endpoints", detail: "The whole API with one key" },
  {
    name: `${REQUESTS} requests per month`,
    detail: `They cost nothing, up to ${VALUE} of usage, with any of your keys`,
  },
  { name: "Priority support", detail: "Your questions come first" },
  { name: "Valid 1 year", detail: "Renewing early adds a year to the end" },
  { name: "Usage analytics", detail: "Requests, errors and response times of each key" },
  { name: "Rate limiting controls", detail: "100 requests per minute per key" },
];

export const { meta } = pages.purchase;

export default function PurchasePage() {
  const [{ canceled }] = useAddress(checkoutAddress);
  return (
    <>
      <PageHeader {...pages.purchase.heading} />
      {canceled && <Alert className="mb-4">{paymentMessages.canceled}</Alert>}
      <div className="grid grid-cols-[minmax(0,1fr)_var(--spacing-aside)] items-start gap-6 max-lg:grid-cols-1 max-lg:gap-3">
        <BenefitsCard />
        <PurchaseCard />
      </div>
    </>
  );
}

function BenefitsCard() {
  return (
    <Card>
      <h2 className="px-5 pt-4 text-body font-medium max-lg:px-4">What you get</h2>
      <ul className="grid grid-cols-2 gap-x-6 gap-y-5 p-5 max-lg:p-4 max-sm:grid-cols-1">
        {BENEFITS.map(({ name, detail }) => (
          <li key={name} className="flex gap-3">
            <span className="grid size-5 shrink-0 place-items-center rounded-full bg-success-soft text-success-ink">
              <Check className="size-3" aria-hidden />
            </span>
            <div className="min-w-0">
              <p className="text-small font-medium">{name}</p>
              <p className="text-small text-ink-2">{detail}</p>
            </div>
          </li>
        ))}
      </ul>
      <footer className="flex items-center justify-between gap-4 border-t px-5 py-4 max-lg:px-4 max-sm:flex-col max-sm:items-stretch">
        <p className="text-small text-ink-2">
          Need more requests or a contract? Ask about the Business plan.
        </p>
        <Button asChild className="max-sm:h-11">
          <a href={readPublicConfig().salesContact}>
            <Mail aria-hidden />
            Contact Sales
          </a>
        </Button>
      </footer>
    </Card>
  );
}

function PurchaseCard() {
  const { phase, purchase } = usePurchase();
  return (
    <Card>
      <CardHeader>
        <CardTitle>1-year API key</CardTitle>
      </CardHeader>
      <div className="px-5 pt-2 pb-5 max-lg:px-4 max-lg:pb-4">
        <p className="flex items-baseline gap-2">
          <span translate="no" className="text-display font-medium tabular-nums">
            <span className="mr-px font-normal text-ink-3">₹</span>
            {PLAN_PRICE_RUPEES}
          </span>
          <span className="text-small text-ink-2">one-time</span>
        </p>
        <p className="mt-3 text-small font-medium">
          Covers up to {REQUESTS} requests and {VALUE} of usage a month.
        </p>
        <p className="mt-0.5 text-small text-ink-2">
          Covered requests cost nothing. Further requests are refused, unless you let your balance pay for
          them.
        </p>
        <p className="mt-1.5 text-small">
          <Link to={paths.charges} className="font-medium text-accent-ink underline-offset-4 hover:underline">
            How requests are charged
          </Link>
        </p>
        <PlanNote />
        <Button
          variant="primary"
          className="mt-4 w-full max-lg:h-11"
          busy={phase !== "idle"}
          onClick={() => void purchase()}
        >
          {LABELS[phase]}
        </Button>
        <p className="mt-3 flex items-start gap-2 text-caption text-ink-3">
          <Lock className="mt-px size-3.5 shrink-0" aria-hidden />
          Card details stay with the payment provider.
        </p>
      </div>
    </Card>
  );
}

/** As tall as its longest text, so that nothing moves when the plan loads. */
function PlanNote() {
  return (
    <div className="mt-3 min-h-10 text-small text-ink-2">
      <QueryState
        query={useQuery(subscriptionQuery)}
        loading="Loading subscription"
        skeleton={
          <>
            <Skeleton className="my-0.5 h-4 w-full" />
            <Skeleton className="mt-1.5 h-4 w-2/3" />
          </>
        }
        failed={() => planNote(undefined)}
      >
        {planNote}
      </QueryState>
    </div>
  );
}

/** Each click creates a checkout, which opens in this tab a second after the toast. */
function usePurchase() {
  const [phase, setPhase] = useState<keyof typeof LABELS>("idle");
  const started = useRef(false);
  const timer = useRef<number | undefined>(undefined);
  const navigate = useNavigate();

  useEffect(() => {
    // The browser's Back can restore this page as it was left, still redirecting.
    const handlePageShow = ({ persisted }: PageTransitionEvent) => {
      if (!persisted) return;
      started.current = false;
      setPhase("idle");
    };
    window.addEventListener("pageshow", handlePageShow);
    return () => {
      window.removeEventListener("pageshow", handlePageShow);
      window.clearTimeout(timer.current);
    };
  }, []);

  function later(act: () => void, milliseconds: number) {
    window.clearTimeout(timer.current);
    timer.current = window.setTimeout(act, milliseconds);
  }
  async function purchase() {
    // A second click can come before the button shows that it is busy.
    if (started.current) return;
    started.current = true;
    setPhase("starting");
    try {
      const url = await createPaymentLink();
      setPhase("leaving");
      toast.info(purchaseMessages.redirecting);
      later(() => window.location.assign(url), REDIRECT_AFTER_MS);
    } catch (error) {
      started.current = false;
      setPhase("idle");
      toast.failure(purchaseFailure(error));
      if (isSignedOut(error)) later(() => navigate(loginPath(paths.purchaseApiKey)), LOGIN_AFTER_MS);
    }
  }

  return { phase, purchase };
}

async function createPaymentLink(): Promise<string> {
  // Checked here because the API client would leave for the sign-in page at once, without the message.
  if (!(await knownSession()))
    throw new ApiError({ status: 401, code: "unauthorized", message: "Signed out" });
  const json = { amount: PLAN_PRICE_RUPEES };
  const { paymentLinkUrl } = await unwrap(api.api.payment["create-payment-link"].$post({ json }));
  const url = safePaymentUrl(paymentLinkUrl);
  if (!url) throw new ApiError({ status: 200, code: "unexpected_response", message: "No payment link" });
  return url;
}
