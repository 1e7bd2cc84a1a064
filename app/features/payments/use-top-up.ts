import { useSearchParams } from "@remix-run/react";
import { useQuery } from "@tanstack/react-query";
import { useEffect, useRef, useState } from "react";
import { balanceQuery } from "#app/features/balance/queries.ts";
import { api, unwrap } from "#app/lib/api-client.ts";
import { toast } from "#app/lib/toast.ts";
import { useSubmit } from "#app/lib/use-submit.ts";
import { paymentMessages } from "./messages.ts";
import { onPaymentAnnounced } from "./payment-channel.ts";
import {
  carriedChoice,
  hasArrived,
  initiateFailure,
  isTopUpOf,
  type PaymentView,
  safePaymentUrl,
} from "./payment-view.ts";
import { useOutcome, useVerification } from "./use-verification.ts";

const POLL_MS = 4_000;
const QUICK_FOR_MS = 15 * 60_000;
const SLOW_POLL_MS = 20_000;

interface Checkout {
  view: PaymentView | null;
  sessionId: string | null;
}
const NO_CHECKOUT: Checkout = { view: null, sessionId: null };

export interface OpenPayment {
  amount: number;
  url: string;
  /** Epoch milliseconds. */
  openedAt: number;
  /** The browser blocked the new tab, so the reader has to open it. */
  blocked: boolean;
}

export type TopUp = ReturnType<typeof useTopUp>;

/**
 * A top-up from choosing an amount to its confirmation. It is paid once its checkout is verified, whose session comes
 * from the address or from the tab that paid, or once the balance has risen by the amount.
 */
export function useTopUp() {
  const [search] = useSearchParams();
  const [choice, setChoice] = useState(() => carriedChoice(search.get("amount")));
  const [begun, setBegun] = useState(false);
  const link = usePaymentLink((amount) => setChoice({ amount, message: paymentMessages.linkNotFound }));
  const returned = useCheckout(search.get("session_id"));
  const awaited = useAwaitedCheckout(link.open);
  const { view, sessionId } = begun ? awaited : returned;
  useOutcome(view);

  function proceed() {
    if (choice.amount === null) {
      setChoice({ amount: null, message: paymentMessages.invalidAmount.description });
      return toast({ ...paymentMessages.invalidAmount, tone: "danger" });
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
    /** Null after a failure, which shows the amounts again. */
    waiting: view?.kind === "failure" ? null : link.open,
    view,
    sessionId,
  };
}

/** Creates a checkout for each click and opens it in a new tab. `open` is the one to wait for. */
function usePaymentLink(onMissing: (amount: number) => void) {
  const [open, setOpen] = useState<OpenPayment | null>(null);
  const { submit, busy } = useSubmit();

  async function openCheckout(amount: number) {
    const tab = openPaymentTab();
    const json = { amount, product: "balance" } as const;
    try {
      const { paymentLinkUrl } = await unwrap(api.api.payment["create-payment-link"].$post({ json }));
      const url = safePaymentUrl(paymentLinkUrl);
      if (!url) {
        onMissing(amount);
        return tab?.close();
      }
      const blocked = !tab || tab.closed;
      setOpen({ amount, url, openedAt: Date.now(), blocked });
      if (blocked) return;
      tab.location.replace(url);
      toast(paymentMessages.initiated);
    } catch (error) {
      tab?.close();
      toast({ ...paymentMessages.initiateFailed, description: initiateFailure(error), tone: "danger" });
    }
  }

  const start = (amount: number) => submit(() => openCheckout(amount));
  return { open, start, starting: busy, changeAmount: () => setOpen(null) };
}

/**
 * Opens an empty tab during the click, since browsers block it later; the address follows. `noopener` would hide the
 * tab from this page too, so its opener is cleared by hand.
 */
function openPaymentTab() {
  const tab = window.open("", "_blank");
  if (tab) {
    tab.opener = null;
    tab.document.title = "Opening payment…";
  }
  return tab;
}

function useCheckout(sessionId: string | null): Checkout {
  const view = useVerification(sessionId);
  return sessionId ? { view, sessionId } : NO_CHECKOUT;
}

/** The payment in the other tab, as that tab announces it or as the balance shows it. */
function useAwaitedCheckout(payment: OpenPayment | null): Checkout {
  const [heard, setHeard] = useState<{ payment: OpenPayment; sessionId: string } | null>(null);
  useEffect(
    () => (payment ? onPaymentAnnounced((sessionId) => setHeard({ payment, sessionId })) : undefined),
    [payment],
  );
  const announced = useCheckout(heard?.payment === payment ? heard.sessionId : null);
  const arrived = useArrival(payment);
  if (!payment) return NO_CHECKOUT;
  const { amount } = payment;
  const matching = announced.view && isTopUpOf(announced.view, amount) ? announced : NO_CHECKOUT;
  if (!arrived || matching.view?.kind === "success") return matching;
  const order = { product: "balance", amount, currency: "USD" } as const;
  return { view: { kind: "success", order }, sessionId: null };
}

/** True once the balance has risen by the payment. This works even if the payment's own tab was closed too early. */
function useArrival(payment: OpenPayment | null): boolean {
  const [arrived, setArrived] = useState(false);
  const lowest = useRef<number | null>(null);
  const { data } = useQuery({
    ...balanceQuery,
    refetchInterval: () => (payment && !arrived ? pollDelay(payment) : false),
  });
  const amount = payment?.amount;
  const balance = data?.balance;

  useEffect(() => {
    if (amount === undefined || balance === undefined) {
      lowest.current = null;
      return;
    }
    if (lowest.current !== null && hasArrived(lowest.current, balance, amount)) setArrived(true);
    lowest.current = Math.min(lowest.current ?? balance, balance);
  }, [amount, balance]);

  return arrived;
}

const pollDelay = ({ openedAt }: OpenPayment) =>
  Date.now() - openedAt < QUICK_FOR_MS ? POLL_MS : SLOW_POLL_MS;
