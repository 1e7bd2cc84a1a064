import { useState } from "react";
import { Field } from "#app/components/ui/field.tsx";
import { Input } from "#app/components/ui/input.tsx";
import { failureMessage } from "#app/features/auth/failure-message.ts";
import { authMessages } from "#app/features/auth/messages.ts";
import { useSession } from "#app/features/auth/use-session.ts";
import { AccountForm } from "./account-form.tsx";
import { accountMessages } from "./messages.ts";
import { sameAddress } from "./same-address.ts";
import { useAccountUser } from "./use-account-user.ts";
import { useUpdateEmail } from "./use-update-email.ts";

export function UpdateEmailForm() {
  const session = useSession();
  const current = useAccountUser().data?.email ?? session.user.email;
  const [email, setEmail] = useState("");
  const [unchanged, setUnchanged] = useState(false);
  const { mutate, reset, isPending, isSuccess, error } = useUpdateEmail();

  function submit() {
    const same = sameAddress(email, current);
    setUnchanged(same);
    if (same) reset();
    else mutate(email.trim(), { onSuccess: () => setEmail("") });
  }
  function retype(next: string) {
    setEmail(next);
    setUnchanged(false);
  }

  return (
    <AccountForm
      busy={isPending}
      failure={error && failureMessage(error, authMessages.fallback.emailUpdate)}
      success={
        isSuccess ? { title: authMessages.success.emailUpdate, detail: accountMessages.bothMailboxes } : null
      }
      action={{ label: authMessages.updateEmail, busyLabel: "Sending…" }}
      onSubmit={submit}
    >
      <Field label="Current email">
        <Input value={current} readOnly className="border-line bg-fill" />
      </Field>
      <Field label="New email" error={unchanged && accountMessages.sameEmail}>
        <Input
          type="email"
          name="email"
          autoComplete="email"
          placeholder="name@company.com"
          required
          value={email}
          onChange={(event) => retype(event.target.value)}
        />
      </Field>
    </AccountForm>
  );
}
