import { type ClientLoaderFunctionArgs, Outlet, useLoaderData } from "@remix-run/react";
import { findReader, useReader } from "#app/features/shell/docs-frame.tsx";
import { PublicFrame } from "#app/features/shell/public-frame.tsx";
import type { Reader } from "#app/features/shell/reader.tsx";

/** Empty on the server: the session is in the browser. */
export const loader = (): { reader?: Reader | null } => ({});

/** For navigations from other pages of the app, as in the documentation's route. */
export const clientLoader = async (_: ClientLoaderFunctionArgs): Promise<ReturnType<typeof loader>> => ({
  reader: await findReader(),
});

export const shouldRevalidate = () => false;

export default function PublicRoute() {
  const { reader } = useLoaderData<typeof clientLoader>();
  return (
    <PublicFrame reader={useReader(reader)}>
      <Outlet />
    </PublicFrame>
  );
}
