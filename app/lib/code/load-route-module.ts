import { loadCode } from "./load-code.ts";

interface RouteEntry {
  id: string;
  module: string;
  imports?: string[];
}

/**
 * Stands in the build for the function of the same name in `@remix-run/react`, which reloads the page when a
 * route's code cannot be loaded: without a network, and when a link is merely pointed at.
 * @throws CodeUnavailable, for the nearest `ErrorBoundary` to show.
 */
export async function loadRouteModule<Module>(
  { id, module, imports = [] }: RouteEntry,
  known: Record<string, Module | undefined>,
): Promise<Module> {
  const loaded =
    known[id] ?? (await loadCode<Module>([module, ...imports], () => import(/* @vite-ignore */ module)));
  known[id] = loaded;
  return loaded;
}
