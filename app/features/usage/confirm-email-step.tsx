import { useMutation } from "@tanstack/react-query";
import { Button } from "#app/components/ui/button.tsx";
import { granted } from "#app/features/account/as-user.ts";
import { failureMessage } from "#app/features/auth/failure-message.ts";
import { signInRedirect } from "#app/features/auth/sign-in-redirect.ts";
import { useSession } from "#app/features/auth/use-session.ts";
import { paths } from "#app/lib/paths.ts";
import { toast } from "#app/lib/toast.ts";
import { GetStartedStep } from "./get-started-step.tsx";
import { CONFIRM_EMAIL } from "./messages.ts";
import type { StepState } from "./onboarding.ts";

export function ConfirmEmailStep({ state }: { state: StepState }) {
  const { email } = useSession().user;
  const resend = useMutation({
    mutationFn: () =>
      granted((client) =>
        client.resend({
          type: "signup",
          email,
          options: { emailRedirectTo: signInRedirect(paths.dashboard) },
        }),
      ),
    onSuccess: () => toast({ ...CONFIRM_EMAIL.resent, tone: "success" }),
    onError: (failure) => {
      const description = failureMessage(failure, CONFIRM_EMAIL.resendFailed);
      toast({ title: "Error", description, tone: "danger" });
    },
  });
  const done = state === "done";
  return (
    <GetStartedStep
      number={1}
      state={state}
      title={CONFIRM_EMAIL.title}
      text={done ? CONFIRM_EMAIL.done : CONFIRM_EMAIL.todo(email)}
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
