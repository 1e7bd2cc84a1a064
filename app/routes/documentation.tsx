import { type ClientLoaderFunctionArgs, Outlet, useLoaderData } from "@remix-run/react";
import { DocsFrame } from "#app/features/docs/docs-frame.tsx";
import type { Reader } from "#app/features/docs/reader.tsx";
import { SESSION_STORAGE_KEY } from "#app/lib/stored-session.ts";

interface Known {
  reader?: Reader | null;
}

/** The server knows nobody: the session is in the browser. */
export const loader = (): Known => ({});

/** What only signed-in readers need is fetched for them alone. */
export async function clientLoader(_: ClientLoaderFunctionArgs): Promise<Known> {
  if (localStorage.getItem(SESSION_STORAGE_KEY) === null) return { reader: null };
  const { currentReader } = await import("#app/features/docs/reader.tsx");
  return { reader: await currentReader() };
}
clientLoader.hydrate = true as const;

export default function DocumentationRoute() {
  const { reader } = useLoaderData<typeof clientLoader>();
  return (
    <DocsFrame reader={reader}>
      <Outlet />
    </DocsFrame>
  );
}
