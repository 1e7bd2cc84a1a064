import Check from "lucide-react/icons/check";
import Clock from "lucide-react/icons/clock";
import X from "lucide-react/icons/x";
import type { ReactNode } from "react";
import { SupportText } from "#app/components/support-text.tsx";
import { Spinner } from "#app/components/ui/spinner.tsx";
import { cn } from "#app/lib/class-names.ts";
import { paymentMessages } from "./messages.ts";
import { outcomeWords, type PaymentView } from "./payment-view.ts";

const MARKS = {
  verifying: { icon: Spinner, tone: "bg-fill text-ink-2" },
  pending: { icon: Clock, tone: "bg-accent-soft text-accent-ink" },
  success: { icon: Check, tone: "bg-success-soft text-success-ink" },
  failure: { icon: X, tone: "bg-danger-soft text-danger-ink" },
};

interface OutcomeProps {
  view: PaymentView;
  /** `h1` if it is the page's only title. */
  level: "h1" | "h2";
  children?: ReactNode;
}

/** The state of a payment, announced when it changes. */
export function Outcome({ view, level: Heading, children }: OutcomeProps) {
  const { icon: Icon, tone } = MARKS[view.kind];
  const { title, description } = outcomeWords(view);
  return (
    <>
      <span className={cn("mx-auto grid size-12 place-items-center rounded-full", tone)}>
        <Icon className="size-6" aria-hidden />
      </span>
      <div role="status">
        <Heading className="mt-5 text-lead font-semibold">
          {view.kind === "failure" ? paymentMessages.failedTitle : title}
        </Heading>
        <p className="mt-1 text-body text-ink-2">
          <SupportText>{description}</SupportText>
        </p>
      </div>
      {children}
    </>
  );
}
