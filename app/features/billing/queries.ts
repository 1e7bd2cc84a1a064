import { infiniteQueryOptions, queryOptions } from "@tanstack/react-query";
import { readerZone } from "#app/features/analytics/wall-clock.ts";
import { api, unwrap } from "#app/lib/api-client.ts";
import { byCursor, cursorQuery } from "#app/lib/paging.ts";

/** By the reader's days. */
export const statementQuery = infiniteQueryOptions({
  queryKey: ["statement"],
  queryFn: ({ pageParam }) =>
    unwrap(api.api.ledger.days.$get({ query: { tz: readerZone(), ...cursorQuery(pageParam) } })),
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
