import { Link } from "@remix-run/react";
import { useQuery } from "@tanstack/react-query";
import Bell from "lucide-react/icons/bell";
import Menu from "lucide-react/icons/menu";
import type { ReactNode } from "react";
import { Button } from "#app/components/ui/button.tsx";
import { Frame } from "#app/features/shell/frame.tsx";
import { SidebarSheet } from "#app/features/shell/sidebar-sheet.tsx";
import { ThemeMenu } from "#app/features/theme/theme-menu.tsx";
import { SessionContext } from "#app/lib/auth/session.ts";
import { useLeaveWhenSignedOut } from "#app/lib/auth/use-leave.ts";
import { cn } from "#app/lib/class-names.ts";
import { paths } from "#app/lib/paths.ts";
import { OperatorSearch } from "./operator-search.tsx";
import { OperatorBrand, OperatorSidebar } from "./operator-sidebar.tsx";
import { operatorCountsQuery } from "./queries.ts";
import type { OperatorSession } from "./require-operator.ts";
import { firingText } from "./texts.ts";

type OperatorFrameProps = OperatorSession & { children: ReactNode };

export function OperatorFrame({ session, operator: initialData, children }: OperatorFrameProps) {
  const { data: operator } = useQuery({ ...operatorCountsQuery, initialData });
  const menuButton = (
    <Button variant="ghost" size="icon" aria-label="Open menu" className="-ml-2">
      <Menu className="size-4" aria-hidden="true" />
    </Button>
  );
  return (
    <SessionContext.Provider value={session}>
      <SessionWatch />
      <Frame
        sidebar={<OperatorSidebar operator={operator} />}
        sidebarClassName="border-operator-line bg-operator-canvas"
        topBar={
          <header className="flex h-topbar items-center justify-between gap-4 border-b bg-canvas px-8 max-lg:border-operator-line max-lg:bg-operator-canvas max-lg:px-4">
            <div className="flex items-center gap-2 lg:hidden">
              <SidebarSheet trigger={menuButton} className="bg-operator-canvas">
                {(close) => <OperatorSidebar operator={operator} onLeave={close} />}
              </SidebarSheet>
              <OperatorBrand />
            </div>
            <OperatorSearch className="max-lg:hidden" />
            <div className="ml-auto flex items-center gap-2">
              <FiringButton count={operator.firing_alerts} />
              <ThemeMenu />
            </div>
          </header>
        }
      >
        {children}
      </Frame>
    </SessionContext.Provider>
  );
}

/** On a phone a bell with a dot. */
function FiringButton({ count }: { count: number }) {
  if (count === 0) return null;
  const dot = "size-1.5 rounded-full bg-danger";
  return (
    <Button
      asChild
      className="max-sm:relative max-sm:size-10 max-sm:border-0 max-sm:bg-transparent max-sm:px-0 max-sm:shadow-none"
    >
      <Link to={paths.operatorAlerts} aria-label={firingText(count)}>
        <Bell className="text-ink-2 sm:hidden" aria-hidden="true" />
        <span
          className={cn(dot, "max-sm:absolute max-sm:top-2 max-sm:right-2 max-sm:size-2")}
          aria-hidden="true"
        />
        <span className="max-sm:hidden">{firingText(count)}</span>
      </Link>
    </Button>
  );
}

/** Follows sign-outs in other tabs. */
function SessionWatch() {
  useLeaveWhenSignedOut();
  return null;
}
