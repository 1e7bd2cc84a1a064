import { type Finding, findingOf } from "./findings.ts";
import { failureOf } from "./service-request.ts";

const PATIENCE_MS = 10_000;
const ANTHROPIC_HOST = /(^|\.)anthropic\.com$/;
const ANTHROPIC_VERSION = "2023-06-01";

interface ProviderSettings {
  UPSTREAM_URL?: string | undefined;
  UPSTREAM_API_KEY?: string | undefined;
}

/**
 * Lists the provider's models with the operator's key: free, and refused like any other request. Only a refusal of the
 * key itself is `failed`: this machine may be offline, and a key may be limited to what the gateway sends.
 */
export async function checkProvider({ UPSTREAM_URL, UPSTREAM_API_KEY }: ProviderSettings): Promise<Finding> {
  if (!UPSTREAM_URL || !URL.canParse(UPSTREAM_URL))
    return warning("UPSTREAM_URL is no address, so the provider wasn't asked.", SET_URL);
  const url = new URL(`${UPSTREAM_URL.replace(/\/+$/, "")}/models`);
  const shown = `${url.host}${url.pathname}`;
  try {
    const response = await fetch(url, {
      headers: credential(url, UPSTREAM_API_KEY ?? ""),
      redirect: "manual",
      signal: AbortSignal.timeout(PATIENCE_MS),
    });
    await response.body?.cancel();
    return UPSTREAM_API_KEY ? withKey(response.status, shown) : withoutKey(response.status, shown);
  } catch (error) {
    return warning(`${shown} ${failureOf(error, PATIENCE_MS)}.`, SET_URL);
  }
}

/** As the gateway sends it. */
function credential({ hostname }: URL, key: string): Record<string, string> {
  if (key === "") return {};
  if (ANTHROPIC_HOST.test(hostname)) return { "x-api-key": key, "anthropic-version": ANTHROPIC_VERSION };
  return { authorization: `Bearer ${key}` };
}

const SET_URL =
  "Check UPSTREAM_URL in worker/gateway/wrangler.toml: the provider's base URL with its path, which usually ends in /v1";
const SET_KEY = "Set UPSTREAM_API_KEY in the file of secrets: your API key at the provider";

const finding = findingOf("upstream provider");
const warning = (detail: string, todo: string) => finding("warning", detail, todo);
const failed = (detail: string, todo: string) => finding("failed", detail, todo);

function withKey(status: number, shown: string): Finding {
  if (status === 401)
    return failed(
      `${shown} returned 401: the provider refuses UPSTREAM_API_KEY, and so every request of your customers.`,
      "Create a new API key at the provider and set UPSTREAM_API_KEY in the file of secrets",
    );
  if (status === 403)
    return warning(
      `${shown} returned 403: UPSTREAM_API_KEY may not list models, or isn't allowed here at all.`,
      "Check the key's permissions at the provider. It must be able to send requests to the models you sell",
    );
  return accepted(status, shown) ?? finding("ok", `${shown} accepts UPSTREAM_API_KEY.`);
}

function withoutKey(status: number, shown: string): Finding {
  if (status === 401 || status === 403)
    return failed(
      `UPSTREAM_API_KEY is empty, and ${shown} returned ${status}: the provider refuses requests without a key.`,
      SET_KEY,
    );
  return (
    accepted(status, shown) ??
    finding(
      "hint",
      `UPSTREAM_API_KEY is empty, and ${shown} responds without it.`,
      `Nothing, if your provider needs no key. ${SET_KEY} otherwise`,
    )
  );
}

/** Null for success. */
function accepted(status: number, shown: string): Finding | null {
  if (status >= 200 && status < 300) return null;
  if (status >= 300 && status < 400)
    return warning(
      `${shown} returned ${status}: it redirects, and the gateway doesn't follow redirects.`,
      SET_URL,
    );
  if (status === 404 || status === 405)
    return warning(`${shown} returned ${status}: there is no list of models.`, SET_URL);
  return warning(
    `${shown} returned ${status}, so it isn't known whether the provider accepts UPSTREAM_API_KEY.`,
    "Check the provider's status page, then run this again",
  );
}
