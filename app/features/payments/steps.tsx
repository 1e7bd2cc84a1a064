import { Check } from "lucide-react";
import { Fragment } from "react";
import { cn } from "#app/lib/class-names.ts";
import { STEPS, type StepStatus, stepStatuses } from "./add-balance-view.ts";

const MARKER: Record<StepStatus, string> = {
  complete: "bg-success-soft text-success-ink",
  current: "bg-primary text-on-primary",
  upcoming: "border border-control",
};

export function Steps({ paid }: { paid: boolean }) {
  const statuses = stepStatuses(paid);
  return (
    <ol className="mb-6 flex items-center gap-3 text-small" aria-label="Steps">
      {STEPS.map((step, at) => {
        const status = statuses[step];
        return (
          <Fragment key={step}>
            {at > 0 && <li className={cn("h-px w-12", paid ? "bg-ink" : "bg-edge")} aria-hidden />}
            <li
              className={cn("flex items-center gap-2", status === "upcoming" ? "text-ink-3" : "font-medium")}
              {...(status === "current" && { "aria-current": "step" })}
            >
              <span
                className={cn(
                  "grid size-6 place-items-center rounded-full text-caption font-medium tabular-nums",
                  MARKER[status],
                )}
              >
                {status === "complete" ? <Check className="size-3.5" aria-hidden /> : at + 1}
              </span>
              {step}
              {status === "complete" && <span className="sr-only">, complete</span>}
            </li>
          </Fragment>
        );
      })}
    </ol>
  );
}
