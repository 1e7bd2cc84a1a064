import { SubmitButton } from "./auth-frame.tsx";
import { CodeForm } from "./code-form.tsx";
import type { LinkPassword } from "./link-password.tsx";
import { authMessages } from "./messages.ts";

/** With a second factor, the provider changes the password only after a code. */
export default function ResetCodeForm({ link, password }: { link: LinkPassword; password: string }) {
  return (
    <CodeForm form={link} onCode={(code) => void link.submitWithCode(password, code)}>
      <SubmitButton busy={link.busy}>{authMessages.updatePassword}</SubmitButton>
    </CodeForm>
  );
}
