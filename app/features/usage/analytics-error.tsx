import { RotateCw, TriangleAlert } from "lucide-react";
import { Button } from "#app/components/ui/button.tsx";
import { Card } from "#app/components/ui/card.tsx";
import { ApiError } from "#app/lib/api-client.ts";
import { cn } from "#app/lib/class-names.ts";
import { ANALYTICS_FAILED_HELP, ANALYTICS_FAILED_TITLE, ANALYTICS_FAILED_TOAST } from "./messages.ts";

interface AnalyticsErrorProps {
  error: Error;
  retrying: boolean;
  onRetry: () => void;
  /** Where former figures are still shown below. */
  compact?: boolean;
}

/** What to tell support: the status, the code and the request. */
function Trace({ error: { status, code, requestId } }: { error: ApiError }) {
  return (
    <p className="mt-3 grid rounded-tag bg-fill px-2 py-1 font-mono text-caption break-all text-ink-2">
      <span>{`${status} ${code}`}</span>
      {requestId && <span>{requestId}</span>}
    </p>
  );
}

export function AnalyticsError({ error, retrying, onRetry, compact = false }: AnalyticsErrorProps) {
  const answered = error instanceof ApiError;
  return (
    <Card
      role="alert"
      className={cn("flex flex-col items-center px-6 text-center", compact ? "py-6" : "py-16 max-lg:py-12")}
    >
      <span className="grid size-10 place-items-center rounded-full bg-danger-soft text-danger-ink">
        <TriangleAlert strokeWidth={1.75} className="size-5" aria-hidden="true" />
      </span>
      <h2 className="mt-4 text-lead font-semibold">{ANALYTICS_FAILED_TITLE}</h2>
      <p className="mt-1 max-w-md text-body font-medium">
        {answered ? error.message : ANALYTICS_FAILED_TOAST}
      </p>
      <p className="mt-1 max-w-md text-body text-ink-2">{ANALYTICS_FAILED_HELP}</p>
      {answered && <Trace error={error} />}
      <Button variant="primary" className="mt-5" busy={retrying} onClick={onRetry}>
        {!retrying && <RotateCw strokeWidth={1.75} aria-hidden="true" />}
        Retry
      </Button>
    </Card>
  );
}
