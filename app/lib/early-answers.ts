import { readStoredSession } from "./stored-session.ts";

/** An answer of the API that the page asked for before its code was there. */
export interface EarlyAnswer {
  /** On whose behalf. */
  userId: string;
  /** Epoch ms. */
  askedAt: number;
  /** Settles when it is there, or is known not to come. */
  arrived: Promise<unknown>;
  /** The JSON of a successful one. */
  data?: unknown;
}

declare global {
  var earlyAnswers: Map<string, EarlyAnswer> | undefined;
}

const USABLE_MS = 15_000;

/**
 * For the query that asks for this address: the early answer where there is one, else what `ask` brings. Each is used
 * once, and only for whom it was asked.
 * @param address path and query, as `early-addresses.ts` writes them.
 */
export const orEarly = <T>(address: string, ask: (signal: AbortSignal) => Promise<T>) => ({
  initialData: () => taken<T>(address, ({ data }) => data !== undefined),
  queryFn: async ({ signal }: { signal: AbortSignal }): Promise<T> => {
    const early = globalThis.earlyAnswers?.get(address);
    await early?.arrived;
    // A card that is drawn anew cancels its query and starts another, which may have the answer.
    signal.throwIfAborted();
    return taken<T>(address) ?? ask(signal);
  },
});

/** Typed by trust in our own API, as every answer of it is. */
function taken<T>(address: string, isWanted: (early: EarlyAnswer) => boolean = () => true): T | undefined {
  const early = globalThis.earlyAnswers?.get(address);
  if (!early || !isWanted(early)) return undefined;
  globalThis.earlyAnswers?.delete(address);
  const isUsable = Date.now() - early.askedAt < USABLE_MS && readStoredSession()?.user.id === early.userId;
  return isUsable ? (early.data as T) : undefined;
}
