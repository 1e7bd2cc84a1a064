import { useContext, useState } from "react";
import type { OnDemandProps } from "#app/components/ui/on-demand.tsx";
import { Sheet, SheetContent, SheetTitle, SheetTrigger } from "#app/components/ui/sheet.tsx";
import { SessionContext } from "#app/features/auth/session.ts";
import { AccountLine } from "./account-line.tsx";
import { Brand } from "./brand.tsx";
import { NavLinks } from "./nav-links.tsx";
import { UserMenu } from "./user-menu.tsx";

/** On its own the dialog passes by links, and so begins with its last button. */
function focusFirstPage(event: Event): void {
  event.preventDefault();
  if (event.target instanceof HTMLElement) event.target.querySelector<HTMLElement>("nav a")?.focus();
}

export default function MobileSidebar({ trigger }: OnDemandProps) {
  const signedIn = useContext(SessionContext) !== null;
  const [open, setOpen] = useState(true);
  return (
    <Sheet open={open} onOpenChange={setOpen}>
      <SheetTrigger asChild>{trigger}</SheetTrigger>
      <SheetContent aria-describedby={undefined} onOpenAutoFocus={focusFirstPage}>
        <SheetTitle className="sr-only">Menu</SheetTitle>
        <div className="flex h-topbar shrink-0 items-center px-4">
          <Brand />
        </div>
        <NavLinks onChoose={() => setOpen(false)} />
        <div className="border-t p-2">
          <UserMenu account={signedIn ? <AccountLine /> : undefined} onLeave={() => setOpen(false)} />
        </div>
      </SheetContent>
    </Sheet>
  );
}
