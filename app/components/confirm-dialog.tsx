import { useMutation } from "@tanstack/react-query";
import TriangleAlert from "lucide-react/icons/triangle-exclamation-point";
import { type FormEvent, type ReactNode, useRef, useState } from "react";
import { SupportText } from "#app/components/support-text.tsx";
import { Alert } from "#app/components/ui/alert.tsx";
import { Button } from "#app/components/ui/button.tsx";
import {
  Dialog,
  DialogClose,
  DialogContent,
  DialogDescription,
  DialogFooter,
  DialogTitle,
  DialogTrigger,
} from "#app/components/ui/dialog.tsx";
import { failureMessage } from "#app/lib/api-error.ts";
import { focusScope } from "#app/lib/focus-scope.ts";

interface ConfirmDialogProps {
  trigger: ReactNode;
  /** Mounted anew each time the dialog opens. `done` closes it after the change, `close` without one. */
  children: (done: () => void, close: () => void) => ReactNode;
}

/** If confirming removes the trigger, the section around it takes the focus. */
export function ConfirmDialog({ trigger, children }: ConfirmDialogProps) {
  const [open, setOpen] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  const scope = useRef<HTMLElement | null>(null);
  const confirmed = useRef(false);

  function rememberScope() {
    confirmed.current = false;
    scope.current = focusScope(button.current);
  }
  function keepFocusNear(event: Event) {
    if (!confirmed.current) return;
    event.preventDefault();
    scope.current?.focus();
  }
  function done() {
    confirmed.current = true;
    setOpen(false);
  }

  return (
    <Dialog open={open} onOpenChange={setOpen}>
      <DialogTrigger ref={button} asChild>
        {trigger}
      </DialogTrigger>
      <DialogContent onOpenAutoFocus={rememberScope} onCloseAutoFocus={keepFocusNear}>
        {children(done, () => setOpen(false))}
      </DialogContent>
    </Dialog>
  );
}

interface ConfirmFormProps<Result> {
  title: string;
  description: ReactNode;
  action: { label: string; busyLabel: string; fallback: string };
  /** False until all required input has been entered. */
  ready?: boolean;
  onConfirm: () => Promise<Result>;
  onDone: (result: Result) => void;
  children?: ReactNode;
}

/** A failure stays visible in the dialog. */
export function ConfirmForm<Result>(props: ConfirmFormProps<Result>) {
  const { title, description, action, ready = true, onConfirm, onDone, children } = props;
  const { mutate, isPending, error, reset } = useMutation({ mutationFn: onConfirm });
  function submit(event: FormEvent) {
    event.preventDefault();
    if (ready && !isPending) mutate(undefined, { onSuccess: onDone });
  }
  return (
    // What is typed next is a new attempt.
    <form onSubmit={submit} onChange={() => error && reset()} noValidate>
      <span className="mb-4 grid size-9 place-items-center rounded-full bg-danger-soft text-danger-ink">
        <TriangleAlert className="size-[18px]" aria-hidden="true" />
      </span>
      <DialogTitle>{title}</DialogTitle>
      <DialogDescription>{description}</DialogDescription>
      {children}
      {error && (
        <Alert tone="danger" className="mt-4">
          <SupportText>{failureMessage(error, action.fallback)}</SupportText>
        </Alert>
      )}
      <DialogFooter>
        <DialogClose asChild>
          <Button>Cancel</Button>
        </DialogClose>
        <Button
          type="submit"
          variant="danger"
          busy={isPending}
          aria-disabled={!ready || undefined}
          className="min-w-32"
        >
          {isPending ? action.busyLabel : action.label}
        </Button>
      </DialogFooter>
    </form>
  );
}
