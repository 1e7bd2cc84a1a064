import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";

interface Loaded {
  module: string;
  imports?: string[];
}

interface BrowserManifest {
  entry: Loaded;
  routes: Record<string, (Loaded & { parentId?: string }) | undefined>;
}

/**
 * The scripts in the HTML of this route's page: everything a browser loads before the page is interactive.
 * @param client the built client's folder.
 * @throws Error when there is no such route, or no build.
 */
export function scriptsOfRoute(client: string, routeId: string): string[] {
  const { entry, routes } = readManifest(client);
  const loaded = [entry];
  for (let id: string | undefined = routeId; id !== undefined; id = routes[id]?.parentId) {
    const route = routes[id];
    if (!route) throw new Error(`The build has no route ${id}.`);
    loaded.push(route);
  }
  const files = loaded.flatMap(({ module, imports = [] }) => [module, ...imports]);
  return [...new Set(files)].map((file) => join(client, file));
}

/** The build writes it as a script that sets a global. */
function readManifest(client: string): BrowserManifest {
  const [file] = globSync("assets/manifest-*.js", { cwd: client });
  if (file === undefined) throw new Error(`${client} holds no build. Run npm run build.`);
  const text = readFileSync(join(client, file), "utf8");
  return JSON.parse(text.replace(/^window\.__remixManifest=/, "").replace(/;\s*$/, ""));
}
