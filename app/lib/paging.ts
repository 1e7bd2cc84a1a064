/** For an infinite query over `{items, next_cursor}` pages. */
export const byCursor = {
  initialPageParam: null as string | null,
  getNextPageParam: (page: { next_cursor: string | null }) => page.next_cursor,
};

export const cursorQuery = (cursor: string | null) => (cursor === null ? {} : { cursor });
