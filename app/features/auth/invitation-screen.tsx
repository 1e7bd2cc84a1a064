import { useNavigate, useSearchParams } from "@remix-run/react";
import { type FormEvent, useEffect, useState } from "react";
import { mailedLink, paths } from "#app/lib/paths.ts";
import { AuthFrame, SubmitButton } from "./auth-frame.tsx";
import { LinkFailure, useLinkPassword } from "./link-password.tsx";
import { authMessages } from "./messages.ts";
import { PasswordField } from "./password-field.tsx";
import { TermsField, useTerms } from "./sign-up-terms.tsx";
import { hideToken } from "./token-free-address.ts";

/**
 * The token is redeemed on submit, because mail scanners open links. Nothing here listens for the signed-in event,
 * because the session comes before the password.
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
      description="Choose a password to finish setting up your account."
      height="lg:min-h-[17rem]"
    >
      <form method="post" className="grid gap-4" onSubmit={handleSubmit} aria-busy={link.busy}>
        <LinkFailure link={link} to={paths.signUp} action="Sign up without an invitation" />
        <PasswordField label="Password" password={password} onPasswordChange={setPassword} />
        <TermsField terms={terms} />
        <SubmitButton busy={link.busy}>{authMessages.signUp}</SubmitButton>
      </form>
    </AuthFrame>
  );
}

/** The token of an invitation link, taken out of the address bar; null for any other visit. */
export function useInvitationToken(): string | null {
  const [search] = useSearchParams();
  const [token] = useState(() =>
    search.get(mailedLink.type) === "invite" ? search.get(mailedLink.tokenHash) : null,
  );
  useEffect(() => {
    if (token) hideToken(paths.signUp);
  }, [token]);
  return token || null;
}
