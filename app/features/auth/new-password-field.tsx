import { Field } from "#app/components/ui/field.tsx";
import { PasswordInput } from "#app/components/ui/password-input.tsx";
import { StrengthMeter } from "./strength-meter.tsx";

interface NewPasswordFieldProps {
  label: string;
  value: string;
  onValueChange(value: string): void;
}

/** A password to be chosen; the meter below it never stops anybody. */
export function NewPasswordField({ label, value, onValueChange }: NewPasswordFieldProps) {
  return (
    <div>
      <Field label={label}>
        <PasswordInput
          name="password"
          size="lg"
          autoComplete="new-password"
          required
          value={value}
          onChange={(event) => onValueChange(event.target.value)}
        />
      </Field>
      <StrengthMeter password={value} />
    </div>
  );
}
