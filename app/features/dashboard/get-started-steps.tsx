import { Link } from "@remix-run/react";
import { useMutation } from "@tanstack/react-query";
import Check from "lucide-react/icons/check";
import type { ReactNode } from "react";
import { Button } from "#app/components/ui/button.tsx";
import { failureMessage } from "#app/lib/api-error.ts";
import { signInRedirect, unwrapAuth } from "#app/lib/auth/auth.ts";
import { useSession } from "#app/lib/auth/session.ts";
import { cn } from "#app/lib/class-names.ts";
import { paths } from "#app/lib/paths.ts";
import { toast } from "#app/lib/toast.ts";
import { CONFIRM_EMAIL } from "./messages.ts";
import type { StepState } from "./onboarding.ts";

interface GetStartedStepProps {
  number: number;
  state: StepState;
  title: string;
  text: string;
  action?: ReactNode;
  children?: ReactNode;
}

export function GetStartedStep({ number, state, title, text, action, children }: GetStartedStepProps) {
  const titleInk = { done: "text-ink-3", current: "", later: "text-ink-2" }[state];
  return (
    <li
      className="flex gap-4 border-t px-5 py-4 first:border-t-0 max-lg:px-4"
      aria-current={state === "current" ? "step" : undefined}
    >
      <StepMark number={number} state={state} />
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

function StepMark({ number, state }: Pick<GetStartedStepProps, "number" | "state">) {
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
        "grid size-6 shrink-0 place-items-center rounded-full border text-caption font-medium tabular-nums",
        state === "current" ? "border-accent text-accent-ink" : "border-control text-ink-3",
      )}
    >
      {number}
    </span>
  );
}

type StepLinkProps = { to: string; state: StepState; children: string };

export function StepLink({ to, state, children }: StepLinkProps) {
  if (state === "done") return null;
  return (
    <Button variant={state === "current" ? "primary" : "secondary"} asChild>
      <Link to={to}>{children}</Link>
    </Button>
  );
}

export function ConfirmEmailStep({ state }: { state: StepState }) {
  const { email } = useSession().user;
  const resend = useMutation({
    mutationFn: () =>
      unwrapAuth((client) =>
        client.resend({
          type: "signup",
          email,
          options: { emailRedirectTo: signInRedirect(paths.dashboard) },
        }),
      ),
    onSuccess: () => toast.success(CONFIRM_EMAIL.resent),
    onError: (failure) => {
      const description = failureMessage(failure, CONFIRM_EMAIL.resendFailed);
      toast.failure({ title: "Error", description });
    },
  });
  const done = state === "done";
  return (
    <GetStartedStep
      number={1}
      state={state}
      title={CONFIRM_EMAIL.title}
      text={done ? CONFIRM_EMAIL.done : CONFIRM_EMAIL.instruction(email)}
      action={
        !done && (
          <Button variant="primary" busy={resend.isPending} onClick={() => resend.mutate()}>
            {CONFIRM_EMAIL.resend}
          </Button>
        )
      }
    />
  );
}
