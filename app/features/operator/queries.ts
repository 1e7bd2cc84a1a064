import { infiniteQueryOptions, keepPreviousData, queryOptions } from "@tanstack/react-query";
import { unwrap } from "#app/lib/api-client.ts";
import { byCursor, cursorQuery } from "#app/lib/paging.ts";
import type { PaymentRange } from "#core/contract/operator-payments.ts";
import type { OperatorPriceList } from "#core/contract/operator-prices.ts";
import { MINUTE_MS } from "#core/domain/time.ts";
import { fromOperatorApi, operatorApi } from "./operator-api.ts";

/** The key of every query of the desk, to refetch all of them after an action. */
const OPERATOR = "operator";
/** Not refetched after an action: it doesn't depend on the list in force. */
const PREVIEW = "operator-price-preview";
export const everyOperatorQuery = { queryKey: [OPERATOR] };

export const operatorQuery = queryOptions({
  queryKey: [OPERATOR, "self"],
  queryFn: ({ signal }) => unwrap(operatorApi.$get({}, { init: { signal } })),
  staleTime: Number.POSITIVE_INFINITY,
});

/** Its counts change without anybody's doing. Paused while the tab is hidden. */
export const operatorCountsQuery = queryOptions({ ...operatorQuery, refetchInterval: MINUTE_MS });

export const everyOverviewQuery = { queryKey: [OPERATOR, "overview"] };
export const overviewQuery = (range: PaymentRange) =>
  queryOptions({
    queryKey: [...everyOverviewQuery.queryKey, range],
    queryFn: ({ signal }) =>
      fromOperatorApi(operatorApi.overview.$get({ query: { range } }, { init: { signal } })),
    refetchInterval: MINUTE_MS,
    placeholderData: keepPreviousData,
  });

export const alertsQuery = queryOptions({
  queryKey: [OPERATOR, "alerts"],
  queryFn: ({ signal }) => fromOperatorApi(operatorApi.alerts.$get({}, { init: { signal } })),
  refetchInterval: MINUTE_MS,
});

/** Newest first. */
export const alertHistoryQuery = infiniteQueryOptions({
  queryKey: [OPERATOR, "alertHistory"],
  queryFn: ({ pageParam, signal }) =>
    fromOperatorApi(
      operatorApi.alerts.history.$get(
        { query: { limit: "10", ...cursorQuery(pageParam) } },
        { init: { signal } },
      ),
    ),
  ...byCursor,
});

export const accountQuery = (id: string) =>
  queryOptions({
    queryKey: [OPERATOR, "account", id],
    queryFn: ({ signal }) =>
      fromOperatorApi(operatorApi.accounts[":id"].$get({ param: { id } }, { init: { signal } })),
  });

/** Newest first. */
export const accountLedgerQuery = (id: string) =>
  infiniteQueryOptions({
    queryKey: [OPERATOR, "ledger", id],
    queryFn: ({ pageParam, signal }) =>
      fromOperatorApi(
        operatorApi.accounts[":id"].ledger.$get(
          { param: { id }, query: { limit: "10", ...cursorQuery(pageParam) } },
          { init: { signal } },
        ),
      ),
    ...byCursor,
  });

/** Newest first. */
export const accountEmailsQuery = (id: string) =>
  infiniteQueryOptions({
    queryKey: [OPERATOR, "emails", id],
    queryFn: ({ pageParam, signal }) =>
      fromOperatorApi(
        operatorApi.accounts[":id"].emails.$get(
          { param: { id }, query: { limit: "5", ...cursorQuery(pageParam) } },
          { init: { signal } },
        ),
      ),
    ...byCursor,
  });

/** On the page of an account. */
export const accountAuditQuery = (account: string) =>
  queryOptions({
    queryKey: [OPERATOR, "accountAudit", account],
    queryFn: ({ signal }) =>
      fromOperatorApi(operatorApi.audit.$get({ query: { account, limit: "5" } }, { init: { signal } })),
  });

/** The last price lists, the latest to begin first. */
export const priceListsQuery = queryOptions({
  queryKey: [OPERATOR, "prices"],
  queryFn: ({ signal }) => fromOperatorApi(operatorApi.prices.$get({}, { init: { signal } })),
});

/** A preview reads up to 50,000 requests, and last week's change slowly. */
const PREVIEW_FRESH_MS = 300_000;

/** Of a published list, which never changes. */
export const pricePreviewQuery = ({ id, models }: OperatorPriceList) =>
  queryOptions({
    queryKey: [PREVIEW, id],
    queryFn: ({ signal }) =>
      fromOperatorApi(operatorApi.prices.preview.$post({ json: { models } }, { init: { signal } })),
    staleTime: PREVIEW_FRESH_MS,
  });

/** Of the screen of payments. */
export const everyPaymentQuery = { queryKey: [...everyOperatorQuery.queryKey, "payments"] };

/** With its refunds as Stripe has them. */
export const paymentQuery = (id: string) =>
  queryOptions({
    queryKey: [...everyPaymentQuery.queryKey, "one", id],
    queryFn: ({ signal }) =>
      fromOperatorApi(
        operatorApi.payments[":payment"].$get({ param: { payment: id } }, { init: { signal } }),
      ),
    staleTime: 0,
    gcTime: 0,
  });
