import { Bell, Menu } from "lucide-react";
import { Button } from "#app/components/ui/button.tsx";
import { Skeleton } from "#app/components/ui/skeleton.tsx";
import { bellMessages } from "#app/features/notifications/bell-messages.ts";

/** The menu's button and the foot of the sidebar before the session is known. */
export const menuSkeleton = (
  <Button variant="ghost" size="icon" aria-label="Open menu" className="-ml-2 disabled:opacity-100" disabled>
    <Menu className="size-4" aria-hidden="true" />
  </Button>
);

/** The bell before the session is known. */
export const bellSkeleton = (
  <Button
    variant="ghost"
    size="icon"
    aria-label={bellMessages.title}
    className="disabled:opacity-100"
    disabled
  >
    <Bell aria-hidden="true" />
  </Button>
);

export const accountSkeleton = (
  <div className="flex items-center gap-2.5 px-2 py-2">
    <Skeleton className="size-7 rounded-full" />
    <div className="grid gap-2 py-0.5">
      <Skeleton className="h-2.5 w-28" />
      <Skeleton className="h-2.5 w-18" />
    </div>
  </div>
);
