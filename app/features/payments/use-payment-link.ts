import { useMutation } from "@tanstack/react-query";
import { useRef, useState } from "react";
import { api, unwrap } from "#app/lib/api-client.ts";
import { toast } from "#app/lib/toast.ts";
import { initiateFailure, safePaymentUrl } from "./add-balance-view.ts";
import { paymentMessages } from "./messages.ts";
import { openPaymentTab } from "./payment-tab.ts";

export interface OpenPayment {
  amount: number;
  url: string;
  /** Epoch milliseconds. */
  openedAt: number;
  /** The browser refused the new tab: the reader has to open it. */
  blocked: boolean;
}

/** A checkout for each click, opened in a new tab; `open` is the one that is waited for. */
export function usePaymentLink(onMissing: (amount: number) => void) {
  const [open, setOpen] = useState<OpenPayment | null>(null);
  const starting = useRef(false);
  const { mutateAsync, isPending } = useMutation({
    mutationFn: (amount: number) =>
      unwrap(api.api.payment["create-payment-link"].$post({ json: { amount, product: "balance" } })),
  });

  async function start(amount: number) {
    // A second click may come before the button is seen to be busy.
    if (starting.current) return;
    starting.current = true;
    const tab = openPaymentTab();
    try {
      const url = safePaymentUrl((await mutateAsync(amount)).paymentLinkUrl);
      if (url) show(amount, url, tab.go(url));
      else onMissing(amount);
      if (!url) tab.close();
    } catch (error) {
      tab.close();
      toast({ ...paymentMessages.initiateFailed, description: initiateFailure(error), tone: "danger" });
    } finally {
      starting.current = false;
    }
  }

  function show(amount: number, url: string, opened: boolean) {
    setOpen({ amount, url, openedAt: Date.now(), blocked: !opened });
    if (opened) toast(paymentMessages.initiated);
  }

  return { open, start, starting: isPending, changeAmount: () => setOpen(null) };
}
