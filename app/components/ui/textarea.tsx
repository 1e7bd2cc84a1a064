import { forwardRef, type TextareaHTMLAttributes } from "react";
import { cn } from "#app/lib/class-names.ts";
import { useFieldWiring } from "./field.tsx";

/** An input of several lines, dressed as `Input`. */
export const Textarea = forwardRef<HTMLTextAreaElement, TextareaHTMLAttributes<HTMLTextAreaElement>>(
  function Textarea({ className, ...rest }, ref) {
    const wiring = useFieldWiring();
    return (
      <textarea
        ref={ref}
        className={cn(
          "w-full min-w-0 resize-y rounded-control border border-control bg-surface px-3 py-2 text-body transition-colors placeholder:text-ink-3 aria-invalid:border-danger max-lg:text-lead",
          className,
        )}
        {...wiring}
        {...rest}
      />
    );
  },
);
