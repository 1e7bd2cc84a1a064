import { Outlet, useRouteError } from "@remix-run/react";
import { PageFailed } from "#app/features/shell/page-failed.tsx";
import { UnavailablePageContext } from "#app/lib/code/load-route-module.ts";

/** An error in the page leaves the frame around it unchanged. */
export default function PageRoute() {
  return (
    <UnavailablePageContext.Provider value={PageFailed}>
      <Outlet />
    </UnavailablePageContext.Provider>
  );
}

export function ErrorBoundary() {
  return <PageFailed error={useRouteError()} />;
}
