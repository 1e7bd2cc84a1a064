import { useLocation } from "@remix-run/react";
import { useQueryClient } from "@tanstack/react-query";
import WifiOff from "lucide-react/icons/wifi-off";
import type { ReactNode } from "react";
import { cn } from "#app/lib/class-names.ts";
import { useOnline } from "#app/lib/code/use-online.ts";
import { formatTime } from "#app/lib/format.ts";
import { pageAt, UNKNOWN_PAGE } from "#app/lib/pages.ts";

interface FrameProps {
  sidebar: ReactNode;
  /** Of the sidebar's colors. */
  sidebarClassName: string;
  topBar: ReactNode;
  /** Below the top bar, on every page. */
  notice?: ReactNode;
  /** Of a page for everybody, in place of the shell's bars for readers who are not signed in. */
  forSignedOut?: { header: ReactNode; footer: ReactNode } | undefined;
  children: ReactNode;
}

/**
 * Sidebar, top bar and page. Inside a `data-reader` that isn't signed in, only the public header, the page and the
 * footer show.
 */
export function Frame({ sidebar, sidebarClassName, topBar, notice, forSignedOut, children }: FrameProps) {
  const { wide, fill } = pageAt(useLocation().pathname) ?? UNKNOWN_PAGE;
  return (
    <>
      <a
        href="#main"
        className="sr-only focus:not-sr-only focus:fixed! focus:top-2 focus:left-2 focus:z-50 focus:rounded-control focus:bg-overlay focus:px-4 focus:py-2 focus:text-small focus:font-medium focus:shadow-pop"
      >
        Skip to content
      </a>
      <div className={cn("flex min-h-screen", fill && "h-dvh min-h-0")}>
        <aside
          aria-label="Sidebar"
          className={cn("w-sidebar shrink-0 border-r max-lg:hidden signed-out:hidden", sidebarClassName)}
        >
          <div className="sticky top-0 flex h-screen flex-col">{sidebar}</div>
        </aside>
        <div className="flex min-w-0 flex-1 flex-col overflow-x-clip">
          <div className="sticky top-0 z-20">
            {topBar}
            {forSignedOut && <div className="hidden signed-out:block">{forSignedOut.header}</div>}
            <OfflineStrip />
            {notice}
          </div>
          <main
            id="main"
            tabIndex={-1}
            className={cn(
              "mx-auto w-full max-w-page flex-1 px-8 pt-7 pb-12 outline-none max-lg:px-4 max-lg:pt-5",
              wide && "2xl:max-w-wide",
              fill && "flex min-h-0 flex-col pb-6 max-lg:pb-4",
            )}
          >
            {children}
          </main>
          {forSignedOut && <div className="hidden signed-out:block">{forSignedOut.footer}</div>}
        </div>
      </div>
    </>
  );
}

function OfflineStrip() {
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

/** In epoch ms. */
function oldestUpdate(queries: { state: { dataUpdatedAt: number } }[]): number | null {
  const times = queries.map(({ state }) => state.dataUpdatedAt).filter((time) => time > 0);
  return times.length > 0 ? Math.min(...times) : null;
}
