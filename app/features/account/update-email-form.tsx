import { useQuery } from "@tanstack/react-query";
import { CardForm } from "#app/components/card-form.tsx";
import { TextField } from "#app/components/text-field.tsx";
import { Field } from "#app/components/ui/field.tsx";
import { Input } from "#app/components/ui/input.tsx";
import { authMessages } from "#app/features/auth/messages.ts";
import { noteAsked } from "#app/lib/auth/asked-links.ts";
import { signInRedirect, unwrapAuth } from "#app/lib/auth/auth.ts";
import { useSession } from "#app/lib/auth/session.ts";
import { paths } from "#app/lib/paths.ts";
import { type Form, useForm } from "#app/lib/use-form.ts";
import { sameAddress } from "./account-user.ts";
import { asPresentUser } from "./as-user.ts";
import { accountMessages } from "./messages.ts";
import { accountUserQuery } from "./queries.ts";

/** The provider changes the address once both mailboxes have confirmed it. */
export function UpdateEmailForm() {
  const session = useSession();
  const current = useQuery(accountUserQuery).data?.email ?? session.user.email;
  const form: Form<{ email: string }> = useForm({
    initial: { email: "" },
    check: ({ email }) => ({ email: sameAddress(email, current) ? accountMessages.sameEmail : null }),
    send: async ({ email }) => {
      const emailRedirectTo = signInRedirect(paths.dashboard);
      const change = { email: email.trim() };
      await asPresentUser(() => unwrapAuth((client) => client.updateUser(change, { emailRedirectTo })));
      noteAsked("email_change", change.email);
    },
    onSent: () => form.reset(),
    fallback: authMessages.fallback.emailUpdate,
    keepsFailure: true,
  });
  return (
    <CardForm
      form={form}
      success={{ title: authMessages.success.emailUpdate, detail: accountMessages.bothMailboxes }}
      action={{ label: authMessages.updateEmail, busyLabel: "Sending…" }}
    >
      <Field label="Current email">
        <Input value={current} readOnly className="border-line bg-fill" />
      </Field>
      <TextField
        label="New email"
        error={form.errorOf("email")}
        type="email"
        name="email"
        autoComplete="email"
        placeholder="name@company.com"
        required
        value={form.draft.email}
        onChange={(email) => form.edit({ email })}
      />
    </CardForm>
  );
}
