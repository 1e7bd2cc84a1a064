import { TextField, type TextFieldProps } from "#app/components/text-field.tsx";

interface AmountFieldProps extends Omit<TextFieldProps, "value" | "error" | "onBlur"> {
  name: string;
  amount: string;
  error: string | null;
  /** Until the field was left, an amount may be half typed. */
  onLeave?: () => void;
}

/** An amount, in dollars unless `prefix` is another currency's sign. */
export const AmountField = ({ amount, onLeave, ...field }: AmountFieldProps) => (
  <TextField
    size="lg"
    inputMode="decimal"
    maxLength={20}
    prefix="$"
    value={amount}
    onBlur={onLeave}
    {...field}
  />
);
