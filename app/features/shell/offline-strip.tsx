import { useQueryClient } from "@tanstack/react-query";
import { WifiOff } from "lucide-react";
import { useOnline } from "#app/lib/code/use-online.ts";
import { formatTime } from "#app/lib/format.ts";

/** Tells a reader without a network so, and how old the figures are. */
export function OfflineStrip() {
  const online = useOnline();
  const queryClient = useQueryClient();
  if (online) return null;
  const since = oldestUpdate(queryClient.getQueryCache().findAll({ type: "active" }));
  return (
    <div
      role="status"
      className="flex h-9 items-center justify-center gap-2 border-b bg-fill px-4 text-small text-ink-2"
    >
      <WifiOff className="size-4 shrink-0" aria-hidden="true" />
      <span className="truncate">
        <strong className="font-medium text-ink">You’re offline.</strong>{" "}
        {since === null ? (
          "This page will update when you reconnect."
        ) : (
          <>
            Showing figures from {formatTime(since)}
            <span className="max-sm:hidden">; they’ll update when you reconnect</span>.
          </>
        )}
      </span>
    </div>
  );
}

/** Age of the oldest figures on the page, as a time of day. */
function oldestUpdate(queries: { state: { dataUpdatedAt: number } }[]): number | null {
  const times = queries.map(({ state }) => state.dataUpdatedAt).filter((time) => time > 0);
  return times.length > 0 ? Math.min(...times) : null;
}
