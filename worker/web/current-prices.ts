import type { PricesResponse } from "#core/contract/prices.ts";
import { MINUTE_MS } from "#core/domain/time.ts";
import { REQUEST_ID_HEADER } from "#worker/http-headers.ts";

const FRESH_MS = MINUTE_MS / 2;
/** The page is shown without prices rather than late; the browser then asks for them. */
const WAIT_MS = 3_000;
/** The binding leads to the api worker, whatever the host. */
const ADDRESS = "https://api.internal/api/prices";

let kept: { prices: PricesResponse; readAt: number } | undefined;

/** The price list in force, read by an isolate at most every half a minute; null when that fails, which is reported. */
export async function currentPrices(
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
