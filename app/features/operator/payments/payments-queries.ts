import { infiniteQueryOptions, keepPreviousData, queryOptions } from "@tanstack/react-query";
import { fromOperatorApi, operatorApi } from "#app/features/operator/operator-api.ts";
import { everyPaymentQuery } from "#app/features/operator/queries.ts";
import { byCursor, cursorQuery } from "#app/lib/paging.ts";
import type { PaymentRange } from "#core/contract/operator-payments.ts";
import { type PaymentsView, paymentsParameters } from "./payments-view.ts";

const keyOf = (...rest: unknown[]) => [...everyPaymentQuery.queryKey, ...rest];

export const paymentsQuery = (view: PaymentsView) => {
  const query = { ...paymentsParameters(view), page: String(view.page) };
  return queryOptions({
    queryKey: keyOf("list", query),
    queryFn: ({ signal }) => fromOperatorApi(operatorApi.payments.$get({ query }, { init: { signal } })),
    placeholderData: keepPreviousData,
  });
};

export const paymentSummaryQuery = (range: PaymentRange) =>
  queryOptions({
    queryKey: keyOf("summary", range),
    queryFn: ({ signal }) =>
      fromOperatorApi(operatorApi.payments.summary.$get({ query: { range } }, { init: { signal } })),
    placeholderData: keepPreviousData,
  });

/** Newest first. */
export const paymentEventsQuery = (events: PaymentsView["events"]) => {
  const query = { failing: events === "failing" ? "true" : "false", limit: "10" } as const;
  return infiniteQueryOptions({
    queryKey: keyOf("events", query),
    queryFn: ({ pageParam, signal }) =>
      fromOperatorApi(
        operatorApi.payments.events.$get(
          { query: { ...query, ...cursorQuery(pageParam) } },
          { init: { signal } },
        ),
      ),
    ...byCursor,
    placeholderData: keepPreviousData,
  });
};

export const comparisonQuery = queryOptions({
  queryKey: keyOf("comparison"),
  queryFn: ({ signal }) => fromOperatorApi(operatorApi.payments.comparison.$get({}, { init: { signal } })),
});
