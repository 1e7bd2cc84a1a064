import { type ReactNode, useState } from "react";
import { Field } from "#app/components/ui/field.tsx";
import { Input } from "#app/components/ui/input.tsx";
import { amountProblem } from "#app/lib/amount.ts";

interface AmountFieldProps {
  name: string;
  label: ReactNode;
  hint?: ReactNode;
  suffix?: ReactNode;
  amount: string;
  /** True after an attempt to save. Until then, an amount may be half typed and is not marked as wrong. */
  checked: boolean;
  onChange: (amount: string) => void;
}

/** An optional amount in dollars. */
export function AmountField({ name, label, hint, suffix, amount, checked, onChange }: AmountFieldProps) {
  const [blurred, setBlurred] = useState(false);
  return (
    <Field label={label} hint={hint} error={blurred || checked ? amountProblem(amount) : null}>
      <Input
        size="lg"
        name={name}
        inputMode="decimal"
        autoComplete="off"
        maxLength={20}
        prefix="$"
        suffix={suffix}
        placeholder="No budget"
        value={amount}
        onChange={(event) => onChange(event.currentTarget.value)}
        onBlur={() => setBlurred(true)}
      />
    </Field>
  );
}
