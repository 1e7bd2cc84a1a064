import type { UseQueryResult } from "@tanstack/react-query";
import CircleAlert from "lucide-react/icons/circle-exclamation-point";
import RotateCw from "lucide-react/icons/rotate-cw";
import TriangleAlert from "lucide-react/icons/triangle-exclamation-point";
import type { ComponentProps, ReactNode } from "react";
import { SupportText } from "#app/components/support-text.tsx";
import { Button } from "#app/components/ui/button.tsx";
import { Card } from "#app/components/ui/card.tsx";
import { failureMessage } from "#app/lib/api-error.ts";
import { cn } from "#app/lib/class-names.ts";

const NO_REASON = "The server gave no reason. Try again in a moment.";

interface FailureProps {
  title: string;
  className?: string;
  /** True while the next attempt is under way. */
  busy: boolean;
  onRetry: () => void;
}

/** Shown in place of the content of a card. Pass `error` if its message helps the user. */
export function LoadFailure({ title, error, className, ...retry }: FailureProps & { error?: Error | null }) {
  return (
    <div role="alert" className={cn("flex flex-col items-start px-5 py-4 max-lg:px-4", className)}>
      <div className="flex items-start gap-2 text-small text-ink-2">
        <CircleAlert className="mt-0.5 size-4 shrink-0 text-danger" aria-hidden="true" />
        <div className="min-w-0">
          <p className={cn(error && "font-medium text-ink")}>{title}</p>
          {error && (
            <p className="mt-0.5">
              <SupportText>{failureMessage(error, NO_REASON)}</SupportText>
            </p>
          )}
        </div>
      </div>
      <RetryButton size="sm" className="mt-4" {...retry} />
    </div>
  );
}

interface PageLoadFailureProps extends FailureProps {
  reason?: string | undefined;
  retryLabel?: string;
  primary?: boolean;
  children?: ReactNode;
}

/** Shown in place of a whole list, dialog or page. */
export function PageLoadFailure(props: PageLoadFailureProps) {
  const { title, reason, className, retryLabel, primary = false, children, ...retry } = props;
  return (
    <div role="alert" className={cn("flex flex-col items-center px-6 py-14 text-center", className)}>
      <span className="grid size-10 place-items-center rounded-full bg-danger-soft text-danger-ink">
        <TriangleAlert strokeWidth={1.75} className="size-5" aria-hidden="true" />
      </span>
      <h2 className="mt-4 text-body font-medium">{title}</h2>
      {reason && <p className="mt-1 max-w-md text-small text-ink-2">{reason}</p>}
      {children}
      <RetryButton className="mt-5" variant={primary ? "primary" : "secondary"} {...retry}>
        {retryLabel}
      </RetryButton>
    </div>
  );
}

type RetryButtonProps = Pick<FailureProps, "busy" | "onRetry"> & ComponentProps<typeof Button>;

function RetryButton({ busy, onRetry, children = "Retry", ...rest }: RetryButtonProps) {
  return (
    <Button busy={busy} onClick={onRetry} {...rest}>
      {!busy && <RotateCw aria-hidden="true" />}
      {children}
    </Button>
  );
}

/** A card that holds nothing but its failure. */
export function FailedCard({ query, title }: { query: UseQueryResult; title: string }) {
  const { error, isFetching, refetch } = query;
  return (
    <Card>
      <LoadFailure title={title} error={error} busy={isFetching} onRetry={() => refetch()} />
    </Card>
  );
}
