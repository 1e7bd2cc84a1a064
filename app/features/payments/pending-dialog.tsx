import Clock from "lucide-react/icons/clock";
import { Button } from "#app/components/ui/button.tsx";
import {
  Dialog,
  DialogContent,
  DialogDescription,
  DialogFooter,
  DialogTitle,
} from "#app/components/ui/dialog.tsx";
import { formatDollars } from "#app/lib/format.ts";
import { pendingText } from "#app/lib/pending-payments.ts";
import { paymentMessages } from "./messages.ts";
import type { TopUp } from "./use-top-up.ts";

/** People pay again because they don't see that the first payment is on its way. */
export function PendingDialog({ form, question }: Pick<TopUp, "form" | "question">) {
  const { pending, close, goOn } = question;
  return (
    <Dialog open={pending.length > 0} onOpenChange={(open) => !open && close()}>
      <DialogContent>
        <span className="mb-4 grid size-9 place-items-center rounded-full bg-fill text-ink-2">
          <Clock className="size-[18px]" aria-hidden="true" />
        </span>
        <DialogTitle>{paymentMessages.againTitle}</DialogTitle>
        <DialogDescription>{paymentMessages.again(pendingText(pending, Date.now()))}</DialogDescription>
        <DialogFooter>
          <Button onClick={close}>Cancel</Button>
          <Button variant="primary" onClick={goOn}>
            Add another {formatDollars(form.draft.amount)}
          </Button>
        </DialogFooter>
      </DialogContent>
    </Dialog>
  );
}
