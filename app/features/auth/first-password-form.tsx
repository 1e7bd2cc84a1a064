import { Alert } from "#app/components/ui/alert.tsx";
import { readStoredSession } from "#app/lib/auth/stored-session.ts";
import { paths } from "#app/lib/paths.ts";
import { useHydrated } from "#app/lib/use-hydrated.ts";
import { SubmitButton } from "./auth-frame.tsx";
import type { FirstProof } from "./first-proof.ts";
import { LinkFailure } from "./link-password.tsx";
import { authMessages } from "./messages.ts";
import { PasswordField } from "./password-field.tsx";
import { TermsField } from "./sign-up-terms.tsx";
import { useFirstPassword } from "./use-first-password.ts";

const WORDS = {
  signup: {
    submit: authMessages.firstPassword.confirm,
    retry: { to: paths.login, action: authMessages.returnToSignIn },
  },
  invite: {
    submit: authMessages.signUp,
    retry: { to: paths.signUp, action: "Sign up without an invitation" },
  },
};

type FirstPasswordFormProps = { proof: FirstProof; onDone: () => void };

/** The terms were accepted at sign-up already, but not by somebody who was invited. */
export default function FirstPasswordForm({ proof, onDone }: FirstPasswordFormProps) {
  const invited = proof.type === "invite";
  const link = useFirstPassword(proof, { asksTerms: invited, onDone });
  const { draft, edit } = link;
  const words = WORDS[proof.type];
  return (
    <form {...link.formProps} method="post" className="grid gap-4">
      <LinkFailure link={link} {...words.retry} />
      {!link.failure && <OtherSessionNote />}
      {/* For password managers. */}
      <input type="email" name="username" autoComplete="username" value={proof.email} readOnly hidden />
      <PasswordField
        label="Password"
        password={draft.password}
        onPasswordChange={(password) => edit({ password })}
      />
      {invited && (
        <TermsField
          accepted={draft.terms}
          error={link.errorOf("terms")}
          onChange={(terms) => edit({ terms })}
        />
      )}
      <SubmitButton busy={link.busy}>{words.submit}</SubmitButton>
    </form>
  );
}

/** The browser's session is known only after hydration. */
function OtherSessionNote() {
  const hydrated = useHydrated();
  const current = hydrated ? readStoredSession()?.user.email : undefined;
  return current ? <Alert tone="warning">{authMessages.firstPassword.switches(current)}</Alert> : null;
}
