import type { ErrorBody } from "#core/contract/errors.ts";
import { logEvent } from "../log.ts";
import { REQUEST_ID_HEADER } from "../request-id.ts";
import { STRICT_TRANSPORT } from "../strict-transport.ts";

/** One origin for the browser: these paths are the api worker's, and no others, however they are spelled. */
export const isApiPath = (pathname: string) => /^\/(api|v1)(\/|$)/.test(pathname);

/** The api worker's answer as it is; if there is none, a 502 like its own errors. Each of its own has a request id. */
export async function forward(
  request: Request,
  api: Pick<Fetcher, "fetch">,
  requestId: string,
): Promise<Response> {
  try {
    const sent = new Request(request);
    sent.headers.set(REQUEST_ID_HEADER, requestId);
    const answer = await api.fetch(sent);
    if (answer.headers.has("x-request-id")) return answer;
    throw new Error(`An answer ${answer.status} that is not the api worker's`);
  } catch (error) {
    return noAnswer(error, requestId);
  }
}

function noAnswer(error: unknown, requestId: string): Response {
  const cause = error instanceof Error ? error.message : typeof error;
  logEvent("error", { event: "api_unreachable", worker: "web", request_id: requestId, cause });
  const body: ErrorBody = {
    error: "The service does not answer. Please try again shortly.",
    code: "api_unreachable",
    request_id: requestId,
  };
  const headers = {
    "x-request-id": requestId,
    "cache-control": "no-store",
    "x-content-type-options": "nosniff",
    "content-security-policy": "default-src 'none'; frame-ancestors 'none'",
    "strict-transport-security": STRICT_TRANSPORT,
  };
  return Response.json(body, { status: 502, headers });
}
