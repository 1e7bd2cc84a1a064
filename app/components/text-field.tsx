import type { ReactNode } from "react";
import { Field } from "#app/components/ui/field.tsx";
import { Input, type InputProps } from "#app/components/ui/input.tsx";

export interface TextFieldProps extends Omit<InputProps, "value" | "onChange"> {
  label: ReactNode;
  hint?: ReactNode;
  error?: ReactNode;
  value: string;
  onChange: (value: string) => void;
  /** Classes of the field. */
  className?: string;
}

/** One line of text in a form. Browsers don't fill it in unless `autoComplete` says with what. */
export const TextField = ({ label, hint, error, className, onChange, ...input }: TextFieldProps) => (
  <Field label={label} hint={hint} error={error} className={className}>
    <Input autoComplete="off" onChange={(event) => onChange(event.currentTarget.value)} {...input} />
  </Field>
);
