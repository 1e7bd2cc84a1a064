import { type FormEvent, useState } from "react";
import { Alert } from "#app/components/ui/alert.tsx";
import { Field } from "#app/components/ui/field.tsx";
import { Input } from "#app/components/ui/input.tsx";
import { auth } from "#app/lib/auth.ts";
import { paths } from "#app/lib/paths.ts";
import { AuthFrame } from "./auth-frame.tsx";
import { FormFooter } from "./form-footer.tsx";
import { FormSpace } from "./form-space.tsx";
import { authMessages } from "./messages.ts";
import { ResetSentDialog } from "./reset-sent-dialog.tsx";
import { SubmitButton } from "./submit-button.tsx";
import { throwFailure, useAttempt } from "./use-attempt.ts";

export function ResetRequestScreen() {
  const { attempt, busy, failure } = useAttempt(authMessages.fallback.reset);
  const [sent, setSent] = useState(false);

  const handleSubmit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const email = String(new FormData(event.currentTarget).get("email"));
    void attempt(async () => {
      const redirectTo = new URL(paths.resetPassword, window.location.origin).href;
      throwFailure(await (await auth()).resetPasswordForEmail(email, { redirectTo }));
      setSent(true);
    });
  };

  return (
    <AuthFrame title="Reset your password" description="We mail you a link to choose a new one.">
      <FormSpace height="lg:min-h-[15rem]">
        <form method="post" className="grid gap-4" onSubmit={handleSubmit} aria-busy={busy}>
          {failure && <Alert tone="danger">{failure}</Alert>}
          <Field label="Email">
            <Input name="email" type="email" size="lg" autoComplete="username" required />
          </Field>
          <SubmitButton busy={busy}>{authMessages.sendReset}</SubmitButton>
        </form>
        <FormFooter question="Remembered it?" to={paths.login} action={authMessages.signIn} />
      </FormSpace>
      <ResetSentDialog open={sent} onOpenChange={setSent} />
    </AuthFrame>
  );
}
