import { Link } from "@remix-run/react";
import { useRef } from "react";
import { Button } from "#app/components/ui/button.tsx";
import {
  Dialog,
  DialogContent,
  DialogDescription,
  DialogFooter,
  DialogTitle,
} from "#app/components/ui/dialog.tsx";
import { paths } from "#app/lib/paths.ts";
import { authMessages } from "./messages.ts";

interface ResetSentDialogProps {
  open: boolean;
  onOpenChange(open: boolean): void;
}

/** Says the same whether or not there is such an account. */
export function ResetSentDialog(props: ResetSentDialogProps) {
  const way = useRef<HTMLAnchorElement>(null);
  const focusWay = (event: Event) => {
    // Radix passes over links, and would begin at the close button.
    event.preventDefault();
    way.current?.focus();
  };
  return (
    <Dialog {...props}>
      <DialogContent onOpenAutoFocus={focusWay}>
        <DialogTitle>{authMessages.resetSentTitle}</DialogTitle>
        <DialogDescription>
          If the address has an account, a link to choose a new password is on its way. It works once, within
          an hour, on any device.
        </DialogDescription>
        <DialogFooter>
          <Button variant="primary" asChild>
            <Link ref={way} to={paths.login}>
              {authMessages.returnToSignIn}
            </Link>
          </Button>
        </DialogFooter>
      </DialogContent>
    </Dialog>
  );
}
