import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { Field } from "#app/components/ui/field.tsx";
import { Input } from "#app/components/ui/input.tsx";
import { noteAsked } from "#app/features/auth/asked-links.ts";
import { authMessages } from "#app/features/auth/messages.ts";
import { useSession } from "#app/features/auth/session.ts";
import { signInRedirect, unwrapAuth } from "#app/lib/auth.ts";
import { paths } from "#app/lib/paths.ts";
import { useSubmit } from "#app/lib/use-submit.ts";
import { AccountForm } from "./account-form.tsx";
import { sameAddress } from "./account-user.ts";
import { asPresentUser } from "./as-user.ts";
import { accountMessages } from "./messages.ts";
import { accountUserQuery } from "./queries.ts";

/** The provider changes the address once both mailboxes have confirmed it. */
export function UpdateEmailForm() {
  const session = useSession();
  const current = useQuery(accountUserQuery).data?.email ?? session.user.email;
  const [email, setEmail] = useState("");
  const [unchanged, setUnchanged] = useState(false);
  const { submit, reset, ...form } = useSubmit(authMessages.fallback.emailUpdate);

  function handleSubmit() {
    const same = sameAddress(email, current);
    setUnchanged(same);
    if (same) return reset();
    void submit(async () => {
      const emailRedirectTo = signInRedirect(paths.dashboard);
      const change = { email: email.trim() };
      await asPresentUser(() => unwrapAuth((client) => client.updateUser(change, { emailRedirectTo })));
      noteAsked("email_change", change.email);
      setEmail("");
    });
  }
  return (
    <AccountForm
      form={form}
      success={{ title: authMessages.success.emailUpdate, detail: accountMessages.bothMailboxes }}
      action={{ label: authMessages.updateEmail, busyLabel: "Sending…" }}
      onSubmit={handleSubmit}
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
          onChange={(event) => {
            setEmail(event.target.value);
            setUnchanged(false);
          }}
        />
      </Field>
    </AccountForm>
  );
}
