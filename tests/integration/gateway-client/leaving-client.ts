import { until } from "#tests/support/limits.ts";
import type { OpenAiEdge } from "./openai-edge.ts";

/** Aborts when its caller does, but not before the provider has the request: a busy machine may be slow. */
export const abortedAtTheProvider =
  ({ upstream }: OpenAiEdge): typeof fetch =>
  (input, init) => {
    const before = upstream.received.length;
    const hasArrived = () => upstream.received.length > before;
    const abort = new AbortController();
    init?.signal?.addEventListener("abort", () => {
      void until(hasArrived).finally(() => abort.abort());
    });
    return fetch(input, { ...init, signal: abort.signal });
  };

/** Status and outcome: the gateway may have the whole response before it notices that its client has disconnected. */
export const LEFT_OR_COMPLETED = [
  [499, 3],
  [200, 1],
];
