import { SubmitButton } from "./auth-frame.tsx";
import { CodeForm } from "./code-form.tsx";
import type { LinkPassword } from "./link-password.tsx";
import { authMessages } from "./messages.ts";

/** With a second factor, the provider changes the password only after a code. */
export default function ResetCodeForm({ link }: { link: LinkPassword }) {
  return (
    <CodeForm form={link}>
      <SubmitButton busy={link.busy}>{authMessages.updatePassword}</SubmitButton>
    </CodeForm>
  );
}
