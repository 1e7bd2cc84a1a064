import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect } from "react";
import { api, unwrap } from "#app/lib/api-client.ts";
import { type PaymentView, paymentView } from "./payment-view.ts";
import { refreshAfterPayment } from "./refresh-after-payment.ts";

const LOOK_EVERY_MS = 5_000;
/** A minute; after it a bank's answer can take days. */
const QUICK_LOOKS = 12;
const LATE_LOOK_EVERY_MS = 30_000;
/** One hour more. */
const LATE_LOOKS = 120;

/** Asks whether a checkout was paid; asking again is harmless. A bank's late answer is awaited for an hour. */
export function useVerification(sessionId: string | null): PaymentView {
  const queryClient = useQueryClient();
  const { data, error } = useQuery({
    queryKey: ["paymentCompletion", sessionId],
    queryFn: () => completePayment(sessionId ?? ""),
    enabled: Boolean(sessionId),
    refetchInterval: ({ state }) => (state.data?.pending ? nextLook(state.dataUpdateCount) : false),
  });
  const paid = data?.success ?? false;

  useEffect(() => {
    if (paid) refreshAfterPayment(queryClient);
  }, [paid, queryClient]);

  return paymentView({ sessionId, answer: data, error });
}

function nextLook(looks: number): number | false {
  if (looks <= QUICK_LOOKS) return LOOK_EVERY_MS;
  return looks <= QUICK_LOOKS + LATE_LOOKS ? LATE_LOOK_EVERY_MS : false;
}

const completePayment = (session_id: string) =>
  unwrap(api.api.account["payment-link-completion"].$post({ json: { session_id } }));
