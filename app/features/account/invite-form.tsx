import { UserPlus } from "lucide-react";
import { useState } from "react";
import { Field } from "#app/components/ui/field.tsx";
import { Input } from "#app/components/ui/input.tsx";
import { authMessages } from "#app/features/auth/messages.ts";
import { AccountForm } from "./account-form.tsx";
import { invitationFailure } from "./invitation-failure.ts";
import { accountMessages } from "./messages.ts";
import { useInvitation } from "./use-invitation.ts";

export function InviteForm() {
  const [email, setEmail] = useState("");
  const { mutate, isPending, isSuccess, error } = useInvitation();
  const failure = error && invitationFailure(error);
  return (
    <AccountForm
      busy={isPending}
      failure={failure?.at === "form" ? failure.message : null}
      success={
        isSuccess ? { title: authMessages.success.invitation, detail: accountMessages.invitedMayExist } : null
      }
      action={{
        icon: <UserPlus aria-hidden="true" />,
        label: "Send invitation",
        busyLabel: "Sending…",
      }}
      onSubmit={() => mutate(email.trim(), { onSuccess: () => setEmail("") })}
    >
      <Field
        label="Email"
        hint="They receive a link to create their own account."
        error={failure?.at === "email" && failure.message}
      >
        <Input
          type="email"
          name="email"
          autoComplete="off"
          placeholder="name@company.com"
          required
          value={email}
          onChange={(event) => setEmail(event.target.value)}
        />
      </Field>
    </AccountForm>
  );
}
