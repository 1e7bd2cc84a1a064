import { type ClientLoaderFunctionArgs, Outlet, useLoaderData } from "@remix-run/react";
import { requireSession } from "#app/features/auth/require-session.ts";
import type { Session } from "#app/features/auth/session.ts";
import { AppShell } from "#app/features/shell/app-shell.tsx";

export const clientLoader = ({ request }: ClientLoaderFunctionArgs) => requireSession(request);
clientLoader.hydrate = true as const;

/** The guard runs again on every navigation below it. */
export const shouldRevalidate = () => true;

export default function AppShellRoute() {
  const session: Session | undefined = useLoaderData<typeof clientLoader>();
  return (
    <AppShell session={session}>
      <Outlet />
    </AppShell>
  );
}

/** The same component, so that React keeps the server's shell when the session is known instead of drawing it anew. */
export const HydrateFallback = AppShellRoute;
