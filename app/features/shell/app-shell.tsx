import { useLocation, useMatches } from "@remix-run/react";
import { type ReactNode, useEffect } from "react";
import { PageHeader } from "#app/components/ui/page-header.tsx";
import { Loading, Skeleton } from "#app/components/ui/skeleton.tsx";
import { CardSkeleton, FigureSkeletons } from "#app/components/ui/skeleton-shapes.tsx";
import { Unread } from "#app/features/notifications/unread.tsx";
import { StopNotice } from "#app/features/stop/stop-notice.tsx";
import { type Session, SessionContext } from "#app/lib/auth/session.ts";
import { prepareFormats } from "#app/lib/format.ts";
import { type Page, type PageHandle, pageAt, UNKNOWN_PAGE } from "#app/lib/pages.ts";
import { AccountLine, SessionWatch } from "./reader.tsx";
import { ShellFrame } from "./shell-frame.tsx";

interface AppShellProps {
  /** Undefined while it loads: the shell is then the same for everybody, in its final size. */
  session: Session | undefined;
  children: ReactNode;
}

/** Stays mounted when the session arrives. */
export function AppShell({ session, children }: AppShellProps) {
  useEffect(() => {
    const timer = setTimeout(prepareFormats);
    return () => clearTimeout(timer);
  }, []);
  return (
    <SessionContext.Provider value={session ?? null}>
      {session && <SessionWatch />}
      <ShellFrame
        account={session && <AccountLine />}
        unread={session && <Unread />}
        notice={session && <StopNotice />}
      >
        {session ? children : <Outline />}
      </ShellFrame>
    </SessionContext.Provider>
  );
}

const isPageHandle = (handle: unknown): handle is PageHandle =>
  typeof handle === "object" && handle !== null && "Outline" in handle;

function Outline() {
  const { pathname } = useLocation();
  const handle = useMatches().at(-1)?.handle;
  return isPageHandle(handle) ? <handle.Outline /> : <PageSkeleton {...(pageAt(pathname) ?? UNKNOWN_PAGE)} />;
}

function PageSkeleton({ heading, skeleton: shape }: Page) {
  return (
    <Loading label="Loading">
      <PageHeader
        description={
          <span className="flex h-5.5 items-center">
            <Skeleton className="h-3.5 w-64 max-w-full" />
          </span>
        }
        {...heading}
      />
      {shape === "figures" && <FiguresSkeleton />}
      {shape === "card" && <CardSkeleton className="max-w-[36rem]" />}
      {shape === "list" && <CardSkeleton className="h-93" />}
      {shape === "settings" && <SettingsSkeleton />}
      {(shape === "figures" || shape === "columns") && (
        <div className="grid grid-cols-[minmax(0,1fr)_var(--spacing-aside)] items-start gap-6 max-lg:grid-cols-1 max-lg:gap-3">
          <CardSkeleton className={shape === "figures" ? "h-93" : ""} />
          <CardSkeleton lines={2} className="h-40" />
        </div>
      )}
    </Loading>
  );
}

const SettingsSkeleton = () =>
  ["first", "second"].map((position) => (
    <div
      key={position}
      className="grid grid-cols-[15rem_minmax(0,1fr)] gap-8 border-t py-8 first-of-type:border-t-0 first-of-type:pt-2 max-lg:grid-cols-1 max-lg:gap-4 max-lg:py-6"
    >
      <div>
        <Skeleton className="my-1 h-3.5 w-24" />
        <Skeleton className="mt-3 h-3 w-48" />
      </div>
      <CardSkeleton className="h-72" />
    </div>
  ));

const FiguresSkeleton = () => (
  <div className="mb-6 grid grid-cols-3 gap-6 max-lg:mb-3 max-lg:grid-cols-1 max-lg:gap-3">
    <FigureSkeletons count={3} bar />
  </div>
);
