import { useState } from "react";
import { CodePart } from "#app/components/ui/code-part.tsx";
import { auth } from "#app/lib/auth.ts";
import { AuthFrame } from "./auth-frame.tsx";
import { FormSpace } from "./form-space.tsx";
import { authMessages } from "./messages.ts";
import { ResetUpdateForm } from "./reset-update-form.tsx";
import { SuccessNote } from "./success-note.tsx";
import { type LinkProof, useLinkPassword } from "./use-link-password.ts";

/** Specification, section 9. */
const REDIRECT_AFTER_MS = 2_000;

/** Few need it, so few load it. */
const loadCodeForm = () => import("./reset-code-form.tsx");

const headings = {
  password: {
    title: "Choose a new password",
    description: "It ends every other session of your account.",
  },
  code: authMessages.secondFactor,
};

export function ResetUpdateScreen({ proof }: { proof: LinkProof }) {
  const [password, setPassword] = useState("");
  const [done, setDone] = useState(false);
  const finish = async () => {
    setDone(true);
    // Else the sign-in page would find the link's session and go on to the dashboard.
    await (await auth()).signOut({ scope: "local" });
  };
  const link = useLinkPassword(proof, authMessages.fallback.resetUpdate, finish);
  const { title, description } = headings[link.step];
  return (
    <AuthFrame title={title} description={description}>
      <FormSpace height="lg:min-h-[20rem]">
        {done ? (
          <SuccessNote message={authMessages.success.resetUpdate} redirectAfterMs={REDIRECT_AFTER_MS} />
        ) : link.step === "code" ? (
          <CodePart load={loadCodeForm} props={{ link, password }} />
        ) : (
          <ResetUpdateForm link={link} password={password} onPasswordChange={setPassword} />
        )}
      </FormSpace>
    </AuthFrame>
  );
}
