import { useMutation } from "@tanstack/react-query";
import { TriangleAlert } from "lucide-react";
import type { FormEvent, ReactNode } from "react";
import { Alert } from "#app/components/ui/alert.tsx";
import { Button } from "#app/components/ui/button.tsx";
import { DialogClose, DialogDescription, DialogFooter, DialogTitle } from "#app/components/ui/dialog.tsx";
import { failureMessage } from "#app/features/auth/failure-message.ts";

interface ConfirmFormProps {
  title: string;
  description: ReactNode;
  action: { label: string; busyLabel: string; fallback: string };
  /** Whether what it asks for has been given. */
  ready?: boolean;
  onConfirm(): Promise<void>;
  onDone(): void;
  children?: ReactNode;
}

/** The inside of a `ConfirmDialog`: what is lost, and the one button that does it. Its failure stays in sight. */
export function ConfirmForm({
  title,
  description,
  action,
  ready = true,
  onConfirm,
  onDone,
  children,
}: ConfirmFormProps) {
  const { mutate, isPending, error } = useMutation({ mutationFn: onConfirm });
  function submit(event: FormEvent) {
    event.preventDefault();
    if (ready && !isPending) mutate(undefined, { onSuccess: onDone });
  }
  return (
    <form onSubmit={submit} noValidate>
      <span className="mb-4 grid size-9 place-items-center rounded-full bg-danger-soft text-danger-ink">
        <TriangleAlert className="size-[18px]" aria-hidden="true" />
      </span>
      <DialogTitle>{title}</DialogTitle>
      <DialogDescription>{description}</DialogDescription>
      {children}
      {error && (
        <Alert tone="danger" className="mt-4">
          {failureMessage(error, action.fallback)}
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
