import { DomainError } from "#core/domain/errors.ts";
import { GATEWAY_ERRORS } from "#core/domain/gateway/error-responses.ts";
import type { Exchange } from "./exchange.ts";
import type { Upstream } from "./gateway-context.ts";

const ANTHROPIC_HOST = /(^|\.)anthropic\.com$/;

/** A request as the provider gets it. */
export interface Forwarded {
  method: string;
  /** Below the provider's address, with its query. */
  path: string;
  headers: Record<string, string>;
  body: BodyInit | null;
}

/** The client disconnected, and the provider did not respond in the time left. */
export class ClientLeft extends Error {}

/**
 * Sends a request with the operator's credential; redirects are not followed.
 * @param disconnected aborted when the client disconnects; the response is awaited a while longer.
 * @throws DomainError `upstream_timeout`, `upstream_error`. @throws ClientLeft
 */
export async function askProvider(
  exchange: Exchange,
  { method, path, headers, body }: Forwarded,
  disconnected: AbortSignal,
): Promise<Response> {
  const { upstream } = exchange.gateway;
  const { url, firstByteMs, abandonedMs } = upstream;
  const limit = new AbortController();
  const timers = [setTimeout(() => limit.abort(), firstByteMs)];
  const leave = () => {
    exchange.goneAt ??= Date.now();
    timers.push(setTimeout(() => limit.abort(), abandonedMs));
  };
  if (disconnected.aborted) leave();
  else disconnected.addEventListener("abort", leave, { once: true });
  try {
    const response = await fetch(url + path, {
      ...{ method, body, redirect: "manual", signal: limit.signal },
      headers: { ...headers, ...credential(upstream, headers), "accept-encoding": "identity" },
    });
    exchange.firstByteAt = Date.now();
    return response;
  } catch (error) {
    if (exchange.goneAt !== null) throw new ClientLeft("The client disconnected.", { cause: error });
    throw limit.signal.aborted ? upstreamTimeout() : upstreamError(error);
  } finally {
    for (const timer of timers) clearTimeout(timer);
  }
}

/** Anthropic itself takes only its own header; servers with Anthropic's API beside OpenAI's may want either. */
function credential({ url, apiKey }: Upstream, headers: Record<string, string>): Record<string, string> {
  if (apiKey === null) return {};
  const bearer = { authorization: `Bearer ${apiKey}` };
  if (!("anthropic-version" in headers)) return bearer;
  return { "x-api-key": apiKey, ...(!ANTHROPIC_HOST.test(new URL(url).hostname) && bearer) };
}

export const upstreamError = (cause?: unknown) =>
  new DomainError("upstream_error", GATEWAY_ERRORS.upstream_error.message, {}, cause);

export const upstreamTimeout = () =>
  new DomainError("upstream_timeout", GATEWAY_ERRORS.upstream_timeout.message);
