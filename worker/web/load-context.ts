import type { AppLoadContext } from "@remix-run/cloudflare";
import type { PlatformProxy } from "wrangler";
import type { PricesResponse } from "#core/contract/prices.ts";
import { MINUTE_MS } from "#core/domain/time.ts";
import { newRequestId, REQUEST_ID_HEADER } from "#worker/http-headers.ts";
import { describeError, logEvent } from "#worker/log.ts";
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
  requestId = newRequestId(),
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

const FRESH_MS = MINUTE_MS / 2;
/** The page is shown without prices rather than late; the browser then asks for them. */
const WAIT_MS = 3_000;
/** The binding leads to the api worker, whatever the host. */
const ADDRESS = "https://api.internal/api/prices";

let kept: { prices: PricesResponse; readAt: number } | undefined;

/** The price list in force, read by an isolate at most every half a minute; null when that fails, which is reported. */
async function currentPrices(
  api: Pick<Fetcher, "fetch">,
  requestId: string,
  report: (error: unknown) => void,
): Promise<PricesResponse | null> {
  if (kept && Date.now() - kept.readAt < FRESH_MS) return kept.prices;
  try {
    const headers = { [REQUEST_ID_HEADER]: requestId };
    const response = await api.fetch(ADDRESS, { headers, signal: AbortSignal.timeout(WAIT_MS) });
    if (!response.ok) throw new Error(`The price list returned ${response.status}.`);
    kept = { prices: await response.json(), readAt: Date.now() };
    return kept.prices;
  } catch (error) {
    report(error);
    return null;
  }
}
