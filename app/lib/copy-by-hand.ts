let offered: string | null = null;
const listeners = new Set<() => void>();

/** Shows a text to be copied by hand; null shows none. */
export function offerCopyByHand(text: string | null): void {
  offered = text;
  for (const listener of listeners) listener();
}

export const offeredText = (): string | null => offered;

export function subscribeToOffers(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
