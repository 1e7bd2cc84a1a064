interface CodeInputProps {
  value: string;
  onValueChange(value: string): void;
  name?: string;
  autoFocus?: boolean;
  disabled?: boolean;
}

/** Six digits in six boxes; inside a `Field`. */
export function CodeInput(_props: CodeInputProps) {
  return null;
}
