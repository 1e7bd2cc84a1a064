import { useInfiniteQuery, useQuery } from "@tanstack/react-query";
import { api, unwrap } from "#app/lib/api-client.ts";

interface Page {
  next_cursor: string | null;
}

const FIRST = "";
const paged = {
  initialPageParam: FIRST,
  getNextPageParam: ({ next_cursor }: Page) => next_cursor,
};
const query = (cursor: string) => ({ query: cursor === FIRST ? {} : { cursor } });

export const useStatement = () =>
  useInfiniteQuery({
    queryKey: ["statement"],
    queryFn: ({ pageParam }) => unwrap(api.api.ledger.$get(query(pageParam))),
    ...paged,
  });

export const useReceipts = () =>
  useInfiniteQuery({
    queryKey: ["receipts"],
    queryFn: ({ pageParam }) => unwrap(api.api.receipts.$get(query(pageParam))),
    ...paged,
  });

export const useReceipt = (id: string) =>
  useQuery({
    queryKey: ["receipt", id],
    queryFn: () => unwrap(api.api.receipts[":id"].$get({ param: { id } })),
  });
