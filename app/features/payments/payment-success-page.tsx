import { useLocation, useSearchParams } from "@remix-run/react";
import { useEffect } from "react";
import { useLeaveWhenSignedOut } from "#app/features/auth/use-leave-when-signed-out.ts";
import { paths } from "#app/lib/paths.ts";
import { paymentMessages } from "./messages.ts";
import { Outcome } from "./outcome.tsx";
import { announcePayment } from "./payment-channel.ts";
import { PaymentFrame } from "./payment-frame.tsx";
import { PaymentOutcome } from "./payment-outcome.tsx";
import { useOutcome } from "./use-outcome.ts";
import { useVerification } from "./use-verification.ts";

/** Where a payer lands, of a top-up or of a plan (spec section 2: two addresses, one page). */
export function PaymentSuccessPage() {
  useLeaveWhenSignedOut();
  const [search] = useSearchParams();
  const { pathname } = useLocation();
  const sessionId = search.get("session_id");
  const view = useVerification(sessionId);
  useOutcome(view);

  const told = view.kind !== "verifying" && view.order !== null ? view.kind : null;
  useEffect(() => {
    if (told && sessionId) announcePayment(sessionId);
  }, [told, sessionId]);

  return (
    <PaymentFrame>
      <PaymentOutcome
        view={view}
        sessionId={sessionId}
        expected={pathname === paths.purchaseSuccess ? "api_key" : "balance"}
      />
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
