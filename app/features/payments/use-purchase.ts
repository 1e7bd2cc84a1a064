import { useNavigate } from "@remix-run/react";
import { useEffect, useRef, useState } from "react";
import { api, unwrap } from "#app/lib/api-client.ts";
import { knownSession } from "#app/lib/auth.ts";
import { loginPath, paths } from "#app/lib/paths.ts";
import { toast } from "#app/lib/toast.ts";
import { PLAN_PRICE_RUPEES } from "#core/domain/plans.ts";
import { safePaymentUrl } from "./add-balance-view.ts";
import { purchaseMessages } from "./messages.ts";
import { isSignedOut, PurchaseStopped, purchaseFailure } from "./purchase-failure.ts";

/** Spec section 9. */
const REDIRECT_AFTER_MS = 1_000;
/** Long enough to read why. */
const LOGIN_AFTER_MS = 3_000;

export type PurchasePhase = "idle" | "starting" | "leaving";

/** Buys a year of the plan: a checkout for each click, opened in this tab a second after it is announced. */
export function usePurchase() {
  const [phase, setPhase] = useState<PurchasePhase>("idle");
  const started = useRef(false);
  const later = useLater();
  const navigate = useNavigate();

  function become(next: PurchasePhase) {
    started.current = next !== "idle";
    setPhase(next);
  }
  useReturnByHistory(() => become("idle"));

  async function purchase() {
    // A second click may come before the button is seen to be busy.
    if (started.current) return;
    become("starting");
    try {
      const url = await createPaymentLink();
      become("leaving");
      toast(purchaseMessages.redirecting);
      later(() => window.location.assign(url), REDIRECT_AFTER_MS);
    } catch (error) {
      become("idle");
      toast(purchaseFailure(error));
      if (isSignedOut(error)) later(() => navigate(loginPath(paths.purchaseApiKey)), LOGIN_AFTER_MS);
    }
  }

  return { phase, purchase };
}

async function createPaymentLink(): Promise<string> {
  if (!(await knownSession())) throw new PurchaseStopped("signed_out");
  const json = { amount: PLAN_PRICE_RUPEES };
  const { paymentLinkUrl } = await unwrap(api.api.payment["create-payment-link"].$post({ json }));
  const url = safePaymentUrl(paymentLinkUrl);
  if (!url) throw new PurchaseStopped("no_link");
  return url;
}

/** One timer, which leaving the page ends. */
function useLater() {
  const timer = useRef<number | undefined>(undefined);
  useEffect(() => () => window.clearTimeout(timer.current), []);
  return (act: () => void, milliseconds: number) => {
    window.clearTimeout(timer.current);
    timer.current = window.setTimeout(act, milliseconds);
  };
}

/** The browser's Back brings this page as it was left: on its way out. */
function useReturnByHistory(onReturn: () => void) {
  const latest = useRef(onReturn);
  latest.current = onReturn;
  useEffect(() => {
    const handlePageShow = ({ persisted }: PageTransitionEvent) => persisted && latest.current();
    window.addEventListener("pageshow", handlePageShow);
    return () => window.removeEventListener("pageshow", handlePageShow);
  }, []);
}
