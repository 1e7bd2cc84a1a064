import { EVERY_MINUTE } from "./query-client.ts";

/** For an infinite query over `{items, next_cursor}` pages. */
export const byCursor = {
  initialPageParam: null as string | null,
  getNextPageParam: (page: { next_cursor: string | null }) => page.next_cursor,
};

export const cursorQuery = (cursor: string | null) => (cursor === null ? {} : { cursor });

interface Pages {
  pages: readonly unknown[];
}
const hasGrown = (data: Pages | undefined) => data !== undefined && data.pages.length > 1;

/** `EVERY_MINUTE` for a list that grows page by page, until it has: each of its pages would be fetched again. */
export const FIRST_PAGE_EVERY_MINUTE = {
  refetchInterval: ({ state }: { state: { data: Pages | undefined } }) =>
    hasGrown(state.data) ? false : EVERY_MINUTE.refetchInterval({ state }),
  refetchOnWindowFocus: ({ state }: { state: { data: Pages | undefined; dataUpdatedAt: number } }) =>
    !hasGrown(state.data) && EVERY_MINUTE.refetchOnWindowFocus({ state }),
};
