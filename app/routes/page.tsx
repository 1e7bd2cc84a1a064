import { Outlet } from "@remix-run/react";
import { PageFailed } from "#app/features/shell/page-failed.tsx";

/** The place of a page inside its frame: what fails in it stays in it. */
export default function PageRoute() {
  return <Outlet />;
}

export const ErrorBoundary = PageFailed;
