import { type ClientLoaderFunctionArgs, Outlet, useLoaderData } from "@remix-run/react";
import { DocsFrame } from "#app/features/docs/docs-frame.tsx";
import type { Reader } from "#app/features/docs/reader.tsx";
import { findReader, useReader } from "#app/features/docs/use-reader.ts";

interface Known {
  reader?: Reader | null;
}

/** The server knows nobody: the session is in the browser. */
export const loader = (): Known => ({});

/**
 * For who comes from another page of the app. Not while hydrating: a link chosen before that is done would get no
 * data for its topic, because Remix asks the server for nothing until then.
 */
export const clientLoader = async (_: ClientLoaderFunctionArgs): Promise<Known> => ({
  reader: await findReader(),
});

/** Between topics the reader stays the same. */
export const shouldRevalidate = () => false;

export default function DocumentationRoute() {
  const { reader } = useLoaderData<typeof clientLoader>();
  return (
    <DocsFrame reader={useReader(reader)}>
      <Outlet />
    </DocsFrame>
  );
}
