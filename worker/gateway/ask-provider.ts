import { DomainError } from "#core/domain/errors.ts";
import { GATEWAY_ERRORS } from "#core/domain/gateway/error-responses.ts";
import type { OpenSpan } from "#worker/open-span.ts";
import { type Exchange, patienceMs } from "./exchange.ts";
import type { Upstream } from "./gateway-context.ts";
import { TimedOut } from "./watchdog.ts";

const ANTHROPIC_HOST = /(^|\.)anthropic\.com$/;

/** A request as the provider gets it. */
export interface Forwarded {
  method: string;
  /** Below the provider's address, with its query. */
  path: string;
  headers: Record<string, string>;
  body: BodyInit | null;
  /** The body is still arriving, which may take as long as the request may. */
  arriving?: boolean;
}

/** The client disconnected, and the provider did not respond in the time left. */
export class ClientLeft extends Error {}

/**
 * Sends a request with the operator's credential; redirects are not followed. The wait for it ends with the request's
 * time, and soon after its client has disconnected; the platform then ends the connection with the request.
 * @throws DomainError `upstream_timeout`, `upstream_error`. @throws ClientLeft
 */
export async function askProvider(
  exchange: Exchange,
  { method, path, headers, body, arriving = false }: Forwarded,
): Promise<Response> {
  const { call } = exchange;
  const { upstream } = call.gateway;
  const span = providerSpan(exchange, method);
  exchange.providerSpan = span;
  const own = { ...credential(upstream, headers), "accept-encoding": "identity" };
  const sent = { ...headers, ...own, ...call.trace.outgoing(span) };
  try {
    const limitMs = patienceMs(exchange, arriving ? upstream.exchangeMs : upstream.firstByteMs);
    const responding = fetch(upstream.url + path, { method, body, redirect: "manual", headers: sent });
    const response = await call.watchdog.within(limitMs, responding);
    exchange.firstByteAt = Date.now();
    span?.set({ "http.response.status_code": response.status });
    return response;
  } catch (error) {
    if (call.goneAt !== null) throw new ClientLeft("The client disconnected.", { cause: error });
    throw error instanceof TimedOut ? upstreamTimeout() : upstreamError(error);
  }
}

/** It ends when the exchange is settled. Paths that the operator opened may hold anything. */
function providerSpan({ call: { trace, gateway }, endpoint }: Exchange, method: string): OpenSpan | null {
  if (!trace.isRecorded) return null;
  const template = endpoint === null ? undefined : endpoint.path;
  return trace.begin(template === undefined ? method : `${method} ${template}`, {
    "http.request.method": method,
    "url.template": template,
    "server.address": new URL(gateway.upstream.url).hostname,
  });
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
