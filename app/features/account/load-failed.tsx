import { RotateCw } from "lucide-react";
import { Button } from "#app/components/ui/button.tsx";
import { failureMessage } from "#app/features/auth/failure-message.ts";
import { accountMessages } from "./messages.ts";

interface LoadFailedProps {
  error: Error;
  title?: string;
  /** Said when the failure gives no reason. */
  fallback?: string;
  busy: boolean;
  onRetry(): void;
}

/** In the place of a card's content. */
export function LoadFailed({
  error,
  title = accountMessages.loadFailed,
  fallback = accountMessages.tryAgain,
  busy,
  onRetry,
}: LoadFailedProps) {
  return (
    <div role="alert" className="flex flex-wrap items-center justify-between gap-3 p-5 max-lg:p-4">
      <div className="min-w-0">
        <p className="text-body font-medium">{title}</p>
        <p className="mt-0.5 text-small text-ink-2">{failureMessage(error, fallback)}</p>
      </div>
      <Button size="sm" busy={busy} onClick={onRetry}>
        {!busy && <RotateCw aria-hidden="true" />}
        Retry
      </Button>
    </div>
  );
}
