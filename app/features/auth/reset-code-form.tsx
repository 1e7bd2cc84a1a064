import { CodeForm } from "./code-form.tsx";
import { authMessages } from "./messages.ts";
import { SubmitButton } from "./submit-button.tsx";
import type { LinkPassword } from "./use-link-password.ts";

/** The provider changes the password of an account with a second factor only after its code. */
export default function ResetCodeForm({ link, password }: { link: LinkPassword; password: string }) {
  const { busy, failure, setFailure, submitWithCode } = link;
  const onCode = (code: string) => void submitWithCode(password, code);
  return (
    <CodeForm {...{ busy, failure, setFailure, onCode }}>
      <SubmitButton busy={busy}>{authMessages.updatePassword}</SubmitButton>
    </CodeForm>
  );
}
