import { useNavigate } from "@remix-run/react";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect, useRef, useState } from "react";
import { api, unwrap } from "#app/lib/api-client.ts";
import { paths } from "#app/lib/paths.ts";
import { toast } from "#app/lib/toast.ts";
import { refreshAfterPayment } from "./payment-channel.ts";
import { nextCheck, outcomeWords, type PaymentView, paymentView } from "./payment-view.ts";

/** Spec section 9: the redirect after a top-up. */
const REDIRECT_AFTER_MS = 3_000;

/** Verifies a checkout, which is safe to repeat, and polls for an hour while its payment is pending. */
export function useVerification(sessionId: string | null): PaymentView {
  const queryClient = useQueryClient();
  const { data, error } = useQuery({
    queryKey: ["paymentCompletion", sessionId],
    queryFn: () =>
      unwrap(api.api.account["payment-link-completion"].$post({ json: { session_id: sessionId ?? "" } })),
    enabled: Boolean(sessionId),
    refetchInterval: ({ state }) => nextCheck(state),
  });
  const known = data ? (data.success ? "paid" : "pending") : null;

  // A payment by bank stands beside the balance as soon as it is pending.
  useEffect(() => {
    if (known !== null) refreshAfterPayment(queryClient);
  }, [known, queryClient]);

  return paymentView({ sessionId, completion: data, error });
}

/** Whether this tab closes at the end of a payment: `refused` if the browser doesn't let it. */
export type Closing = "no" | "soon" | "refused";

/**
 * Shows a toast at the end of a payment. After a top-up it opens the dashboard, or closes the tab if `closes`, since
 * the tab that opened the checkout has the dashboard then.
 */
export function useOutcome(view: PaymentView | null, { closes = false } = {}): Closing {
  const navigate = useNavigate();
  const [refused, setRefused] = useState(false);
  const toppedUp = view?.kind === "success" && view.order.product === "balance";
  const latest = useRef(view);
  latest.current = view;
  const kind = view?.kind;

  useEffect(() => {
    if (!latest.current || (kind !== "success" && kind !== "failure")) return;
    const report = kind === "success" ? toast.success : toast.failure;
    report(outcomeWords(latest.current));
  }, [kind]);

  useEffect(() => {
    if (!toppedUp) return;
    const timer = setTimeout(() => {
      if (!closes) return navigate(paths.dashboard);
      window.close();
      setRefused(!window.closed);
    }, REDIRECT_AFTER_MS);
    return () => clearTimeout(timer);
  }, [toppedUp, closes, navigate]);

  if (!closes) return "no";
  return refused ? "refused" : "soon";
}
