import { type ClientLoaderFunctionArgs, Outlet, useLoaderData } from "@remix-run/react";
import { PublicFrame } from "#app/features/shell/public-frame.tsx";
import type { Reader } from "#app/features/shell/reader.tsx";
import { findReader, useReader } from "#app/features/shell/use-reader.ts";

/** Empty on the server: the session is in the browser. */
export const loader = (): { reader?: Reader | null } => ({});

/**
 * For navigations from other pages of the app. Not while hydrating: a link clicked before that is done would get no
 * data for its topic, because Remix requests nothing from the server until then.
 */
export const clientLoader = async (_: ClientLoaderFunctionArgs): Promise<ReturnType<typeof loader>> => ({
  reader: await findReader(),
});

/** Between these pages the reader stays the same. */
export const shouldRevalidate = () => false;

export default function PublicRoute() {
  const { reader } = useLoaderData<typeof clientLoader>();
  return (
    <PublicFrame reader={useReader(reader)}>
      <Outlet />
    </PublicFrame>
  );
}
