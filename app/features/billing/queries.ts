import { infiniteQueryOptions, queryOptions } from "@tanstack/react-query";
import { addressOf, choiceParameter, type Parameter } from "#app/lib/address.ts";
import { api, unwrap } from "#app/lib/api-client.ts";
import { byCursor, cursorQuery } from "#app/lib/paging.ts";
import { utcMonthOf } from "#core/domain/months.ts";
import { isMonth, type Month } from "#core/domain/ranges.ts";

export const tabParameter = choiceParameter("tab", ["statement", "receipts", "settings"], "statement");

/** A UTC month, or all time. */
export type Period = Month | "all";

/** Null, and what has no statement, is the current month. */
const periodParameter: Parameter<Period | null> = {
  name: "month",
  parse(text) {
    if (text === "all") return text;
    return text !== null && isMonth(text) && text < utcMonthOf(Date.now()) ? text : null;
  },
  print: (period) => period,
};

const showParameter = choiceParameter("show", ["all", "added", "usage"], "all");
export type Show = BillingState["show"];

export const billingAddress = addressOf({
  tab: tabParameter,
  period: periodParameter,
  show: showParameter,
});
export type BillingState = ReturnType<typeof billingAddress.read>;

/** The period that an address means at `now` (epoch ms). */
export const shownPeriod = (period: Period | null, now: number): Period => period ?? utcMonthOf(now);

/** A page holds a whole month. */
const DAYS_A_PAGE = "31";

/** For the API. */
export const monthQuery = (period: Period) => (period === "all" ? {} : { month: period });

export const statementDaysQuery = (period: Period) =>
  infiniteQueryOptions({
    queryKey: ["statement", "days", period],
    queryFn: ({ pageParam }) => {
      const query = { ...monthQuery(period), ...cursorQuery(pageParam), days: DAYS_A_PAGE };
      return unwrap(api.api.ledger.days.$get({ query }));
    },
    ...byCursor,
  });

export const statementQuery = (period: Period) =>
  queryOptions({
    queryKey: ["statement", "summary", period],
    queryFn: ({ signal }) =>
      unwrap(api.api.statement.$get({ query: monthQuery(period) }, { init: { signal } })),
  });

export const statementMonthsQuery = queryOptions({
  queryKey: ["statement", "months"],
  queryFn: ({ signal }) => unwrap(api.api.statement.months.$get({}, { init: { signal } })),
});

export const receiptsQuery = infiniteQueryOptions({
  queryKey: ["receipts"],
  queryFn: ({ pageParam }) =>
    unwrap(api.api.receipts.$get({ query: { ...cursorQuery(pageParam), unsettled: "true" } })),
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
