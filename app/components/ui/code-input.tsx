import { OTPInput, REGEXP_ONLY_DIGITS } from "input-otp";
import { forwardRef, type InputHTMLAttributes } from "react";
import { cn } from "#app/lib/class-names.ts";
import { useFieldWiring } from "./field.tsx";

interface CodeInputProps
  extends Pick<InputHTMLAttributes<HTMLInputElement>, "name" | "autoFocus" | "disabled"> {
  value: string;
  onValueChange: (value: string) => void;
}

/** Six digits in six boxes; inside a `Field`. */
export const CodeInput = forwardRef<HTMLInputElement, CodeInputProps>(function CodeInput(
  { onValueChange, ...rest },
  ref,
) {
  const wiring = useFieldWiring();
  return (
    <OTPInput
      ref={ref}
      maxLength={6}
      pattern={REGEXP_ONLY_DIGITS}
      pasteTransformer={(pasted) => pasted.replace(/\D/g, "")}
      pushPasswordManagerStrategy="none"
      noScriptCSSFallback={null}
      onChange={onValueChange}
      {...wiring}
      {...rest}
      render={({ slots }) => (
        <div aria-hidden="true" className="grid grid-cols-6 gap-2">
          {slots.map(({ char, isActive, hasFakeCaret }, position) => (
            <span
              translate="no"
              // biome-ignore lint/suspicious/noArrayIndexKey: a box is its position.
              key={position}
              className={cn(
                "flex h-11 items-center justify-center rounded-control border border-control bg-surface font-mono text-lead tabular-nums outline-accent",
                isActive && "outline-2 outline-offset-2",
                wiring["aria-invalid"] && "border-danger",
                rest.disabled && "border-line bg-fill text-ink-3",
              )}
            >
              {char}
              {hasFakeCaret && <span className="h-5 w-px bg-ink motion-safe:animate-pulse" />}
            </span>
          ))}
        </div>
      )}
    />
  );
});
