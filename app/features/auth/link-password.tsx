import { useState } from "react";
import { SupportText } from "#app/components/support-text.tsx";
import { Alert } from "#app/components/ui/alert.tsx";
import { knownSession, unwrapAuth } from "#app/lib/auth.ts";
import { useSubmit } from "#app/lib/use-submit.ts";
import { authMessages } from "./messages.ts";
import { needsSecondFactor, passSecondFactor } from "./second-factor.ts";

export interface LinkProof {
  type: "recovery" | "invite";
  token: string;
  /** Accompanies an access token, in links of the provider's own templates. */
  refreshToken?: string | undefined;
}

export type LinkPassword = ReturnType<typeof useLinkPassword>;

/**
 * Sets the password of the person who received a link by email. The token is redeemed at the first try and never again
 * once accepted: a refused password can be corrected in the session that the token gave.
 */
export function useLinkPassword(proof: LinkProof, fallback: string, onDone: () => Promise<void>) {
  const [provenUser, setProvenUser] = useState<string | null>(null);
  const [step, setStep] = useState<"password" | "code">("password");
  const { submit, ...form } = useSubmit(fallback);
  const prove = async () => {
    if (!provenUser) return setProvenUser(await redeem(proof));
    // Another tab may have ended the session, or have signed in somebody else.
    if ((await knownSession())?.user.id === provenUser) return;
    setProvenUser(null);
    throw new Error();
  };
  const change = async (password: string) => {
    await unwrapAuth((client) => client.updateUser({ password }));
    await onDone();
  };
  return {
    ...form,
    /** True once the link was accepted; until then a failure may mean that a new link is needed. */
    proven: provenUser !== null,
    step,
    submit: (password: string) =>
      submit(async () => {
        await prove();
        if (needsSecondFactor()) setStep("code");
        else await change(password);
      }),
    submitWithCode: (password: string, code: string) =>
      submit(async () => {
        await prove();
        await passSecondFactor(code);
        setStep("password");
        await change(password);
      }),
  };
}

async function redeem({ type, token, refreshToken }: LinkProof): Promise<string> {
  if (token.trim() === "") throw new Error(authMessages.invalid.resetToken);
  const { user } = refreshToken
    ? await unwrapAuth((client) => client.setSession({ access_token: token, refresh_token: refreshToken }))
    : await unwrapAuth((client) => client.verifyOtp({ token_hash: token, type }));
  if (!user) throw new Error();
  return user.id;
}

export function LinkFailure({ link, to, action }: { link: LinkPassword; to: string; action: string }) {
  if (!link.failure) return null;
  return (
    <Alert tone="danger">
      <SupportText>{link.failure}</SupportText>
      {!link.proven && (
        // A new document, so that the screen starts over without its token.
        <a href={to} className="mt-1 block w-fit rounded-tag font-medium underline underline-offset-4">
          {action}
        </a>
      )}
    </Alert>
  );
}
