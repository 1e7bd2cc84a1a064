import { Field } from "#app/components/ui/field.tsx";
import { PasswordInput } from "#app/components/ui/password-input.tsx";
import { failureMessage } from "#app/features/auth/failure-message.ts";
import { authMessages } from "#app/features/auth/messages.ts";
import { StrengthMeter } from "#app/features/auth/strength-meter.tsx";
import { useSession } from "#app/features/auth/use-session.ts";
import { AccountForm } from "./account-form.tsx";
import { MailedCode } from "./mailed-code.tsx";
import { accountMessages } from "./messages.ts";
import { useNewPassword } from "./use-new-password.ts";

export function UpdatePasswordForm() {
  const { user } = useSession();
  const form = useNewPassword();
  return (
    <AccountForm
      busy={form.busy}
      failure={form.error && failureMessage(form.error, authMessages.fallback.passwordUpdate)}
      success={
        form.updated
          ? { title: authMessages.success.passwordUpdate, detail: accountMessages.signedOutElsewhere }
          : null
      }
      action={{ label: authMessages.updatePassword, busyLabel: "Updating…" }}
      onSubmit={form.submit}
    >
      {/* Tells a password manager whose password changes. */}
      <input type="email" name="username" autoComplete="username" value={user.email} readOnly hidden />
      <div>
        <Field label="New password">
          <PasswordInput
            name="new-password"
            autoComplete="new-password"
            required
            value={form.typed.password}
            onChange={(event) => form.type({ password: event.target.value })}
          />
        </Field>
        <StrengthMeter password={form.typed.password} />
      </div>
      <Field label="Confirm password" error={form.differ && authMessages.invalid.passwordsDiffer}>
        <PasswordInput
          name="confirm-password"
          autoComplete="new-password"
          required
          value={form.typed.confirmation}
          onChange={(event) => form.type({ confirmation: event.target.value })}
        />
      </Field>
      {form.needsCode && (
        <MailedCode
          code={form.typed.code}
          missing={form.codeMissing}
          onCodeChange={(code) => form.type({ code })}
        />
      )}
    </AccountForm>
  );
}
