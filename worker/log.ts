import { BUILD } from "./build-info.ts";

/** A response that took longer is logged. Streams and files count until they begin. */
const SLOW_MS = 2_000;

/** One event of a worker. Never a query string, a body, a key or a token. */
interface LogLine {
  event: string;
  worker: "web" | "api" | "rollup";
  [detail: string]: unknown;
}

/** Writes one JSON line, with the build that wrote it. */
export function logEvent(level: "log" | "warn" | "error", line: LogLine): void {
  const { version, commit } = BUILD;
  console[level](JSON.stringify({ ...line, version, commit }));
}

interface FinishedRequest {
  worker: "web" | "api";
  requestId: string;
  method: string;
  /** The route, never the address: that may hold a token or a key. */
  route: string;
  status: number;
  /** Epoch ms. */
  startedAt: number;
  now: number;
}

/** One line for a response that failed or was slow; nothing for any other. */
export function logRequest({ startedAt, now, requestId, ...finished }: FinishedRequest): void {
  const ms = now - startedAt;
  const event = finished.status >= 500 ? "answer_failed" : ms > SLOW_MS ? "answer_slow" : null;
  if (event) logEvent("warn", { event, request_id: requestId, ...finished, ms });
}
