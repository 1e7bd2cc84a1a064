import { DomainError } from "#core/domain/errors.ts";
import { GATEWAY_ERRORS } from "#core/domain/gateway/error-answers.ts";
import type { Upstream } from "./gateway-context.ts";
import type { GatewayBody } from "./request-body.ts";

/**
 * What of a client's headers the AI service may see. Not `idempotency-key`: behind one credential, two accounts with
 * the same key would get each other's answer. Not `openai-organization`: it is the operator's choice.
 */
const PASSED_ON = ["accept", "openai-beta"] as const;

interface Question {
  request: Request;
  /** Below the operator's address. */
  path: string;
  sent: Pick<GatewayBody, "body" | "contentType">;
}

/**
 * Sends a request on with the operator's credential; redirects are not followed.
 * @throws DomainError `upstream_timeout`, `upstream_error`.
 */
export async function askUpstream(upstream: Upstream, { request, path, sent }: Question): Promise<Response> {
  const limit = new AbortController();
  const timer = setTimeout(() => limit.abort(), upstream.firstByteMs);
  try {
    return await fetch(upstream.url + path, {
      method: request.method,
      headers: headersFor(upstream, request.headers, sent),
      body: sent.body,
      redirect: "manual",
      signal: limit.signal,
    });
  } catch (error) {
    throw limit.signal.aborted ? upstreamTimeout() : upstreamError(error);
  } finally {
    clearTimeout(timer);
  }
}

function headersFor({ apiKey }: Upstream, sent: Headers, { contentType }: Question["sent"]): Headers {
  // Compressed, the answer's token counts could not be read as it passes.
  const headers = new Headers({ "accept-encoding": "identity" });
  for (const name of PASSED_ON) {
    const value = sent.get(name);
    if (value !== null) headers.set(name, value);
  }
  if (contentType !== null) headers.set("content-type", contentType);
  if (apiKey !== null) headers.set("authorization", `Bearer ${apiKey}`);
  return headers;
}

export const upstreamError = (cause?: unknown) =>
  new DomainError("upstream_error", GATEWAY_ERRORS.upstream_error.message, {}, cause);

const upstreamTimeout = () => new DomainError("upstream_timeout", GATEWAY_ERRORS.upstream_timeout.message);
