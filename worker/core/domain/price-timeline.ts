/** Lists with exactly the same models have the same number in `prices`. */
export interface StoredPriceList {
  id: number;
  from: number;
  createdAt: number;
  prices: number;
}

/** A list whose prices differ from those before it; they count until the next one begins. */
export interface PriceChange {
  id: number;
  from: number;
  /** Null for the last one. */
  until: number | null;
}

/** A `replaced` or `canceled` list never came into force: another list took its place, or none did. */
export const PRICE_LIST_STATES = ["scheduled", "in_force", "past", "replaced", "canceled"] as const;
type PriceListState = (typeof PRICE_LIST_STATES)[number];

export interface PriceListStatus extends PriceChange {
  state: PriceListState;
  /** The list whose prices it changed, or would have changed. */
  before: number | null;
}

/**
 * The lists that change prices, the first to begin first. Of those that begin together, the last one stored counts. A
 * list with the same prices as the one before it isn't a change: canceling leaves such copies behind.
 */
export function priceChanges(lists: readonly StoredPriceList[]): PriceChange[] {
  const lastOf = new Map(lists.toSorted((a, b) => a.id - b.id).map((list) => [list.from, list]));
  const inOrder = [...lastOf.values()].sort((a, b) => a.from - b.from);
  const changes = inOrder.filter(({ prices }, i) => prices !== inOrder[i - 1]?.prices);
  return changes.map(({ id, from }, i) => ({ id, from, until: changes[i + 1]?.from ?? null }));
}

/** Null before the first list. */
export const changeInForce = (changes: readonly PriceChange[], at: number): PriceChange | null =>
  changes.findLast(({ from }) => from <= at) ?? null;

/**
 * What became of every list that ever changed prices or was going to, the latest to begin first: the desk and the
 * commands show this and nothing else. The copies that canceling and publishing store aren't in it.
 */
export function priceListHistory(lists: readonly StoredPriceList[], now: number): PriceListStatus[] {
  const stored = lists.toSorted((a, b) => a.id - b.id);
  const ended = new Map<number, Pick<PriceListStatus, "id" | "from" | "state">>();
  let changes: PriceChange[] = [];
  for (let i = 0, next = 0; i < stored.length; i = next) {
    next = endOfPublication(stored, i);
    const publication = stored.slice(i, next);
    const earlier = changes;
    changes = priceChanges(stored.slice(0, next));
    const isChange = ({ id }: { id: number }) => changes.some((change) => change.id === id);
    const begins = new Set(publication.some(isChange) ? [] : publication.map(({ from }) => from));
    for (const { id, from } of earlier.filter((list) => !isChange(list)))
      ended.set(id, { id, from, state: begins.has(from) ? "canceled" : "replaced" });
  }
  for (const { id } of changes) ended.delete(id);
  const all = [
    ...changes.map((change) => ({ ...change, state: stateAt(now, change) })),
    ...[...ended.values()].map((list) => ({ ...list, until: null })),
  ];
  return all
    .map((list) => ({ ...list, before: changeInForce(changes, list.from - 1)?.id ?? null }))
    .sort((a, b) => b.from - a.from || b.id - a.id);
}

/** One publication stores its copies together with it, with the same prices. */
function endOfPublication(stored: readonly StoredPriceList[], start: number): number {
  const first = stored[start];
  const end = stored.findIndex(
    ({ createdAt, prices }, i) => i > start && (createdAt !== first?.createdAt || prices !== first.prices),
  );
  return end === -1 ? stored.length : end;
}

function stateAt(now: number, { from, until }: PriceChange): PriceListState {
  if (from > now) return "scheduled";
  return until !== null && until <= now ? "past" : "in_force";
}
