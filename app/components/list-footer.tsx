import type { UseInfiniteQueryResult } from "@tanstack/react-query";
import { type ReactNode, useRef } from "react";
import { Button } from "#app/components/ui/button.tsx";
import { CardFooter } from "#app/components/ui/card.tsx";

interface ListFooterProps {
  query: Pick<
    UseInfiniteQueryResult,
    "hasNextPage" | "isFetchingNextPage" | "isFetchNextPageError" | "isPlaceholderData"
  > & { fetchNextPage: () => Promise<{ hasNextPage: boolean }> };
  /** How much of the list is shown. */
  children: ReactNode;
}

/** Of a list that grows page by page. */
export function ListFooter({ query, children }: ListFooterProps) {
  const shown = useRef<HTMLDivElement>(null);
  const { hasNextPage, isFetchingNextPage, isFetchNextPageError, isPlaceholderData } = query;

  async function loadMore() {
    const { hasNextPage: more } = await query.fetchNextPage();
    // The button disappears with the last page, and would take the focus with it.
    if (!more) shown.current?.focus();
  }

  return (
    <CardFooter className="min-h-13">
      <div ref={shown} tabIndex={-1} role="status" className="tabular-nums">
        {children}
      </div>
      {hasNextPage && (
        <Button size="sm" busy={isFetchingNextPage || isPlaceholderData} onClick={loadMore}>
          {isFetchNextPageError ? "Retry" : "Load more"}
        </Button>
      )}
    </CardFooter>
  );
}
