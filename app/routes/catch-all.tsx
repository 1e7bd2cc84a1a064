import { data } from "@remix-run/cloudflare";
import { leaveForDashboard } from "#app/lib/leave-for-dashboard.ts";

/** The same status as the operator's desk has for everybody, so that it can't be told from a path that doesn't exist. */
export const loader = () => data(null, { status: 404 });

export const clientLoader = (): Promise<null> => leaveForDashboard();
clientLoader.hydrate = true as const;

/** Any other path leads to the dashboard (specification, section 2). */
export default function CatchAllRoute() {
  return null;
}
