import type { ReactNode } from "react";

export interface SelectChoice {
  value: string;
  label: string;
}

export interface SelectProps {
  id?: string;
  value: string;
  onValueChange: (value: string) => void;
  choices: readonly SelectChoice[];
  "aria-label": string;
  icon?: ReactNode;
  align?: "start" | "end";
  className?: string;
  listClassName?: string;
}
