import { data } from "@remix-run/cloudflare";
import { type ClientLoaderFunctionArgs, Outlet, useLoaderData } from "@remix-run/react";
import { DeskFrame } from "#app/features/operator/desk-frame.tsx";
import { type Desk, openDesk } from "#app/features/operator/open-desk.ts";

/** The server can't know who is signed in, so everybody gets the same empty document of a page that doesn't exist. */
export const loader = () => data(null, { status: 404 });

export const clientLoader = ({ request }: ClientLoaderFunctionArgs): Promise<Desk> => openDesk(request);
clientLoader.hydrate = true as const;

/** The guard runs again on every navigation below it. */
export const shouldRevalidate = () => true;

export default function OperatorRoute() {
  const desk = useLoaderData<typeof clientLoader>();
  return (
    <DeskFrame {...desk}>
      <Outlet />
    </DeskFrame>
  );
}

/** Nothing of the desk shows before it is known to be an operator's. */
export const HydrateFallback = () => (
  <p role="status" className="sr-only">
    Loading
  </p>
);
