/** An answer that took longer is worth a line. Streams and files count until they begin. */
const SLOW_MS = 2_000;

interface AnsweredRequest {
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

/** One JSON line for an answer that failed or was slow; nothing for any other. */
export function logRequest({ startedAt, now, requestId, ...answered }: AnsweredRequest): void {
  const ms = now - startedAt;
  const event = answered.status >= 500 ? "answer_failed" : ms > SLOW_MS ? "answer_slow" : null;
  if (event) console.warn(JSON.stringify({ event, request_id: requestId, ...answered, ms }));
}
