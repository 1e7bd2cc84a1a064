import type { ReactNode } from "react";
import { Field } from "#app/components/ui/field.tsx";
import { Input } from "#app/components/ui/input.tsx";

interface AmountFieldProps {
  name: string;
  label: ReactNode;
  hint?: ReactNode;
  /** The currency's sign; $ unless stated. */
  prefix?: string;
  suffix?: ReactNode;
  placeholder?: string;
  size?: "md" | "lg";
  disabled?: boolean;
  autoFocus?: boolean;
  amount: string;
  className?: string;
  error: string | null;
  onChange: (amount: string) => void;
  /** Until the field was left, an amount may be half typed. */
  onLeave?: () => void;
}

/** An amount in dollars. */
export const AmountField = ({
  label,
  hint,
  amount,
  className,
  error,
  onChange,
  onLeave,
  ...rest
}: AmountFieldProps) => (
  <Field label={label} hint={hint} error={error} className={className}>
    <Input
      size="lg"
      inputMode="decimal"
      autoComplete="off"
      maxLength={20}
      prefix="$"
      value={amount}
      onChange={(event) => onChange(event.currentTarget.value)}
      onBlur={onLeave}
      {...rest}
    />
  </Field>
);
