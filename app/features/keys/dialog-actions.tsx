import { Button } from "#app/components/ui/button.tsx";
import { DialogClose, DialogFooter } from "#app/components/ui/dialog.tsx";

interface DialogActionsProps {
  label: string;
  busyLabel: string;
  busy: boolean;
  disabled?: boolean;
  tone?: "primary" | "danger";
  /** Without it the button submits the form around it. */
  onConfirm?: () => void;
}

/** Cancel, and what the dialog is there for. */
export function DialogActions({
  label,
  busyLabel,
  busy,
  disabled = false,
  tone = "primary",
  onConfirm,
}: DialogActionsProps) {
  return (
    <DialogFooter>
      <DialogClose asChild>
        <Button>Cancel</Button>
      </DialogClose>
      <Button
        variant={tone}
        type={onConfirm ? "button" : "submit"}
        busy={busy}
        disabled={disabled && !busy}
        className="min-w-32"
        onClick={onConfirm}
      >
        {busy ? busyLabel : label}
      </Button>
    </DialogFooter>
  );
}
