import { useSearchParams } from "@remix-run/react";
import { useState } from "react";
import { toast } from "#app/lib/toast.ts";
import { carriedChoice } from "./add-balance-view.ts";
import { paymentMessages } from "./messages.ts";
import { isTopUpOf, type PaymentView } from "./payment-view.ts";
import { useAnnouncedSession } from "./use-announced-session.ts";
import { useArrival } from "./use-arrival.ts";
import { useOutcome } from "./use-outcome.ts";
import { type OpenPayment, usePaymentLink } from "./use-payment-link.ts";
import { useVerification } from "./use-verification.ts";

interface Known {
  view: PaymentView | null;
  sessionId: string | null;
}
const NOTHING: Known = { view: null, sessionId: null };

/**
 * A top-up from the choice to the confirmation. It is paid when its checkout is verified, named by the address or
 * by the tab that paid, or when the credit shows in the balance.
 */
export function useTopUp() {
  const [search] = useSearchParams();
  const [choice, setChoice] = useState(() => carriedChoice(search.get("amount")));
  const [begun, setBegun] = useState(false);
  const link = usePaymentLink((amount) => setChoice({ amount, message: paymentMessages.linkNotFound }));
  const returned = useReturned(search.get("session_id"));
  const awaited = useAwaited(link.open);
  const { view, sessionId } = begun ? awaited : returned;
  useOutcome(view);

  function proceed() {
    if (choice.amount === null) {
      setChoice({ amount: null, message: paymentMessages.invalidAmount.description });
      toast({ ...paymentMessages.invalidAmount, tone: "danger" });
      return;
    }
    setBegun(true);
    void link.start(choice.amount);
  }

  return {
    choice,
    choose: (amount: number) => setChoice({ amount, message: null }),
    proceed,
    starting: link.starting,
    changeAmount: link.changeAmount,
    /** What is waited for; nothing after a failure, which leads back to the amounts. */
    waiting: view?.kind === "failure" ? null : link.open,
    view,
    sessionId,
  };
}

/** What is known of the checkout that the address names. */
function useReturned(sessionId: string | null): Known {
  const view = useVerification(sessionId);
  return sessionId ? { view, sessionId } : NOTHING;
}

/** What is known of the payment in the other tab: from that tab, or from the balance when it was closed too early. */
function useAwaited(payment: OpenPayment | null): Known {
  const sessionId = useAnnouncedSession(payment);
  const view = useVerification(sessionId);
  const arrived = useArrival(payment);
  const told = payment && isTopUpOf(view, payment.amount) ? { view, sessionId } : NOTHING;
  return payment && arrived && told.view?.kind !== "success" ? credited(payment) : told;
}

const credited = ({ amount }: OpenPayment): Known => ({
  view: { kind: "success", order: { product: "balance", amount, currency: "USD" } },
  sessionId: null,
});
