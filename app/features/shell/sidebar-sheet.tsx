import { type ReactElement, type ReactNode, useState } from "react";
import { Sheet, SheetContent, SheetTitle, SheetTrigger } from "#app/components/ui/sheet.tsx";

/** The dialog would skip links and focus the account button. */
function focusFirstLink(event: Event): void {
  event.preventDefault();
  if (event.target instanceof HTMLElement) event.target.querySelector<HTMLElement>("nav a")?.focus();
}

interface SidebarSheetProps {
  trigger: ReactElement;
  defaultOpen?: boolean;
  className?: string;
  children: (close: () => void) => ReactNode;
}

/** A sidebar on a phone. */
export function SidebarSheet({ trigger, defaultOpen = false, className, children }: SidebarSheetProps) {
  const [open, setOpen] = useState(defaultOpen);
  return (
    <Sheet open={open} onOpenChange={setOpen}>
      <SheetTrigger asChild>{trigger}</SheetTrigger>
      <SheetContent aria-describedby={undefined} onOpenAutoFocus={focusFirstLink} className={className}>
        <SheetTitle className="sr-only">Menu</SheetTitle>
        {children(() => setOpen(false))}
      </SheetContent>
    </Sheet>
  );
}
