import { useState } from "react";
import { auth } from "#app/lib/supabase.client.ts";
import { AuthFrame } from "./auth-frame.tsx";
import { authMessages } from "./messages.ts";
import { ResetCodeForm } from "./reset-code-form.tsx";
import { ResetUpdateForm } from "./reset-update-form.tsx";
import { SuccessNote } from "./success-note.tsx";
import { type LinkProof, useLinkPassword } from "./use-link-password.ts";

/** Specification, section 9. */
const REDIRECT_AFTER_MS = 2_000;

const headings = {
  password: {
    title: "Choose a new password",
    description: "It ends every other session of your account.",
  },
  code: {
    title: "Two-factor authentication",
    description: "Enter the six-digit code from your authenticator app.",
  },
};

export function ResetUpdateScreen({ proof }: { proof: LinkProof }) {
  const [password, setPassword] = useState("");
  const [done, setDone] = useState(false);
  const finish = async () => {
    setDone(true);
    // Else the sign-in page would find the link's session and go on to the dashboard.
    await auth().signOut({ scope: "local" });
  };
  const link = useLinkPassword(proof, authMessages.fallback.resetUpdate, finish);
  return (
    <AuthFrame {...headings[link.step]}>
      {done ? (
        <SuccessNote message={authMessages.success.resetUpdate} redirectAfterMs={REDIRECT_AFTER_MS} />
      ) : link.step === "code" ? (
        <ResetCodeForm link={link} password={password} />
      ) : (
        <ResetUpdateForm link={link} password={password} onPasswordChange={setPassword} />
      )}
    </AuthFrame>
  );
}
