import type { ComponentProps } from "react";
import { Field } from "#app/components/ui/field.tsx";
import { PasswordInput } from "#app/components/ui/input.tsx";
import { cn } from "#app/lib/class-names.ts";
import { passwordStrength } from "./password-strength.ts";

const COLORS = { Weak: "bg-danger", Fair: "bg-warning", Good: "bg-success", Strong: "bg-success" };

interface PasswordFieldProps extends ComponentProps<typeof PasswordInput> {
  label: string;
  error?: string | null | false;
  password: string;
  onPasswordChange: (password: string) => void;
}

export function PasswordField({ label, error, password, onPasswordChange, ...rest }: PasswordFieldProps) {
  return (
    <div>
      <Field label={label} error={error}>
        <PasswordInput
          name="password"
          size="lg"
          autoComplete="new-password"
          required
          value={password}
          onChange={(event) => onPasswordChange(event.target.value)}
          {...rest}
        />
      </Field>
      <StrengthMeter password={password} />
    </div>
  );
}

/** Keeps its height while there is no password, so that nothing moves when one is typed. */
function StrengthMeter({ password }: { password: string }) {
  const { score, label } = passwordStrength(password);
  const empty = password === "";
  return (
    <div className="mt-2.5 flex h-4 items-center gap-3">
      <div className="flex flex-1 gap-1" aria-hidden="true">
        {[25, 50, 75, 100].map((step) => (
          <span
            key={step}
            className={cn(
              "h-1 flex-1 rounded-full transition-colors",
              !empty && score >= step ? COLORS[label] : "bg-fill",
            )}
          />
        ))}
      </div>
      <span role="status" className="w-11 text-right text-caption text-ink-2">
        <span className="sr-only">{empty ? "" : "Password strength: "}</span>
        {empty ? "" : label}
      </span>
    </div>
  );
}
