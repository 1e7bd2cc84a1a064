import { useLocation, useMatches } from "@remix-run/react";
import { type ReactNode, useEffect } from "react";
import { type Session, SessionContext } from "#app/features/auth/session.ts";
import { useLeaveWhenSignedOut } from "#app/features/auth/use-leave-when-signed-out.ts";
import { NotificationBell } from "#app/features/notifications/notification-bell.tsx";
import { usePaymentNews } from "#app/features/payments/use-payment-news.ts";
import { prepareFormats } from "#app/lib/format.ts";
import { MobileMenu } from "./mobile-menu.tsx";
import { isPageHandle } from "./page-handle.ts";
import { pageOutline } from "./page-outline.ts";
import { PageSkeleton } from "./page-skeleton.tsx";
import { ShellFrame } from "./shell-frame.tsx";
import { accountSkeleton, bellSkeleton, menuSkeleton } from "./shell-skeleton.tsx";
import { UserMenu } from "./user-menu.tsx";

interface AppShellProps {
  /** Undefined while it is read: the shell is then the same for everybody, in its final size. */
  session: Session | undefined;
  children: ReactNode;
}

/** The frame around every page of a signed-in person. It stays as it is when the session is known. */
export function AppShell({ session, children }: AppShellProps) {
  useEffect(() => {
    const timer = setTimeout(prepareFormats);
    return () => clearTimeout(timer);
  }, []);
  return (
    <SessionContext.Provider value={session ?? null}>
      {session && <Watch />}
      <ShellFrame
        account={session ? <UserMenu /> : accountSkeleton}
        menu={session ? <MobileMenu /> : menuSkeleton}
        bell={session ? <NotificationBell /> : bellSkeleton}
      >
        {session ? children : <Outline />}
      </ShellFrame>
    </SessionContext.Provider>
  );
}

function Outline() {
  const { pathname } = useLocation();
  const handle = useMatches().at(-1)?.handle;
  return isPageHandle(handle) ? <handle.Outline /> : <PageSkeleton {...pageOutline(pathname)} />;
}

function Watch() {
  useLeaveWhenSignedOut();
  usePaymentNews();
  return null;
}
