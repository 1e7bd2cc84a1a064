import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect } from "react";
import { BALANCE_QUERY_KEY } from "#app/features/balance/use-balance.ts";
import { api, unwrap } from "#app/lib/api-client.ts";
import { type PaymentView, paymentView } from "./payment-view.ts";

const PENDING_RETRY_MS = 5_000;
const PENDING_RETRIES = 12;

/** Asks whether a checkout was paid; asking again is harmless. A bank's late answer is awaited for a minute. */
export function useVerification(sessionId: string | null): PaymentView {
  const queryClient = useQueryClient();
  const { data, error } = useQuery({
    queryKey: ["paymentCompletion", sessionId],
    queryFn: () => completePayment(sessionId ?? ""),
    enabled: Boolean(sessionId),
    refetchInterval: ({ state }) =>
      state.data?.pending && state.dataUpdateCount <= PENDING_RETRIES ? PENDING_RETRY_MS : false,
  });
  const paid = data?.success ?? false;

  useEffect(() => {
    if (paid) void queryClient.invalidateQueries({ queryKey: BALANCE_QUERY_KEY });
  }, [paid, queryClient]);

  return paymentView({ sessionId, answer: data, error });
}

const completePayment = (session_id: string) =>
  unwrap(api.api.account["payment-link-completion"].$post({ json: { session_id } }));
