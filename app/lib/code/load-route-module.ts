import { type ComponentType, createContext, createElement, useContext, useReducer } from "react";
import { CodeUnavailable, loadCode } from "./load-code.ts";

interface RouteEntry {
  id: string;
  module: string;
  imports?: string[];
}

interface RouteModule {
  default: ComponentType;
}

type RouteModules = Record<string, RouteModule | undefined>;

interface UnavailablePageProps {
  error: unknown;
  /** Resolves once the page is loaded, or has failed again. */
  retry?: () => Promise<void>;
}

/** Shown in place of a page whose code can't be loaded; without it, the failure is thrown. */
export const UnavailablePageContext = createContext<ComponentType<UnavailablePageProps> | null>(null);

/**
 * In the build, replaces the function of the same name in `@remix-run/react`, which reloads the page when a route's
 * code cannot be loaded: without a network, and even when a link is only pointed at. Remix drops an error thrown by
 * this function, so it returns a page that says what is wrong.
 */
export async function loadRouteModule(route: RouteEntry, known: RouteModules): Promise<RouteModule> {
  try {
    return await loadPage(route, known);
  } catch (thrown) {
    if (thrown instanceof CodeUnavailable) return { default: latePage(thrown, route, known) };
    throw thrown;
  }
}

/** @throws CodeUnavailable */
export async function loadPage(
  { id, module, imports = [] }: RouteEntry,
  known: RouteModules,
): Promise<RouteModule> {
  const importIt = (): Promise<RouteModule> => import(/* @vite-ignore */ module);
  const loaded = known[id] ?? (await loadCode([module, ...imports], importIt));
  known[id] = loaded;
  return loaded;
}

/** Remix keeps it for the route, so it renders the page itself once that has loaded. */
function latePage(error: CodeUnavailable, route: RouteEntry, known: RouteModules): ComponentType {
  return function LatePage() {
    const Unavailable = useContext(UnavailablePageContext);
    const [, redraw] = useReducer((count: number) => count + 1, 0);
    const page = known[route.id];
    if (page) return createElement(page.default);
    if (!Unavailable) throw error;
    const retry = () => loadPage(route, known).then(redraw, () => undefined);
    return createElement(Unavailable, { error, retry });
  };
}
