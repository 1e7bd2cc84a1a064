import CircleAlert from "lucide-react/icons/circle-exclamation-point";
import RotateCw from "lucide-react/icons/rotate-cw";
import TriangleAlert from "lucide-react/icons/triangle-exclamation-point";
import type { ReactNode } from "react";
import { SupportText } from "#app/components/support-text.tsx";
import { Button } from "#app/components/ui/button.tsx";
import { Card } from "#app/components/ui/card.tsx";
import { cn } from "#app/lib/class-names.ts";

export interface FailedLoadProps {
  title: string;
  reason?: string | undefined;
  /** What it stands in for. A `card` and a `page` are cards of their own; the others stand in one, or in a dialog. */
  variant?: "content" | "card" | "dialog" | "list" | "page";
  retryLabel?: string;
  primary?: boolean;
  /** True while the next attempt is under way. */
  busy?: boolean;
  onRetry: () => void;
  className?: string;
  children?: ReactNode;
}

/** Shown in place of what couldn't be loaded. */
export function FailedLoad({ variant = "content", ...props }: FailedLoadProps) {
  const isLarge = variant === "list" || variant === "page";
  const failure = isLarge ? (
    <LargeFailure {...props} />
  ) : (
    <SmallFailure {...props} className={cn(variant === "dialog" && "px-0", props.className)} />
  );
  return variant === "card" || variant === "page" ? <Card>{failure}</Card> : failure;
}

type FailureProps = Omit<FailedLoadProps, "variant">;

function SmallFailure({ title, reason, className, ...rest }: FailureProps) {
  return (
    <div role="alert" className={cn("flex flex-col items-start px-5 py-4 max-lg:px-4", className)}>
      <div className="flex items-start gap-2 text-small text-ink-2">
        <CircleAlert className="mt-0.5 size-4 shrink-0 text-danger" aria-hidden="true" />
        <div className="min-w-0">
          <p className={cn(reason && "font-medium text-ink")}>{title}</p>
          {reason && (
            <p className="mt-0.5">
              <SupportText>{reason}</SupportText>
            </p>
          )}
        </div>
      </div>
      <RetryButton size="sm" className="mt-4" {...rest} />
    </div>
  );
}

function LargeFailure({ title, reason, className, children, ...rest }: FailureProps) {
  return (
    <div role="alert" className={cn("flex flex-col items-center px-6 py-14 text-center", className)}>
      <span className="grid size-10 place-items-center rounded-full bg-danger-soft text-danger-ink">
        <TriangleAlert strokeWidth={1.75} className="size-5" aria-hidden="true" />
      </span>
      <h2 className="mt-4 text-body font-medium">{title}</h2>
      {reason && (
        <p className="mt-1 max-w-md text-small text-ink-2">
          <SupportText>{reason}</SupportText>
        </p>
      )}
      {children}
      <RetryButton className="mt-5" {...rest} />
    </div>
  );
}

type RetryProps = Pick<FailedLoadProps, "busy" | "onRetry" | "retryLabel" | "primary"> & {
  size?: "sm";
  className: string;
};

function RetryButton({ busy = false, onRetry, retryLabel = "Retry", primary, ...rest }: RetryProps) {
  return (
    <Button variant={primary ? "primary" : "secondary"} busy={busy} onClick={onRetry} {...rest}>
      {!busy && <RotateCw aria-hidden="true" />}
      {retryLabel}
    </Button>
  );
}

/** Retries a failure that is shown in a line of text. */
export const RetryLink = ({ className, onRetry }: Pick<FailedLoadProps, "className" | "onRetry">) => (
  <Button variant="link" onClick={onRetry} className={cn("max-lg:min-h-0", className)}>
    Retry
  </Button>
);
