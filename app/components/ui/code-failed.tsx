import CloudOff from "lucide-react/icons/cloud-off";
import RefreshCw from "lucide-react/icons/refresh-cw";
import { useEffect, useLayoutEffect, useRef } from "react";
import { cn } from "#app/lib/class-names.ts";
import type { CodeUnavailable } from "#app/lib/code/load-code.ts";
import { useNewBuild } from "#app/lib/code/new-build.ts";
import { useOnline } from "#app/lib/code/use-online.ts";
import { Button } from "./button.tsx";

const GAP_PIXELS = 6;
const MARGIN_PIXELS = 8;

interface CodeFailedProps {
  error: CodeUnavailable;
  onRetry: () => void;
  className?: string;
}

/** Shown in place of a part whose code could not be loaded. Tries again once the network is back. */
export function CodeFailed({ error: { failure }, onRetry, className }: CodeFailedProps) {
  const online = useOnline();
  const hasNewBuild = useNewBuild() !== null;
  const reloadHelps = failure !== "unreachable";
  useRetryWhenOnline(online, onRetry);
  return (
    <div role="alert" className={cn("flex items-start gap-3 text-left", className)}>
      <CloudOff className="mt-0.5 size-4 shrink-0 text-ink-3" aria-hidden="true" />
      <div className="min-w-0 flex-1 text-small">
        <p className="font-medium text-ink">This didn’t load</p>
        <p className="mt-0.5 text-ink-2">{advice(failure, online, hasNewBuild)}</p>
        <div className="mt-3 flex flex-wrap gap-2">
          {!reloadHelps && (
            <Button size="sm" onClick={onRetry}>
              <RefreshCw className="size-3.5" aria-hidden="true" />
              Try again
            </Button>
          )}
          {/* Without a network, a reload would only lose the page. */}
          {online && (
            <Button size="sm" variant={reloadHelps ? "secondary" : "ghost"} onClick={reload}>
              Reload
            </Button>
          )}
        </div>
      </div>
    </div>
  );
}

export const reload = () => window.location.reload();

function advice(failure: CodeUnavailable["failure"], online: boolean, hasNewBuild: boolean): string {
  if (!online) return "You’re offline. We’ll try again when you reconnect.";
  if (hasNewBuild) return "A new version is available. Reload to use it.";
  if (failure === "unreachable") return "Check your connection, then try again.";
  return "Reload the page to try again.";
}

export function useRetryWhenOnline(online: boolean, onRetry: () => unknown): void {
  const wasOnline = useRef(online);
  useEffect(() => {
    if (online && !wasOnline.current) onRetry();
    wasOnline.current = online;
  }, [online, onRetry]);
}

/**
 * Anchored to the element before it. The browser's own popover, because the code for ours is loaded on demand too.
 * It lies above everything, and closes with Escape and with a click elsewhere.
 */
export function CodeFailedCard({
  onClose,
  ...props
}: Omit<CodeFailedProps, "className"> & { onClose: () => void }) {
  const card = useRef<HTMLDivElement>(null);
  const close = useRef(onClose);
  close.current = onClose;

  useLayoutEffect(() => {
    const { current } = card;
    if (!current) return;
    const closeNow = () => close.current();
    const handleToggle = (event: Event) => {
      if (event instanceof ToggleEvent && event.newState === "closed") closeNow();
    };
    if ("showPopover" in current) {
      current.popover = "auto";
      current.showPopover();
    }
    place(current);
    current.addEventListener("toggle", handleToggle);
    window.addEventListener("resize", closeNow);
    return () => {
      current.removeEventListener("toggle", handleToggle);
      window.removeEventListener("resize", closeNow);
    };
  }, []);

  return (
    <div
      ref={card}
      className="fixed inset-auto m-0 w-72 max-w-[calc(100vw-1rem)] rounded-card bg-overlay p-4 text-ink shadow-pop"
    >
      <CodeFailed {...props} />
    </div>
  );
}

/** Below its anchor, or above where there is no room, and always inside the window. */
function place(card: HTMLElement): void {
  const anchor = card.previousElementSibling?.getBoundingClientRect();
  if (!anchor) return;
  const { width, height } = card.getBoundingClientRect();
  const below = anchor.bottom + GAP_PIXELS;
  const fits = below + height + MARGIN_PIXELS <= window.innerHeight;
  const most = window.innerWidth - width - MARGIN_PIXELS;
  card.style.left = `${Math.max(MARGIN_PIXELS, Math.min(anchor.left, most))}px`;
  card.style.top = `${fits ? below : Math.max(MARGIN_PIXELS, anchor.top - GAP_PIXELS - height)}px`;
}
