import { ChevronsUpDown } from "lucide-react";
import type { ReactNode } from "react";
import { OnDemand } from "#app/components/ui/on-demand.tsx";
import { Skeleton } from "#app/components/ui/skeleton.tsx";

const loadMenu = () => import("./account-menu.tsx");

interface UserMenuProps {
  /** The signed-in account; undefined until it is known. */
  account: ReactNode;
  /** Called when a page is chosen. */
  onLeave?: () => void;
}

/** The button of the menu 'My Account'. */
export function UserMenu({ account, onLeave }: UserMenuProps) {
  const button = (
    <button
      type="button"
      className="flex w-full items-center gap-2.5 rounded-control px-2 py-2 text-left transition-colors hover:bg-hover"
    >
      <span className="sr-only">My Account</span>
      {account ?? unknownAccount}
      <ChevronsUpDown className="size-3.5 shrink-0 text-ink-3" aria-hidden="true" />
    </button>
  );
  return <OnDemand load={loadMenu} popup="menu" trigger={button} props={{ onLeave }} />;
}

const unknownAccount = (
  <>
    <Skeleton className="size-7 rounded-full" />
    <span className="grid flex-1 gap-2 py-0.5">
      <Skeleton className="h-2.5 w-28" />
      <Skeleton className="h-2.5 w-18" />
    </span>
  </>
);
