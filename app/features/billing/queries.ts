import { infiniteQueryOptions, queryOptions } from "@tanstack/react-query";
import { addressOf, choiceParameter } from "#app/lib/address.ts";
import { api, unwrap } from "#app/lib/api-client.ts";
import { byCursor, cursorQuery } from "#app/lib/paging.ts";

export const tabParameter = choiceParameter("tab", ["statement", "receipts", "settings"], "statement");
export const billingAddress = addressOf({ tab: tabParameter });

export const statementQuery = infiniteQueryOptions({
  queryKey: ["statement"],
  queryFn: ({ pageParam }) => unwrap(api.api.ledger.days.$get({ query: cursorQuery(pageParam) })),
  ...byCursor,
});

export const receiptsQuery = infiniteQueryOptions({
  queryKey: ["receipts"],
  queryFn: ({ pageParam }) => unwrap(api.api.receipts.$get({ query: cursorQuery(pageParam) })),
  ...byCursor,
});

export const receiptQuery = (id: string) =>
  queryOptions({
    queryKey: ["receipt", id],
    queryFn: () => unwrap(api.api.receipts[":id"].$get({ param: { id } })),
  });

export const autoTopUpQuery = queryOptions({
  queryKey: ["autoTopUp"],
  queryFn: ({ signal }) => unwrap(api.api["auto-top-up"].$get({}, { init: { signal } })),
});

export const autoTopUpChargesQuery = infiniteQueryOptions({
  queryKey: ["autoTopUp", "charges"],
  queryFn: ({ pageParam }) => unwrap(api.api["auto-top-up"].charges.$get({ query: cursorQuery(pageParam) })),
  ...byCursor,
});

/** A pending charge settles by itself, so its page checks again. */
const CHECK_EVERY_MS = 3000;

export const chargeQuery = (id: string) =>
  queryOptions({
    queryKey: ["autoTopUpCharge", id],
    queryFn: () => unwrap(api.api["auto-top-up"].charges[":id"].$get({ param: { id } })),
    refetchInterval: ({ state: { data } }) =>
      data?.status === "pending" || data?.status === "confirmation_needed" ? CHECK_EVERY_MS : false,
  });
