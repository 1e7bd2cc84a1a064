import { DomainError } from "#core/domain/errors.ts";
import { GATEWAY_ERRORS } from "#core/domain/gateway/error-answers.ts";
import type { Upstream } from "./gateway-context.ts";
import type { GatewayBody } from "./request-body.ts";
import { EXCHANGE_MAX_MS } from "./timed-read.ts";
import { unshared } from "./unshared.ts";
import { upstreamUrl } from "./upstream-url.ts";

/**
 * What of a client's headers the AI service may see. Not `idempotency-key`: behind one credential, two accounts with
 * the same key would get each other's answer. Not `openai-organization`: it is the operator's choice.
 */
const PASSED_ON = ["accept", "content-type", "openai-beta"] as const;

interface Question {
  request: Request;
  sent: Pick<GatewayBody, "body" | "movedAt">;
}

/**
 * Sends a request on with the operator's credential; redirects are not followed.
 * @throws DomainError `upstream_timeout`, `upstream_error`.
 */
export async function askUpstream(upstream: Upstream, { request, sent }: Question): Promise<Response> {
  const { body } = sent;
  const limit = new AbortController();
  const stop = giveUpAfter(upstream.firstByteMs, sent, () => limit.abort());
  try {
    return await fetch(upstreamUrl(upstream.url, new URL(request.url)), {
      method: request.method,
      headers: headersFor(upstream, request.headers),
      body: body instanceof Uint8Array ? unshared(body) : body,
      redirect: "manual",
      signal: limit.signal,
    });
  } catch (error) {
    if (error instanceof DomainError) throw error;
    throw limit.signal.aborted ? upstreamTimeout() : upstreamError(error);
  } finally {
    stop();
  }
}

/** Counted from the last piece of the body: a slow client is not the AI service's fault. Bounded all the same. */
function giveUpAfter(ms: number, { movedAt }: Question["sent"], giveUp: () => void): () => void {
  const began = Date.now();
  let timer: ReturnType<typeof setTimeout> | undefined;
  const look = () => {
    const end = Math.min(Math.max(began, movedAt()) + ms, began + EXCHANGE_MAX_MS);
    const left = end - Date.now();
    if (left <= 0) giveUp();
    else timer = setTimeout(look, left);
  };
  look();
  return () => clearTimeout(timer);
}

function headersFor({ apiKey }: Upstream, sent: Headers): Headers {
  // Compressed, the answer's token counts could not be read as it passes.
  const headers = new Headers({ "accept-encoding": "identity" });
  for (const name of PASSED_ON) {
    const value = sent.get(name);
    if (value !== null) headers.set(name, value);
  }
  if (apiKey !== null) headers.set("authorization", `Bearer ${apiKey}`);
  return headers;
}

export const upstreamError = (cause?: unknown) =>
  new DomainError("upstream_error", GATEWAY_ERRORS.upstream_error.message, {}, cause);

const upstreamTimeout = () => new DomainError("upstream_timeout", GATEWAY_ERRORS.upstream_timeout.message);
