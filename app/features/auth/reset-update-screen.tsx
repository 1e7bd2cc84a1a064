import { type FormEvent, useRef, useState } from "react";
import { CodePart } from "#app/components/ui/code-part.tsx";
import { Field } from "#app/components/ui/field.tsx";
import { PasswordInput } from "#app/components/ui/input.tsx";
import { paths } from "#app/lib/paths.ts";
import { AuthFrame, SubmitButton } from "./auth-frame.tsx";
import { LinkFailure, type LinkPassword, type LinkProof, useLinkPassword } from "./link-password.tsx";
import { authMessages } from "./messages.ts";
import { PasswordField } from "./password-field.tsx";
import { endSessionHere } from "./second-factor.ts";
import { SuccessNote } from "./success-note.tsx";

const loadCodeForm = () => import("./reset-code-form.tsx");

const HEADINGS = {
  password: { title: "Choose a new password", description: "This signs you out on all your other devices." },
  code: authMessages.secondFactor,
};

export function ResetUpdateScreen({ proof }: { proof: LinkProof }) {
  const [password, setPassword] = useState("");
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
        <CodePart load={loadCodeForm} props={{ link, password }} />
      ) : (
        <ResetUpdateForm link={link} password={password} onPasswordChange={setPassword} />
      )}
    </AuthFrame>
  );
}

interface ResetUpdateFormProps {
  link: LinkPassword;
  password: string;
  onPasswordChange: (password: string) => void;
}

function ResetUpdateForm({ link, password, onPasswordChange }: ResetUpdateFormProps) {
  const confirmation = useRef<HTMLInputElement>(null);
  const [differ, setDiffer] = useState(false);

  const handleSubmit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const same = confirmation.current?.value === password;
    setDiffer(!same);
    if (same) void link.submit(password);
    else confirmation.current?.focus();
  };

  return (
    <form method="post" className="grid gap-4" onSubmit={handleSubmit} aria-busy={link.busy}>
      <LinkFailure link={link} to={paths.resetPassword} action="Request a new link" />
      <PasswordField
        label="New password"
        password={password}
        onPasswordChange={(next) => {
          setDiffer(false);
          onPasswordChange(next);
        }}
      />
      <Field label="Confirm password" error={differ && authMessages.invalid.passwordsDiffer}>
        <PasswordInput
          ref={confirmation}
          name="confirmation"
          size="lg"
          autoComplete="new-password"
          required
          onChange={() => setDiffer(false)}
        />
      </Field>
      <SubmitButton busy={link.busy}>{authMessages.updatePassword}</SubmitButton>
    </form>
  );
}
