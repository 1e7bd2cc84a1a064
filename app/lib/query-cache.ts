import { type DataTag, hashKey, hydrate, type QueryClient, type QueryKey } from "@tanstack/react-query";
import { readStoredSession } from "#app/lib/auth/stored-session.ts";
import type { EarlyQuery } from "./early-queries.ts";

export interface EarlyResponse extends EarlyQuery {
  userId: string;
  /** Epoch ms. */
  requestedAt: number;
  /** Rejects when the request failed; the app then sends it again. */
  arrival: Promise<unknown>;
  /** Set on arrival. */
  data?: unknown;
  failed?: true;
}

declare global {
  var earlyResponses: EarlyResponse[] | undefined;
}

const USABLE_MS = 15_000;
const PENDING = {
  status: "pending",
  fetchStatus: "idle",
  data: undefined,
  dataUpdateCount: 0,
  dataUpdatedAt: 0,
  error: null,
  errorUpdateCount: 0,
  errorUpdatedAt: 0,
  fetchFailureCount: 0,
  fetchFailureReason: null,
  fetchMeta: null,
  isInvalidated: false,
} as const;

/** Puts the early responses of the signed-in user into the cache, including those still on their way. */
export function seedEarlyResponses(queryClient: QueryClient): void {
  if (!globalThis.earlyResponses) return;
  const userId = readStoredSession()?.user.id;
  const usable = globalThis.earlyResponses.filter(
    (early) => !early.failed && early.userId === userId && Date.now() - early.requestedAt < USABLE_MS,
  );
  globalThis.earlyResponses = undefined;
  const state = { mutations: [], queries: usable.map(dehydrated) };
  // A request that fails on its way has taken its time already.
  hydrate(queryClient, state, { defaultOptions: { queries: { retryDelay: 0 } } });
}

type Shown<Data> = Data | ((shown: Data | undefined) => Data | undefined);

/**
 * Shows what a change returned, or will return. A fetch that began before the change would undo it, so it is dropped.
 */
export async function showStored<Data>(
  queryClient: QueryClient,
  { queryKey }: { queryKey: DataTag<QueryKey, Data, Error> },
  data: NoInfer<Shown<Data>>,
): Promise<void> {
  await queryClient.cancelQueries({ queryKey });
  queryClient.setQueryData(queryKey, data);
}

function dehydrated({ queryKey, requestedAt, arrival, data }: EarlyResponse) {
  const query = { queryKey, queryHash: hashKey(queryKey), dehydratedAt: requestedAt };
  if (data === undefined) return { ...query, state: PENDING, promise: arrival };
  return {
    ...query,
    state: { ...PENDING, status: "success" as const, data, dataUpdatedAt: requestedAt, dataUpdateCount: 1 },
  };
}
