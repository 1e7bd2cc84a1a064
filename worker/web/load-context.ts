import type { AppLoadContext } from "@remix-run/cloudflare";
import type { PlatformProxy } from "wrangler";
import { type PublicConfig, readPublicConfig, type WebEnv } from "./env.ts";
import { securityHeaders } from "./security-headers.ts";

type Cloudflare = Omit<PlatformProxy<WebEnv>, "dispose">;

declare module "@remix-run/cloudflare" {
  interface AppLoadContext {
    /** What the browser may know. */
    config: PublicConfig;
    /** Allows this answer's own inline scripts, and no others. */
    nonce: string;
    pageHeaders: Record<string, string>;
  }
}

/** What loaders and the server entry are given, in workerd and under Vite alike. */
export function getLoadContext({
  context,
}: {
  request: Request;
  context: { cloudflare: Cloudflare };
}): AppLoadContext {
  const config = readPublicConfig(context.cloudflare.env);
  const nonce = createNonce();
  return { config, nonce, pageHeaders: securityHeaders(nonce, config.supabaseUrl) };
}

function createNonce(): string {
  return btoa(String.fromCharCode(...crypto.getRandomValues(new Uint8Array(16))));
}
