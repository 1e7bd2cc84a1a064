import type { User } from "@supabase/supabase-js";
import { useRef, useState } from "react";
import { SupportText } from "#app/components/support-text.tsx";
import { Alert } from "#app/components/ui/alert.tsx";
import { auth, knownSession, unwrapAuth } from "#app/lib/auth/auth.ts";
import { isAboutNewPassword, requireGoodPassword } from "#app/lib/auth/new-password.ts";
import { isSixDigits, needsSecondFactor, passSecondFactor } from "#app/lib/auth/second-factor.ts";
import { type Form, useForm } from "#app/lib/use-form.ts";
import { confirmedAddress, dropEarlierPassword } from "./first-proof.ts";
import { authMessages } from "./messages.ts";

export interface LinkProof {
  type: "recovery";
  token: string;
  /** Accompanies an access token, in links of the provider's own templates. */
  refreshToken?: string | undefined;
}

type Step = "password" | "code";

const EMPTY = { password: "", confirmation: "", code: "" };

export type LinkPassword = ReturnType<typeof useLinkPassword>;

/**
 * Sets the password of the person who received a link by email. The token is redeemed at the first try and never again
 * once accepted: a refused password can be corrected in the session that the token gave.
 */
export function useLinkPassword(proof: LinkProof, fallback: string, onDone: () => Promise<void>) {
  const [provenUser, setProvenUser] = useState<string | null>(null);
  const [step, setStep] = useState<Step>("password");
  /** The step that a failure is about, which may have changed since the form was sent. */
  const currentStep = useRef<Step>("password");
  const unconfirmed = useRef(false);
  const prove = async (password: string) => {
    await requireGoodPassword(password, "");
    if (!provenUser) {
      const user = await redeem(proof);
      unconfirmed.current = confirmedAddress({ user });
      setProvenUser(user.id);
    } else if ((await knownSession())?.user.id !== provenUser) {
      // Another tab has ended the session, or has signed in somebody else.
      setProvenUser(null);
      throw new Error();
    }
    if (unconfirmed.current) await dropEarlierPassword(await auth());
    unconfirmed.current = false;
    await requireGoodPassword(password, (await knownSession())?.user.email ?? "");
  };
  const moveTo = (next: Step) => {
    currentStep.current = next;
    setStep(next);
  };
  const form: Form<typeof EMPTY> = useForm({
    initial: EMPTY,
    check: ({ password, confirmation }) => ({
      confirmation: password === confirmation ? null : authMessages.invalid.passwordsDiffer,
    }),
    send: async ({ password, code }) => {
      if (step === "code" && !isSixDigits(code)) throw new Error(authMessages.secondFactor.incomplete);
      try {
        await prove(password);
        if (step === "code") await passSecondFactor(code);
      } catch (error) {
        form.edit({ code: "" });
        throw error;
      }
      if (step === "password" && needsSecondFactor()) return moveTo("code");
      moveTo("password");
      await unwrapAuth((client) => client.updateUser({ password }));
      await onDone();
    },
    fields: () => (currentStep.current === "code" ? "code" : null),
    fallback,
    keepsFailure: true,
  });
  return {
    ...form,
    /** True once the link was accepted; until then a failure may mean that a new link is needed. */
    proven: provenUser !== null,
    step,
  };
}

async function redeem({ type, token, refreshToken }: LinkProof): Promise<User> {
  if (token.trim() === "") throw new Error(authMessages.invalid.resetToken);
  const { user } = refreshToken
    ? await unwrapAuth((client) => client.setSession({ access_token: token, refresh_token: refreshToken }))
    : await unwrapAuth((client) => client.verifyOtp({ token_hash: token, type }));
  if (!user) throw new Error();
  return user;
}

interface LinkFailureProps {
  link: Pick<LinkPassword, "error" | "failure" | "proven">;
  to: string;
  action: string;
}

export function LinkFailure({ link, to, action }: LinkFailureProps) {
  if (!link.failure) return null;
  return (
    <Alert tone="danger">
      <SupportText>{link.failure}</SupportText>
      {!link.proven && !isAboutNewPassword(link.error) && (
        // A new document, so that the screen starts over without its token.
        <a href={to} className="mt-1 block w-fit rounded-tag font-medium underline underline-offset-4">
          {action}
        </a>
      )}
    </Alert>
  );
}
