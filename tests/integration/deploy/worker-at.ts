import type { Script } from "./script-store.ts";

/**
 * The worker that Cloudflare sends a request to: the one with the most specific route, else the one with the Custom
 * Domain, else one with a `workers.dev` address, for which any host stands here.
 */
export function workerAt(scripts: ReadonlyMap<string, Script>, { hostname, pathname }: URL): string | null {
  const address = `${hostname}${pathname}`;
  const routes = [...scripts].flatMap(([name, script]) =>
    script.routes.filter((route) => matches(route, address)).map((route) => ({ name, route })),
  );
  const [routed] = routes.toSorted((a, b) => b.route.length - a.route.length);
  const owner = (owns: (script: Script) => boolean) => [...scripts].find(([, script]) => owns(script))?.[0];
  return (
    routed?.name ??
    owner(({ domains }) => domains.includes(hostname)) ??
    owner(({ hasAddress }) => hasAddress) ??
    null
  );
}

const matches = (route: string, address: string) =>
  route.endsWith("*") ? address.startsWith(route.slice(0, -1)) : address === route;
