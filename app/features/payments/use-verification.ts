import { useNavigate } from "@remix-run/react";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect, useRef } from "react";
import { api, unwrap } from "#app/lib/api-client.ts";
import { paths } from "#app/lib/paths.ts";
import { toast } from "#app/lib/toast.ts";
import { refreshAfterPayment } from "./payment-channel.ts";
import { outcomeWords, type PaymentView, paymentView } from "./payment-view.ts";

const POLL_MS = 5_000;
/** A minute; a bank that hasn't confirmed by then can take days. */
const QUICK_POLLS = 12;
const SLOW_POLL_MS = 30_000;
/** One more hour. */
const SLOW_POLLS = 120;
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
    refetchInterval: ({ state }) => (state.data?.pending ? pollDelay(state.dataUpdateCount) : false),
  });
  const paid = data?.success ?? false;

  useEffect(() => {
    if (paid) refreshAfterPayment(queryClient);
  }, [paid, queryClient]);

  return paymentView({ sessionId, completion: data, error });
}

function pollDelay(polls: number): number | false {
  if (polls <= QUICK_POLLS) return POLL_MS;
  return polls <= QUICK_POLLS + SLOW_POLLS ? SLOW_POLL_MS : false;
}

/** Shows a toast at the end of a payment, and opens the dashboard after a top-up. */
export function useOutcome(view: PaymentView | null): void {
  const navigate = useNavigate();
  const toppedUp = view?.kind === "success" && view.order.product === "balance";
  const latest = useRef(view);
  latest.current = view;
  const kind = view?.kind;

  useEffect(() => {
    if (!latest.current || (kind !== "success" && kind !== "failure")) return;
    toast({ ...outcomeWords(latest.current), tone: kind === "success" ? "success" : "danger" });
  }, [kind]);

  useEffect(() => {
    if (!toppedUp) return;
    const timer = setTimeout(() => navigate(paths.dashboard), REDIRECT_AFTER_MS);
    return () => clearTimeout(timer);
  }, [toppedUp, navigate]);
}
