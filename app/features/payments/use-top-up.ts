import { useQuery } from "@tanstack/react-query";
import { type FormEvent, useEffect, useRef, useState } from "react";
import { balanceQuery } from "#app/features/balance/queries.ts";
import { api, unwrap } from "#app/lib/api-client.ts";
import { openEmptyTab } from "#app/lib/open-empty-tab.ts";
import { safePaymentUrl } from "#app/lib/payment-url.ts";
import { toast } from "#app/lib/toast.ts";
import { useAddress } from "#app/lib/use-address.ts";
import { type Form, useForm } from "#app/lib/use-form.ts";
import { paymentMessages } from "./messages.ts";
import { announcePayment, CANCELED, onPaymentAnnounced, rememberCheckout } from "./payment-channel.ts";
import {
  awaitedView,
  carriedAmount,
  checkoutAddress,
  initiateFailure,
  nextBalanceCheck,
  type PaymentView,
} from "./payment-view.ts";
import { useOutcome, useVerification } from "./use-verification.ts";

interface Checkout {
  view: PaymentView | null;
  sessionId: string | null;
}
const NO_CHECKOUT: Checkout = { view: null, sessionId: null };

export interface OpenPayment {
  sessionId: string;
  amount: number;
  url: string;
  /** Epoch milliseconds. */
  openedAt: number;
  /** The browser blocked the new tab, so the reader has to open it. */
  blocked: boolean;
}

export type TopUp = ReturnType<typeof useTopUp>;

/**
 * A top-up from choosing an amount to its confirmation. It is paid once its checkout is verified: the one in the
 * address, or the one that this tab opened.
 */
export function useTopUp() {
  const [{ sessionId: returnedId, amount: carried, canceled }] = useAddress(checkoutAddress);
  const [begun, setBegun] = useState(false);
  const [open, setOpen] = useState<OpenPayment | null>(null);
  const form = useForm({
    initial: () => ({ amount: carriedAmount(carried), savesCard: false }),
    check: ({ amount }) => ({ amount: amount === null ? paymentMessages.invalidAmount.description : null }),
    refuse: ({ amount }) => (amount === null ? paymentMessages.invalidAmount : null),
    send: async ({ amount, savesCard }) => {
      setBegun(true);
      if (amount !== null) setOpen(await openCheckout(amount, savesCard));
    },
    fields: (error) => (error instanceof MissingLink ? "amount" : null),
    failureNotice: (error) => ({
      ...paymentMessages.initiateFailed,
      description: initiateFailure(error),
    }),
  });
  const question = usePendingQuestion(form);
  const returned = useCheckout(returnedId);
  const awaited = useAwaitedCheckout(open);
  const { view, sessionId } = begun ? awaited : returned;
  useOutcome(view);
  useEffect(() => {
    if (canceled) announcePayment(CANCELED);
  }, [canceled]);

  const isForeignAmount = carried !== null && form.draft.amount === null;
  return {
    form,
    question,
    /** A link may name another amount, which is no fault of the reader's. */
    note: isForeignAmount ? paymentMessages.invalidAmount.description : null,
    changeAmount: () => setOpen(null),
    /** The reader came back from the payment page without paying, in this tab or in the other one. */
    canceled: begun ? awaited.canceled : canceled,
    /** Null after a failure or a cancellation, which show the amounts again. */
    waiting: view?.kind === "failure" || (begun && awaited.canceled) ? null : open,
    view,
    sessionId,
  };
}

class MissingLink extends Error {}

/** Asks before a second payment while another one is pending. */
function usePendingQuestion({
  draft,
  formProps,
}: Pick<Form<{ amount: number | null }>, "draft" | "formProps">) {
  const { data } = useQuery(balanceQuery);
  const [isOpen, setOpen] = useState(false);
  const agreed = useRef(false);
  const pending = data?.pending ?? [];
  return {
    pending: isOpen ? pending : [],
    formProps: {
      ...formProps,
      onSubmit(event: FormEvent<HTMLFormElement>) {
        if (draft.amount === null || pending.length === 0 || agreed.current) {
          formProps.onSubmit(event);
          return;
        }
        event.preventDefault();
        setOpen(true);
      },
    },
    close: () => setOpen(false),
    /** Within the click, or the browser would block the payment's tab. */
    goOn() {
      setOpen(false);
      agreed.current = true;
      formProps.ref.current?.requestSubmit();
      agreed.current = false;
    },
  };
}

/**
 * Creates a checkout and opens it in a new tab.
 * @throws MissingLink if the API returned no address.
 */
async function openCheckout(amount: number, savesCard: boolean): Promise<OpenPayment> {
  const tab = openEmptyTab("Opening payment…");
  const json = { amount, product: "balance", save_card: savesCard } as const;
  try {
    const { paymentLinkUrl, session_id: sessionId } = await unwrap(
      api.api.payment["create-payment-link"].$post({ json }),
    );
    const url = safePaymentUrl(paymentLinkUrl);
    if (!url) throw new MissingLink(paymentMessages.linkNotFound);
    const blocked = !tab || tab.closed;
    rememberCheckout(sessionId);
    if (!blocked) {
      tab.location.replace(url);
      toast.info(paymentMessages.initiated);
    }
    return { sessionId, amount, url, openedAt: Date.now(), blocked };
  } catch (error) {
    tab?.close();
    throw error;
  }
}

function useCheckout(sessionId: string | null): Checkout {
  const view = useVerification(sessionId);
  return sessionId ? { view, sessionId } : NO_CHECKOUT;
}

/**
 * The payment in the other tab. It is verified when that tab announces it, or when the balance rises. One that was
 * canceled can still be paid from there.
 */
function useAwaitedCheckout(payment: OpenPayment | null): Checkout & { canceled: boolean } {
  const [heard, setHeard] = useState<{ payment: OpenPayment; message: string } | null>(null);
  useEffect(
    () => (payment ? onPaymentAnnounced((message) => setHeard({ payment, message })) : undefined),
    [payment],
  );
  const message = heard?.payment === payment ? heard?.message : undefined;
  const canceled = message === CANCELED;
  const risen = useRisenBalance(canceled ? null : payment);
  const announced = message === payment?.sessionId;
  const cue = !payment ? null : announced ? "announced" : risen ? "risen" : null;
  const { view, sessionId } = useCheckout(cue && payment ? payment.sessionId : null);
  const awaited = awaitedView(view, cue);
  return { view: awaited, sessionId: awaited && sessionId, canceled };
}

/** True once the balance has risen during the wait. This works even if the payment's own tab was closed too early. */
function useRisenBalance(payment: OpenPayment | null): boolean {
  const [risen, setRisen] = useState<OpenPayment | null>(null);
  const lowest = useRef<number | null>(null);
  const isRisen = payment !== null && risen === payment;
  const { data } = useQuery({
    ...balanceQuery,
    refetchInterval: ({ state }) =>
      payment && !isRisen ? nextBalanceCheck(Date.now() - payment.openedAt, state.error) : false,
  });
  const balance = data?.balance;

  useEffect(() => {
    if (payment === null || balance === undefined) {
      lowest.current = null;
      return;
    }
    if (lowest.current !== null && balance > lowest.current) setRisen(payment);
    lowest.current = Math.min(lowest.current ?? balance, balance);
  }, [payment, balance]);

  return isRisen;
}
