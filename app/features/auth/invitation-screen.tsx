import { useNavigate } from "@remix-run/react";
import { type FormEvent, useState } from "react";
import { paths } from "#app/lib/paths.ts";
import { AuthFrame } from "./auth-frame.tsx";
import { FormSpace } from "./form-space.tsx";
import { LinkFailure } from "./link-failure.tsx";
import { authMessages } from "./messages.ts";
import { NewPasswordField } from "./new-password-field.tsx";
import { TermsField, useTerms } from "./sign-up-terms.tsx";
import { SubmitButton } from "./submit-button.tsx";
import { useLinkPassword } from "./use-link-password.ts";

/**
 * Takes up an invitation. The token waits for the submit, because mail scanners open links; and nothing here listens
 * for the signed-in event, because the session comes before the password.
 */
export function InvitationScreen({ token }: { token: string }) {
  const navigate = useNavigate();
  const enter = async () => navigate(paths.dashboard, { replace: true });
  const link = useLinkPassword({ type: "invite", token }, authMessages.fallback.signUp, enter);
  const [password, setPassword] = useState("");
  const terms = useTerms();

  const handleSubmit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (terms.check()) void link.submit(password);
  };

  return (
    <AuthFrame
      title="Accept your invitation"
      description="Choose a password, and your account is ready to use."
    >
      <FormSpace height="lg:min-h-[17rem]">
        <form method="post" className="grid gap-4" onSubmit={handleSubmit} aria-busy={link.busy}>
          <LinkFailure link={link} to={paths.signUp} action="Sign up without an invitation" />
          <NewPasswordField label="Password" value={password} onValueChange={setPassword} />
          <TermsField terms={terms} />
          <SubmitButton busy={link.busy}>{authMessages.signUp}</SubmitButton>
        </form>
      </FormSpace>
    </AuthFrame>
  );
}
