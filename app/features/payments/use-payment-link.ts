import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
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
export function usePaymentLink() {
  const [open, setOpen] = useState<OpenPayment | null>(null);
  const { mutateAsync, isPending } = useMutation({
    mutationFn: (amount: number) =>
      unwrap(api.api.payment["create-payment-link"].$post({ json: { amount, product: "balance" } })),
  });

  async function start(amount: number) {
    const tab = openPaymentTab();
    try {
      const { paymentLinkUrl } = await mutateAsync(amount);
      const url = safePaymentUrl(paymentLinkUrl);
      const blocked = !tab.go(url);
      setOpen({ amount, url, openedAt: Date.now(), blocked });
      if (!blocked) toast(paymentMessages.initiated);
    } catch (error) {
      tab.close();
      toast({
        title: paymentMessages.initiateFailed.title,
        description: initiateFailure(error),
        tone: "danger",
      });
    }
  }

  return { open, start, starting: isPending, changeAmount: () => setOpen(null) };
}
