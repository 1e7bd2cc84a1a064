import Eye from "lucide-react/icons/eye";
import EyeOff from "lucide-react/icons/eye-off";
import {
  forwardRef,
  type InputHTMLAttributes,
  type ReactNode,
  type TextareaHTMLAttributes,
  useState,
} from "react";
import { cn } from "#app/lib/class-names.ts";
import { Button } from "./button.tsx";
import { useFieldWiring } from "./field.tsx";

export interface InputProps extends Omit<InputHTMLAttributes<HTMLInputElement>, "prefix" | "size"> {
  prefix?: ReactNode;
  suffix?: ReactNode;
  /** md 36 high; lg 40, 44 on a phone. */
  size?: "md" | "lg";
}

const FRAME =
  "relative flex items-center rounded-control border border-control bg-surface outline-accent transition-colors has-[input:focus-visible]:outline-2 has-[input:focus-visible]:outline-offset-2 has-[input[aria-invalid=true]]:border-danger has-[input:disabled]:border-line has-[input:disabled]:bg-fill";

/** `className` applies to the frame, everything else to the input. */
export const Input = forwardRef<HTMLInputElement, InputProps>(function Input(
  { prefix, suffix, size = "md", className, ...rest },
  ref,
) {
  const wiring = useFieldWiring();
  return (
    <div className={cn(FRAME, size === "lg" ? "h-10 max-sm:h-11" : "h-9 max-lg:h-10", className)}>
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

export const PasswordInput = forwardRef<HTMLInputElement, Omit<InputProps, "type" | "suffix">>(
  function PasswordInput(props, ref) {
    const [shown, setShown] = useState(false);
    const toggle = (
      <Button
        variant="ghost"
        size="icon"
        className="max-lg:size-9"
        aria-label={shown ? "Hide password" : "Show password"}
        onClick={() => setShown(!shown)}
      >
        {shown ? <EyeOff aria-hidden="true" /> : <Eye aria-hidden="true" />}
      </Button>
    );
    return (
      <Input
        // A shown password is text, which keyboards capitalize and spelling services read.
        autoCapitalize="none"
        autoCorrect="off"
        spellCheck={false}
        {...props}
        ref={ref}
        type={shown ? "text" : "password"}
        suffix={toggle}
      />
    );
  },
);

export function Textarea({ className, ...rest }: TextareaHTMLAttributes<HTMLTextAreaElement>) {
  const wiring = useFieldWiring();
  return (
    <textarea
      className={cn(
        "w-full min-w-0 resize-y rounded-control border border-control bg-surface px-3 py-2 text-body transition-colors placeholder:text-ink-3 aria-invalid:border-danger max-lg:text-lead",
        className,
      )}
      {...wiring}
      {...rest}
    />
  );
}
