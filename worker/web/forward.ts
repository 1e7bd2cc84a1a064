import type { ErrorBody } from "#core/contract/errors.ts";
import { apiPath } from "#core/domain/gateway/api-path.ts";
import { REQUEST_ID_HEADER, STRICT_TRANSPORT } from "#worker/http-headers.ts";
import { logEvent } from "#worker/log.ts";

/** The worker that serves a path of the browser's origin, and the path's name in logs; null for a page or file of our own. */
export function forwardedTo<Worker>(
  pathname: string,
  { API, GATEWAY }: { API: Worker; GATEWAY: Worker },
): { worker: Worker; route: "/api" | "/v1" } | null {
  if (pathname === "/api" || pathname.startsWith("/api/")) return { worker: API, route: "/api" };
  return apiPath(pathname) === null ? null : { worker: GATEWAY, route: "/v1" };
}

interface Forwarded {
  requestId: string;
  /** `traceparent` and `tracestate`, in place of the client's. */
  trace?: Record<string, string>;
}

/** The other worker's response unchanged, or a 502 like api's own errors. All their responses have a request id. */
export async function forward(
  request: Request,
  worker: Pick<Fetcher, "fetch">,
  { requestId, trace = {} }: Forwarded,
): Promise<Response> {
  try {
    const sent = new Request(request, await bufferedBody(request));
    sent.headers.set(REQUEST_ID_HEADER, requestId);
    for (const name of ["traceparent", "tracestate"]) sent.headers.delete(name);
    for (const [name, value] of Object.entries(trace)) sent.headers.set(name, value);
    const response = await worker.fetch(sent);
    if (response.headers.has("x-request-id")) return response;
    throw new Error(`Response ${response.status} without a request id`);
  } catch (error) {
    return unreachable(error, requestId);
  }
}

/** Twice as much as `/api` takes. */
const BUFFERED_MAX = 64 * 1024;

/** Reads small bodies here: after one that api refuses unread, workerd closes the connection without notice. */
async function bufferedBody(request: Request): Promise<RequestInit> {
  const length = Number(request.headers.get("content-length") ?? Number.NaN);
  return request.body && length <= BUFFERED_MAX ? { body: await request.arrayBuffer() } : {};
}

function unreachable(error: unknown, requestId: string): Response {
  const cause = error instanceof Error ? error.message : typeof error;
  logEvent("error", { event: "api_unreachable", worker: "web", request_id: requestId, cause });
  const body: ErrorBody = {
    error: "The service is not responding. Please try again shortly.",
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
