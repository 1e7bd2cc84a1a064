import { useContext, useState } from "react";
import type { OnDemandProps } from "#app/components/ui/on-demand.tsx";
import { Sheet, SheetContent, SheetTitle, SheetTrigger } from "#app/components/ui/sheet.tsx";
import { SessionContext } from "#app/features/auth/session.ts";
import { AccountLine } from "./reader.tsx";
import { Sidebar } from "./sidebar.tsx";

/** The dialog would skip links and focus the account button. */
function focusFirstLink(event: Event): void {
  event.preventDefault();
  if (event.target instanceof HTMLElement) event.target.querySelector<HTMLElement>("nav a")?.focus();
}

export default function MobileSidebar({ trigger }: OnDemandProps) {
  const signedIn = useContext(SessionContext) !== null;
  const [open, setOpen] = useState(true);
  return (
    <Sheet open={open} onOpenChange={setOpen}>
      <SheetTrigger asChild>{trigger}</SheetTrigger>
      <SheetContent aria-describedby={undefined} onOpenAutoFocus={focusFirstLink}>
        <SheetTitle className="sr-only">Menu</SheetTitle>
        <Sidebar account={signedIn ? <AccountLine /> : undefined} onLeave={() => setOpen(false)} />
      </SheetContent>
    </Sheet>
  );
}
