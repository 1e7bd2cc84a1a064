import Menu from "lucide-react/icons/menu";
import type { ReactNode } from "react";
import { Button } from "#app/components/ui/button.tsx";
import { SessionContext } from "#app/features/auth/session.ts";
import { useLeaveWhenSignedOut } from "#app/features/auth/use-leave.ts";
import { Frame } from "#app/features/shell/frame.tsx";
import { SidebarSheet } from "#app/features/shell/sidebar-sheet.tsx";
import { ThemeMenu } from "#app/features/theme/theme-menu.tsx";
import { DeskBrand, DeskSidebar } from "./desk-sidebar.tsx";
import type { Desk } from "./open-desk.ts";

type DeskFrameProps = Desk & { children: ReactNode };

export function DeskFrame({ session, operator: { email }, children }: DeskFrameProps) {
  const menuButton = (
    <Button variant="ghost" size="icon" aria-label="Open menu" className="-ml-2">
      <Menu className="size-4" aria-hidden="true" />
    </Button>
  );
  return (
    <SessionContext.Provider value={session}>
      <SessionWatch />
      <Frame
        sidebar={<DeskSidebar email={email} />}
        sidebarClassName="border-desk-line bg-desk-canvas"
        topBar={
          <header className="flex h-topbar items-center justify-between gap-4 border-b bg-canvas px-8 max-lg:border-desk-line max-lg:bg-desk-canvas max-lg:px-4">
            <div className="flex items-center gap-2 lg:hidden">
              <SidebarSheet trigger={menuButton} className="bg-desk-canvas">
                {(close) => <DeskSidebar email={email} onLeave={close} />}
              </SidebarSheet>
              <DeskBrand />
            </div>
            <div className="ml-auto">
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

/** Follows sign-outs in other tabs. */
function SessionWatch() {
  useLeaveWhenSignedOut();
  return null;
}
