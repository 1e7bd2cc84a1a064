import { useSearchParams } from "@remix-run/react";
import { useState } from "react";
import { carriedChoice } from "./add-balance-view.ts";
import { paymentMessages } from "./messages.ts";
import { useAnnouncedSession } from "./use-announced-session.ts";
import { useArrival } from "./use-arrival.ts";
import { usePaidVisit } from "./use-paid-visit.ts";
import { usePaymentLink } from "./use-payment-link.ts";
import { useVerification } from "./use-verification.ts";

/**
 * A top-up from the choice to the confirmation. It is paid when its checkout is verified, named by the address or
 * by the tab that paid, or when the credit shows in the balance.
 */
export function useTopUp() {
  const [search] = useSearchParams();
  const [choice, setChoice] = useState(() => carriedChoice(search.get("amount")));
  const link = usePaymentLink();
  const announced = useAnnouncedSession(link.open !== null);
  const sessionId = announced ?? search.get("session_id");
  const verification = useVerification(sessionId);
  const arrived = useArrival(link.open);
  const paid = arrived || verification.kind === "success";
  usePaidVisit(paid);

  function proceed() {
    if (choice.amount === null) setChoice({ amount: null, message: paymentMessages.invalidAmount });
    else void link.start(choice.amount);
  }

  return {
    choice,
    choose: (amount: number) => setChoice({ amount, message: null }),
    proceed,
    link,
    sessionId,
    verification: sessionId ? verification : null,
    paid,
  };
}
