import type { LucideIcon } from "lucide-react";
import type { ReactNode } from "react";
import { FormFailure } from "#app/components/form-failure.tsx";
import { Button } from "#app/components/ui/button.tsx";
import { DialogClose, DialogDescription, DialogFooter, DialogTitle } from "#app/components/ui/dialog.tsx";
import { cn } from "#app/lib/class-names.ts";
import type { FormState } from "#app/lib/use-form.ts";

interface DialogFormProps {
  form: FormState;
  icon?: LucideIcon;
  title: string;
  description: ReactNode;
  action: { label: string; busyLabel: string };
  tone?: "primary" | "danger" | undefined;
  disabled?: boolean;
  children?: ReactNode;
}

/** A form in a dialog: what it does, its fields, what went wrong, and the way out before the way on. */
export function DialogForm(props: DialogFormProps) {
  const {
    form,
    icon: Icon,
    title,
    description,
    action,
    tone = "primary",
    disabled = false,
    children,
  } = props;
  const { busy, ready, failure, formProps } = form;
  return (
    <form {...formProps} noValidate>
      {Icon && (
        <span
          className={cn(
            "mb-4 grid size-9 place-items-center rounded-full",
            tone === "danger" ? "bg-danger-soft text-danger-ink" : "bg-fill text-ink-2",
          )}
        >
          <Icon className="size-[18px]" aria-hidden="true" />
        </span>
      )}
      <DialogTitle>{title}</DialogTitle>
      <DialogDescription className="wrap-anywhere">{description}</DialogDescription>
      {children}
      <FormFailure message={failure} className="mt-4" />
      <DialogFooter>
        <DialogClose asChild>
          <Button>Cancel</Button>
        </DialogClose>
        <Button
          type="submit"
          variant={tone}
          busy={busy}
          disabled={disabled && !busy}
          aria-disabled={!ready || undefined}
          className="min-w-32 tabular-nums"
        >
          {busy ? action.busyLabel : action.label}
        </Button>
      </DialogFooter>
    </form>
  );
}
