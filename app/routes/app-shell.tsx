import { type ClientLoaderFunctionArgs, Outlet, useLoaderData } from "@remix-run/react";
import { requireSession } from "#app/features/auth/require-session.ts";
import { SessionContext } from "#app/features/auth/session.ts";
import { AppShell } from "#app/features/shell/app-shell.tsx";
import { ShellSkeleton } from "#app/features/shell/shell-skeleton.tsx";

export const clientLoader = ({ request }: ClientLoaderFunctionArgs) => requireSession(request);
clientLoader.hydrate = true as const;

/** The guard runs again on every navigation below it. */
export const shouldRevalidate = () => true;

export const HydrateFallback = ShellSkeleton;

export default function AppShellRoute() {
  const session = useLoaderData<typeof clientLoader>();
  return (
    <SessionContext.Provider value={session}>
      <AppShell>
        <Outlet />
      </AppShell>
    </SessionContext.Provider>
  );
}
