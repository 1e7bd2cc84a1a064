import { cloudflareDevProxyVitePlugin, vitePlugin as remix } from "@remix-run/dev";
import tailwindcss from "@tailwindcss/vite";
import { defineConfig, type Rollup } from "vite";
import { browserChunk } from "./scripts/browser-chunk.ts";
import { codeFiles } from "./scripts/code-files/vite-plugin.ts";
import { documentation } from "./scripts/documentation/vite-plugin.ts";
import { inlineScripts } from "./scripts/inline-script/vite-plugin.ts";
import { getLoadContext } from "./worker/web/load-context.ts";

declare module "@remix-run/cloudflare" {
  interface Future {
    v3_singleFetch: true;
  }
}

/** Set by `npm run dev`: where the api worker listens, and the configuration with this stack's addresses. */
const { LATCHKEY_API_ORIGIN, LATCHKEY_WEB_CONFIG = "./wrangler.toml" } = process.env;

/** As latchkey-web does: see `forwardedTo`. */
const FORWARDED =
  "^/(api|/*[vV]1|chat/completions|completions|responses|messages|embeddings|moderations|rerank|images/(generations|edits)|audio/(speech|transcriptions|translations)|models)(/|$)";

const fewFiles: Rollup.RollupOptions = {
  output: { manualChunks: browserChunk, onlyExplicitManualChunks: true, experimentalMinChunkSize: 1_000 },
  onwarn(warning, warn) {
    // Circular chunks run too early and the page never hydrates. Merging less avoids it; 1 merges nothing.
    if (warning.code === "CIRCULAR_CHUNK")
      throw new Error(`${warning.message} Lower experimentalMinChunkSize in vite.config.ts.`);
    warn(warning);
  },
};

export default defineConfig(({ isSsrBuild }) => ({
  plugins: [
    cloudflareDevProxyVitePlugin({ getLoadContext, configPath: LATCHKEY_WEB_CONFIG, persist: false }),
    tailwindcss(),
    documentation(),
    inlineScripts(),
    codeFiles(),
    remix({
      future: {
        v3_fetcherPersist: true,
        v3_relativeSplatPath: true,
        v3_throwAbortReason: true,
        v3_singleFetch: true,
        // Every page brings the whole list of routes: asking for parts of it can fail, and reloads old tabs.
        v3_lazyRouteDiscovery: false,
        v3_routeConfig: true,
      },
    }),
  ],
  // Known from the start: a dependency found while a page loads would reload it.
  optimizeDeps: {
    entries: ["app/entry.client.tsx", "app/root.tsx", "app/routes/**/*.tsx", "app/features/**/*-page.tsx"],
  },
  // The styles need these browsers anyway (https://tailwindcss.com/docs/compatibility); older ones cost code.
  build: {
    target: ["chrome111", "firefox128", "safari16.4"],
    ...(!isSsrBuild && { rollupOptions: fewFiles }),
  },
  resolve: { mainFields: ["browser", "module", "main"] },
  ssr: {
    resolve: { conditions: ["workerd", "worker", "browser"], externalConditions: ["workerd", "worker"] },
  },
  server: {
    host: "127.0.0.1",
    strictPort: true,
    ...(LATCHKEY_API_ORIGIN && { proxy: { [FORWARDED]: LATCHKEY_API_ORIGIN } }),
    watch: { ignored: ["**/.wrangler/**", "**/.local/**", "**/build/**"] },
  },
}));
