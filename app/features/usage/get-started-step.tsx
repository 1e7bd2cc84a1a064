import { Check } from "lucide-react";
import type { ReactNode } from "react";
import { cn } from "#app/lib/class-names.ts";
import type { StepState } from "./onboarding.ts";

interface GetStartedStepProps {
  number: number;
  state: StepState;
  title: string;
  text: string;
  action?: ReactNode;
  children?: ReactNode;
}

function Mark({ number, state }: Pick<GetStartedStepProps, "number" | "state">) {
  if (state === "done") {
    return (
      <span className="grid size-6 shrink-0 place-items-center rounded-full bg-success-soft text-success-ink">
        <Check strokeWidth={1.75} className="size-3.5" aria-hidden="true" />
        <span className="sr-only">Done</span>
      </span>
    );
  }
  return (
    <span
      className={cn(
        "grid size-6 shrink-0 place-items-center rounded-full border text-caption font-medium tabular",
        state === "current" ? "border-accent text-accent-ink" : "border-control text-ink-3",
      )}
    >
      {number}
    </span>
  );
}

export function GetStartedStep({ number, state, title, text, action, children }: GetStartedStepProps) {
  const titleInk = { done: "text-ink-3", current: "", later: "text-ink-2" }[state];
  return (
    <li
      className="flex gap-4 border-t px-5 py-4 first:border-t-0 max-lg:px-4"
      aria-current={state === "current" ? "step" : undefined}
    >
      <Mark number={number} state={state} />
      <div className="min-w-0 flex-1">
        <div className="flex flex-wrap items-start justify-between gap-x-6 gap-y-3">
          <div className="min-w-0">
            <h3 className={cn("text-body font-medium", titleInk)}>{title}</h3>
            <p className={cn("mt-0.5 max-w-xl text-small", state === "done" ? "text-ink-3" : "text-ink-2")}>
              {text}
            </p>
          </div>
          {action}
        </div>
        {children}
      </div>
    </li>
  );
}
