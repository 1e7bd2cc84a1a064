import { useMutation } from "@tanstack/react-query";
import { Button } from "#app/components/ui/button.tsx";
import { CodeInput } from "#app/components/ui/code-input.tsx";
import { Field } from "#app/components/ui/field.tsx";
import { failureMessage } from "#app/features/auth/failure-message.ts";
import { authMessages } from "#app/features/auth/messages.ts";
import { useSession } from "#app/features/auth/use-session.ts";
import { asUser, granted } from "./as-user.ts";
import { accountMessages } from "./messages.ts";

interface MailedCodeProps {
  code: string;
  missing: boolean;
  onCodeChange(code: string): void;
}

/** The code that the provider mails before it changes the password of a session that is no longer fresh. */
export function MailedCode({ code, missing, onCodeChange }: MailedCodeProps) {
  const { user } = useSession();
  const again = useMutation({ mutationFn: () => asUser(() => granted((client) => client.reauthenticate())) });
  const failure =
    (again.error && failureMessage(again.error, authMessages.fallback.passwordUpdate)) ||
    (missing && accountMessages.sixDigits);
  return (
    <div>
      <Field
        label={accountMessages.enterCodeSentTo(user.email)}
        hint={again.isSuccess && accountMessages.codeSentAgain}
        error={failure}
        className="sm:max-w-70"
      >
        <CodeInput value={code} onValueChange={onCodeChange} name="code" autoFocus />
      </Field>
      <Button variant="link" size="sm" className="mt-2" busy={again.isPending} onClick={() => again.mutate()}>
        Send another code
      </Button>
    </div>
  );
}
