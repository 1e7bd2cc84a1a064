import { useState } from "react";
import { Field } from "#app/components/ui/field.tsx";
import { PasswordInput } from "#app/components/ui/input.tsx";
import { LazyComponent } from "#app/components/ui/lazy-component.tsx";
import { endSessionHere } from "#app/lib/auth/second-factor.ts";
import { paths } from "#app/lib/paths.ts";
import { AuthFrame, SubmitButton } from "./auth-frame.tsx";
import { LinkFailure, type LinkPassword, type LinkProof, useLinkPassword } from "./link-password.tsx";
import { authMessages } from "./messages.ts";
import { PasswordField } from "./password-field.tsx";
import { SuccessNote } from "./success-note.tsx";

const loadCodeForm = () => import("./reset-code-form.tsx");

const HEADINGS = {
  password: { title: "Choose a new password", description: "This signs you out on all your other devices." },
  code: authMessages.secondFactor,
};

export function ResetUpdateScreen({ proof }: { proof: LinkProof }) {
  const [done, setDone] = useState(false);
  const finish = async () => {
    setDone(true);
    // Otherwise the sign-in page would find the link's session and go on to the dashboard.
    await endSessionHere();
  };
  const link = useLinkPassword(proof, authMessages.fallback.resetUpdate, finish);
  const { title, description } = HEADINGS[link.step];
  return (
    <AuthFrame title={title} description={description} height="lg:min-h-[20rem]">
      {done ? (
        <SuccessNote message={authMessages.success.resetUpdate} redirectAfterMs={2_000} />
      ) : link.step === "code" ? (
        <LazyComponent load={loadCodeForm} props={{ link }} />
      ) : (
        <ResetUpdateForm link={link} />
      )}
    </AuthFrame>
  );
}

function ResetUpdateForm({ link }: { link: LinkPassword }) {
  const { draft, edit, errorOf } = link;
  return (
    <form {...link.formProps} method="post" className="grid gap-4">
      <LinkFailure link={link} to={paths.resetPassword} action="Request a new link" />
      <PasswordField
        label="New password"
        password={draft.password}
        onPasswordChange={(password) => edit({ password })}
      />
      <Field label="Confirm password" error={errorOf("confirmation")}>
        <PasswordInput
          name="confirmation"
          size="lg"
          autoComplete="new-password"
          required
          value={draft.confirmation}
          onChange={(event) => edit({ confirmation: event.target.value })}
        />
      </Field>
      <SubmitButton busy={link.busy}>{authMessages.updatePassword}</SubmitButton>
    </form>
  );
}
