/** Made by `npm run build`; `package.json` maps the name to `build/server/index.js`. */
declare module "#server-build" {
  import type { ServerBuild } from "@remix-run/cloudflare";

  const build: ServerBuild;
  export = build;
}
