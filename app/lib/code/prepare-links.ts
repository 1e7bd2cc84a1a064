import { matchRoutes } from "@remix-run/react";
import { useEffect } from "react";
import { loadPage } from "./load-route-module.ts";

/** Shorter than a click takes, longer than a pointer that only passes by. */
const DWELL_MS = 80;

/**
 * Loads the code of a page once a link to it is pointed at, touched or focused. Remix's own `prefetch` uses
 * `modulepreload`, and after that fails a browser never requests the file again.
 */
export function usePreparedLinks(): void {
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const prepare = ({ target }: Event) => {
      clearTimeout(timer);
      const link = target instanceof Element ? target.closest("a") : null;
      if (link?.origin === window.location.origin) timer = setTimeout(preparePage, DWELL_MS, link.pathname);
    };
    const events = ["pointerover", "focusin", "touchstart"] as const;
    for (const name of events) document.addEventListener(name, prepare, { passive: true });
    return () => {
      clearTimeout(timer);
      for (const name of events) document.removeEventListener(name, prepare);
    };
  }, []);
}

function preparePage(pathname: string): void {
  const routes = window.__remixManifest.routes;
  for (const { route } of matchRoutes(window.__remixRouter.routes, pathname) ?? []) {
    const entry = route.id === undefined ? undefined : routes[route.id];
    // A failure matters only once the page is opened.
    if (entry) loadPage(entry, window.__remixRouteModules).catch(() => undefined);
  }
}
