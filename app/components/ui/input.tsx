import { forwardRef, type InputHTMLAttributes, type ReactNode } from "react";
import { cn } from "#app/lib/class-names.ts";
import { useFieldWiring } from "./field.tsx";

export interface InputProps extends Omit<InputHTMLAttributes<HTMLInputElement>, "prefix" | "size"> {
  prefix?: ReactNode;
  suffix?: ReactNode;
  /** md 36 high; lg 40, 44 on a phone. */
  size?: "md" | "lg";
}

const frame =
  "relative flex items-center rounded-control border border-control bg-surface outline-accent transition-colors has-[input:focus-visible]:outline-2 has-[input:focus-visible]:outline-offset-2 has-[input[aria-invalid=true]]:border-danger has-[input:disabled]:border-line has-[input:disabled]:bg-fill";

/** `className` dresses the frame, everything else goes to the input. */
export const Input = forwardRef<HTMLInputElement, InputProps>(function Input(
  { prefix, suffix, size = "md", className, ...rest },
  ref,
) {
  const wiring = useFieldWiring();
  return (
    <div className={cn(frame, size === "lg" ? "h-10 max-sm:h-11" : "h-9 max-lg:h-10", className)}>
      {prefix && <span className="pl-3 text-ink-3">{prefix}</span>}
      <input
        ref={ref}
        className={cn(
          "h-full min-w-0 flex-1 rounded-control bg-transparent px-3 outline-none placeholder:text-ink-3 disabled:text-ink-3 max-lg:text-lead",
          size === "lg" ? "text-body" : "text-small",
        )}
        {...wiring}
        {...rest}
      />
      {suffix && <span className="pr-1">{suffix}</span>}
    </div>
  );
});
