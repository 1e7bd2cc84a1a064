import { NavLink, useLocation } from "@remix-run/react";
import ChevronsUpDown from "lucide-react/icons/chevrons-up-down";
import { Fragment, type ReactNode } from "react";
import { Brand } from "#app/components/brand.tsx";
import { Badge } from "#app/components/ui/badge.tsx";
import { OnDemand } from "#app/components/ui/on-demand.tsx";
import { Skeleton } from "#app/components/ui/skeleton.tsx";
import { DocsNav } from "#app/features/docs/docs-nav.tsx";
import { cn } from "#app/lib/class-names.ts";
import { formatNumber } from "#app/lib/format.ts";
import { type NavEntry, navEntries, navSections } from "#app/lib/nav.ts";
import { paths } from "#app/lib/paths.ts";

interface SidebarProps {
  /** Undefined until it is known. */
  account: ReactNode;
  /** Called when the reader chooses a page. */
  onLeave?: (() => void) | undefined;
}

export function Sidebar({ account, onLeave }: SidebarProps) {
  const isDocumentation = useLocation().pathname.startsWith(paths.documentation);
  const entries = (list: NavEntry[]) => (
    <div className="grid gap-0.5">
      {list.map((entry) => (
        <div key={entry.to} className="min-w-0">
          <SidebarEntry onLeave={onLeave} {...entry} />
          {entry.to === paths.documentation && isDocumentation && (
            <div className="mt-1 mb-2 ml-[1.1rem]">
              <DocsNav onLeave={onLeave} />
            </div>
          )}
        </div>
      ))}
    </div>
  );
  return (
    <>
      <div className="flex h-topbar shrink-0 items-center px-4">
        <Brand />
      </div>
      <nav className="flex-1 overflow-y-auto px-3 pt-3" aria-label="Main" data-docs-scroll="">
        {entries(navEntries)}
        {navSections.map(({ heading, entries: list }) => (
          <Fragment key={heading}>
            <h2 className="mt-6 mb-1.5 px-2.5 text-caption font-medium text-ink-3">{heading}</h2>
            {entries(list)}
          </Fragment>
        ))}
      </nav>
      <div className="border-t p-2">
        <AccountButton account={account} onLeave={onLeave} />
      </div>
    </>
  );
}

type EntryProps = NavEntry & Pick<SidebarProps, "onLeave"> & { className?: string; count?: number };

/** `className` applies to the icon; `count` is of what needs attention. */
export function SidebarEntry({ to, label, Icon, badge, count = 0, className, onLeave }: EntryProps) {
  return (
    <NavLink
      to={to}
      end={to === paths.dashboard || to === paths.operator}
      onClick={onLeave}
      className="group flex h-8 items-center gap-2.5 rounded-item px-2.5 text-small font-medium text-ink-2 transition-colors hover:bg-hover hover:text-ink aria-[current=page]:bg-hover aria-[current=page]:text-ink max-lg:h-11"
    >
      <Icon
        className={cn(
          "size-4 shrink-0 text-ink-3 group-hover:text-ink-2 group-aria-[current=page]:text-accent",
          className,
        )}
        aria-hidden="true"
      />
      <span className="flex-1">{label}</span>
      {badge && <Badge tone="accent">{badge}</Badge>}
      {count > 0 && <Badge tone="danger">{formatNumber(count)}</Badge>}
    </NavLink>
  );
}

export function AccountButton({ account, onLeave }: SidebarProps) {
  const button = (
    <button
      type="button"
      className="flex w-full items-center gap-2.5 rounded-control px-2 py-2 text-left transition-colors hover:bg-hover"
    >
      <span className="sr-only">My Account</span>
      {account ?? <AccountSkeleton />}
      <ChevronsUpDown className="size-3.5 shrink-0 text-ink-3" aria-hidden="true" />
    </button>
  );
  return (
    <OnDemand load={() => import("./account-menu.tsx")} popup="menu" trigger={button} props={{ onLeave }} />
  );
}

const AccountSkeleton = () => (
  <>
    <Skeleton className="size-7 rounded-full" />
    <span className="grid flex-1 gap-2 py-0.5">
      <Skeleton className="h-2.5 w-28" />
      <Skeleton className="h-2.5 w-18" />
    </span>
  </>
);
