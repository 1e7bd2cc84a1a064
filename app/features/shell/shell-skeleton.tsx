import { Menu } from "lucide-react";
import { Button } from "#app/components/ui/button.tsx";
import { Skeleton } from "#app/components/ui/skeleton.tsx";
import { ShellFrame } from "./shell-frame.tsx";

const menu = (
  <Button variant="ghost" size="icon" aria-label="Open menu" className="-ml-2" disabled>
    <Menu className="size-4" aria-hidden="true" />
  </Button>
);

const account = (
  <div className="flex items-center gap-2.5 px-2 py-2">
    <Skeleton className="size-7 rounded-full" />
    <div className="grid gap-1.5 py-0.5">
      <Skeleton className="h-3 w-32" />
      <Skeleton className="h-3 w-20" />
    </div>
  </div>
);

/** The shell before the session is known: the same for everybody, in its final size. */
export function ShellSkeleton() {
  return (
    <ShellFrame account={account} menu={menu}>
      <div aria-busy="true">
        <p role="status" className="sr-only">
          Loading
        </p>
        <div className="mb-6 grid gap-1">
          <Skeleton className="h-7 w-36" />
          <Skeleton className="h-5.5 w-72 max-w-full" />
        </div>
        <div className="grid grid-cols-3 gap-6 max-lg:grid-cols-1 max-lg:gap-3">
          <Skeleton className="h-34 rounded-card" />
          <Skeleton className="h-34 rounded-card" />
          <Skeleton className="h-34 rounded-card" />
        </div>
      </div>
    </ShellFrame>
  );
}
