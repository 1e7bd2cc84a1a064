import { Menu } from "lucide-react";
import { useState } from "react";
import { Button } from "#app/components/ui/button.tsx";
import { Sheet, SheetContent, SheetTitle, SheetTrigger } from "#app/components/ui/sheet.tsx";
import { Brand } from "./brand.tsx";
import { NavLinks } from "./nav-links.tsx";
import { UserMenu } from "./user-menu.tsx";

/** The sidebar on a small screen. */
export function MobileMenu() {
  const [open, setOpen] = useState(false);
  return (
    <Sheet open={open} onOpenChange={setOpen}>
      <SheetTrigger asChild>
        <Button variant="ghost" size="icon" aria-label="Open menu" className="-ml-2">
          <Menu className="size-4" aria-hidden="true" />
        </Button>
      </SheetTrigger>
      <SheetContent aria-describedby={undefined}>
        <SheetTitle className="sr-only">Menu</SheetTitle>
        <div className="flex h-topbar shrink-0 items-center px-4">
          <Brand />
        </div>
        <NavLinks onChoose={() => setOpen(false)} />
        <div className="border-t p-2">
          <UserMenu onLeave={() => setOpen(false)} />
        </div>
      </SheetContent>
    </Sheet>
  );
}
