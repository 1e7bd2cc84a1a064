import CircleAlert from "lucide-react/icons/circle-exclamation-point";
import { createContext, type HTMLAttributes, type ReactNode, useContext, useId } from "react";
import { cn } from "#app/lib/class-names.ts";

interface FieldWiring {
  id: string;
  "aria-describedby"?: string;
  "aria-invalid"?: true;
}

const FieldContext = createContext<FieldWiring | null>(null);

/** Ties a control to the label, hint and error of the `Field` around it; empty outside of one. */
export const useFieldWiring = (): Partial<FieldWiring> => useContext(FieldContext) ?? {};

export const FieldError = ({ children }: { children: ReactNode }) => (
  <p className="flex items-center gap-1.5 text-caption text-danger-ink">
    <CircleAlert className="size-3.5 shrink-0" aria-hidden="true" />
    {children}
  </p>
);

interface FieldProps extends HTMLAttributes<HTMLDivElement> {
  label: ReactNode;
  hint?: ReactNode;
  /** Replaces the hint and is announced. */
  error?: ReactNode;
  /** At the end of the label's line. */
  action?: ReactNode;
}

export function Field({ label, hint, error, action, className, children, ...rest }: FieldProps) {
  const id = useId();
  const noteId = `${id}-note`;
  const wiring: FieldWiring = {
    id,
    ...((hint || error) && { "aria-describedby": noteId }),
    ...(error && { "aria-invalid": true }),
  };
  return (
    <div className={cn("grid min-w-0 grid-cols-[minmax(0,1fr)] content-start gap-1.5", className)} {...rest}>
      <div className="flex items-center justify-between gap-3">
        <label htmlFor={id} className="text-small font-medium">
          {label}
        </label>
        {action}
      </div>
      <FieldContext.Provider value={wiring}>{children}</FieldContext.Provider>
      <div id={noteId} aria-live="polite" className="contents">
        {error ? <FieldError>{error}</FieldError> : hint && <p className="text-caption text-ink-3">{hint}</p>}
      </div>
    </div>
  );
}
