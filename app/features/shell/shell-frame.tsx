import ChevronDown from "lucide-react/icons/chevron-down";
import Menu from "lucide-react/icons/menu";
import Zap from "lucide-react/icons/zap";
import type { ReactNode } from "react";
import { Brand } from "#app/components/brand.tsx";
import { Button } from "#app/components/ui/button.tsx";
import { OnDemand } from "#app/components/ui/on-demand.tsx";
import { SearchButton } from "#app/features/command-menu/search-button.tsx";
import { NotificationBell } from "#app/features/notifications/notification-bell.tsx";
import { ThemeMenu } from "#app/features/theme/theme-menu.tsx";
import { Frame } from "./frame.tsx";
import { Sidebar } from "./sidebar.tsx";

interface ShellFrameProps {
  account: ReactNode;
  /** The label and dot of the notifications button. */
  unread: ReactNode;
  notice?: ReactNode;
  forSignedOut?: { header: ReactNode; footer: ReactNode };
  children: ReactNode;
}

/** The buttons are the same before the reader is known, so that an early click isn't lost. */
export const ShellFrame = ({ account, unread, ...rest }: ShellFrameProps) => (
  <Frame
    sidebar={<Sidebar account={account} />}
    sidebarClassName="bg-canvas"
    topBar={<TopBar unread={unread} />}
    {...rest}
  />
);

function TopBar({ unread }: Pick<ShellFrameProps, "unread">) {
  return (
    <header className="flex h-topbar items-center justify-between gap-4 border-b bg-canvas px-8 max-lg:px-4 signed-out:hidden">
      <div className="flex items-center gap-2 lg:hidden">
        <MobileMenu />
        <Brand />
      </div>
      <div className="max-lg:-mr-3 max-lg:ml-auto">
        <SearchButton />
      </div>
      <div className="flex items-center gap-1 lg:ml-auto">
        <span className="mr-1 max-lg:hidden">
          <QuickActions />
        </span>
        <NotificationBell unread={unread} />
        <ThemeMenu />
      </div>
    </header>
  );
}

function MobileMenu() {
  const button = (
    <Button variant="ghost" size="icon" aria-label="Open menu" className="-ml-2">
      <Menu className="size-4" aria-hidden="true" />
    </Button>
  );
  return <OnDemand load={() => import("./mobile-sidebar.tsx")} popup="dialog" trigger={button} props={{}} />;
}

function QuickActions() {
  const button = (
    <Button size="sm">
      <Zap className="size-3.5" aria-hidden="true" />
      Quick Actions
      <ChevronDown className="size-3.5 opacity-70" aria-hidden="true" />
    </Button>
  );
  return (
    <OnDemand load={() => import("./quick-actions-menu.tsx")} popup="menu" trigger={button} props={{}} />
  );
}
