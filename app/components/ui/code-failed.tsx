import { CloudOff, RefreshCw } from "lucide-react";
import { useEffect, useRef } from "react";
import { cn } from "#app/lib/class-names.ts";
import type { CodeUnavailable } from "#app/lib/code/load-code.ts";
import { useNewBuild } from "#app/lib/code/new-build.ts";
import { useOnline } from "#app/lib/code/use-online.ts";
import { Button } from "./button.tsx";

interface CodeFailedProps {
  error: CodeUnavailable;
  onRetry: () => void;
  className?: string;
}

/** Stands in the place of a part whose code could not be loaded, and tries again once the network is back. */
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

/** Calls back at the change from offline to online. */
export function useRetryWhenOnline(online: boolean, onRetry: () => unknown): void {
  const wasOnline = useRef(online);
  useEffect(() => {
    if (online && !wasOnline.current) onRetry();
    wasOnline.current = online;
  }, [online, onRetry]);
}
