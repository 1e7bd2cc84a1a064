import { Check, Clock, X } from "lucide-react";
import type { ReactNode } from "react";
import { Spinner } from "#app/components/ui/spinner.tsx";
import { cn } from "#app/lib/class-names.ts";

const MARKS = {
  verifying: { icon: Spinner, look: "bg-fill text-ink-2" },
  pending: { icon: Clock, look: "bg-accent-soft text-accent-ink" },
  success: { icon: Check, look: "bg-success-soft text-success-ink" },
  failure: { icon: X, look: "bg-danger-soft text-danger-ink" },
};

interface OutcomeProps {
  kind: keyof typeof MARKS;
  title: string;
  description: string;
  /** `h1` where it is the page's only title. */
  level: "h1" | "h2";
  children?: ReactNode;
}

/** How a payment stands, announced when it changes. */
export function Outcome({ kind, title, description, level: Heading, children }: OutcomeProps) {
  const { icon: Icon, look } = MARKS[kind];
  return (
    <>
      <span className={cn("mx-auto grid size-12 place-items-center rounded-full", look)}>
        <Icon className="size-6" aria-hidden />
      </span>
      <div role="status">
        <Heading className="mt-5 text-lead font-semibold">{title}</Heading>
        <p className="mt-1 text-body text-ink-2">{description}</p>
      </div>
      {children}
    </>
  );
}
