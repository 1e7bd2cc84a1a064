import { data } from "@remix-run/cloudflare";
import { type ClientLoaderFunctionArgs, Outlet, useLoaderData } from "@remix-run/react";
import { OperatorFrame } from "#app/features/operator/operator-frame.tsx";
import { type OperatorSession, requireOperator } from "#app/features/operator/require-operator.ts";

/** The server can't know who is signed in, so everybody gets the same empty document of a page that doesn't exist. */
export const loader = () => data(null, { status: 404 });

export const clientLoader = ({ request }: ClientLoaderFunctionArgs): Promise<OperatorSession> =>
  requireOperator(request);
clientLoader.hydrate = true as const;

/** The guard runs again on every navigation below it. */
export const shouldRevalidate = () => true;

export default function OperatorRoute() {
  const session = useLoaderData<typeof clientLoader>();
  return (
    <OperatorFrame {...session}>
      <Outlet />
    </OperatorFrame>
  );
}

/** Nothing of the desk shows before it is known to be an operator's. */
export const HydrateFallback = () => (
  <p role="status" className="sr-only">
    Loading
  </p>
);
