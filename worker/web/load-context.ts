import type { AppLoadContext } from "@remix-run/cloudflare";
import type { PlatformProxy } from "wrangler";
import type { PricesResponse } from "#core/contract/prices.ts";
import { describeError, logEvent } from "#worker/log.ts";
import { currentPrices } from "./current-prices.ts";
import { type PublicConfig, readPublicConfig, type WebEnv } from "./env.ts";
import { securityHeaders } from "./security-headers.ts";

type Cloudflare = Omit<PlatformProxy<WebEnv>, "dispose">;

declare module "@remix-run/cloudflare" {
  interface AppLoadContext {
    config: PublicConfig;
    /** Allows only this response's own inline scripts. */
    nonce: string;
    pageHeaders: Record<string, string>;
    /** The price list in force; null when it can't be read, which is logged. */
    prices: () => Promise<PricesResponse | null>;
    /** Logs a failure with the request's id, without anything else of the request. */
    report: (error: unknown) => void;
  }
}

/** For loaders and the server entry, in workerd and under Vite alike. */
export function getLoadContext({
  context,
  requestId = crypto.randomUUID(),
}: {
  request: Request;
  context: { cloudflare: Cloudflare };
  requestId?: string;
}): AppLoadContext {
  const { env } = context.cloudflare;
  const config = readPublicConfig(env);
  const nonce = createNonce();
  const report = (error: unknown) => reportPage(requestId, error);
  const prices = () => currentPrices(env.API, requestId, report);
  return { config, nonce, pageHeaders: securityHeaders(nonce, config.supabaseUrl), prices, report };
}

export function reportPage(requestId: string, error: unknown): void {
  const causes = describeError(error);
  logEvent("error", { event: "page_failed", worker: "web", request_id: requestId, causes });
}

function createNonce(): string {
  return btoa(String.fromCharCode(...crypto.getRandomValues(new Uint8Array(16))));
}
