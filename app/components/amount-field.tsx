import { type ReactNode, useState } from "react";
import { Field } from "#app/components/ui/field.tsx";
import { Input } from "#app/components/ui/input.tsx";
import { amountProblem } from "#app/lib/amount.ts";

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
  /** Until the field was left, or saving was tried, an amount may be half typed and is not marked as wrong. */
  errorOf: (left: boolean) => string | null;
  onChange: (amount: string) => void;
}

/** An amount in dollars. */
export function AmountField({
  name,
  label,
  hint,
  amount,
  className,
  errorOf,
  onChange,
  ...rest
}: AmountFieldProps) {
  const [left, setLeft] = useState(false);
  return (
    <Field label={label} hint={hint} error={errorOf(left)} className={className}>
      <Input
        size="lg"
        name={name}
        inputMode="decimal"
        autoComplete="off"
        maxLength={20}
        prefix="$"
        value={amount}
        onChange={(event) => onChange(event.currentTarget.value)}
        onBlur={() => setLeft(true)}
        {...rest}
      />
    </Field>
  );
}

/** For an amount that may be left out. */
export const optionalAmount = (amount: string, checked: boolean) => ({
  placeholder: "No budget",
  amount,
  errorOf: (left: boolean) => (left || checked ? amountProblem(amount) : null),
});
