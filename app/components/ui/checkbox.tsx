import Check from "lucide-react/icons/check";
import CircleAlert from "lucide-react/icons/circle-exclamation-point";
import * as Radix from "radix-ui/checkbox";
import { type ComponentPropsWithoutRef, forwardRef, type ReactNode, useId } from "react";
import { cn } from "#app/lib/class-names.ts";

interface CheckboxFieldProps extends ComponentPropsWithoutRef<typeof Radix.Root> {
  label: ReactNode;
  /** Shown below and announced. */
  error?: ReactNode;
}

/** `className` applies to the whole field, everything else to the box. */
export const CheckboxField = forwardRef<HTMLButtonElement, CheckboxFieldProps>(function CheckboxField(
  { label, error, className, ...rest },
  ref,
) {
  const id = useId();
  const labelId = `${id}-label`;
  const noteId = `${id}-note`;
  return (
    <div className={cn("grid gap-1.5", className)}>
      <div className="flex min-h-6 items-center gap-2.5 max-lg:min-h-9">
        <Radix.Root
          ref={ref}
          id={id}
          aria-labelledby={labelId}
          // Its clickable area is larger than the box.
          className="relative grid size-4 shrink-0 place-items-center rounded-[4px] border border-control bg-surface text-on-accent transition-colors after:absolute after:-inset-2.5 disabled:opacity-50 aria-invalid:border-danger data-[state=checked]:border-accent data-[state=checked]:bg-accent"
          {...(error && { "aria-invalid": true, "aria-describedby": noteId })}
          {...rest}
        >
          <Radix.Indicator>
            <Check className="size-3 stroke-[2.5]" aria-hidden="true" />
          </Radix.Indicator>
        </Radix.Root>
        <label id={labelId} htmlFor={id} className="text-small text-ink-2">
          {label}
        </label>
      </div>
      <div id={noteId} aria-live="polite" className="contents">
        {error && (
          <p className="flex items-start gap-1.5 text-caption text-danger-ink">
            <CircleAlert className="mt-px size-3.5 shrink-0" aria-hidden="true" />
            {error}
          </p>
        )}
      </div>
    </div>
  );
});
