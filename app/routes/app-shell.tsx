import { type ClientLoaderFunctionArgs, Outlet, useLoaderData } from "@remix-run/react";
import { AppShell } from "#app/features/shell/app-shell.tsx";
import { prefetchPage } from "#app/features/shell/prefetch-page.ts";
import { requireSession } from "#app/lib/auth/require-session.ts";
import type { Session } from "#app/lib/auth/session.ts";

export async function clientLoader({ request }: ClientLoaderFunctionArgs): Promise<Session> {
  const session = await requireSession(request);
  prefetchPage(new URL(request.url));
  return session;
}
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

/** The same component, so that React keeps the server's shell once the session is known. */
export const HydrateFallback = AppShellRoute;
