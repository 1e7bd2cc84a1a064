import { DomainError } from "./errors.ts";

export const UNKNOWN_CURSOR = "The cursor is not one that this list gave out.";

export const unknownCursor = () => new DomainError("invalid_request", UNKNOWN_CURSOR, { field: "cursor" });

/** A place in a list as an opaque text: the whole numbers, from 0 up, that order the list. */
export function cursorAt(...place: number[]): string {
  return place.map((part) => part.toString(36)).join("-");
}

/** @throws DomainError `invalid_request` unless the cursor holds exactly so many numbers. */
export function placeOf(cursor: string, length: number): number[] {
  const parts = cursor.split("-");
  const place = parts.map((part) => (/^[0-9a-z]{1,11}$/.test(part) ? Number.parseInt(part, 36) : Number.NaN));
  if (parts.length !== length || !place.every(Number.isSafeInteger)) throw unknownCursor();
  return place;
}

/**
 * A page of a list, out of rows that were read with one more than `limit`: that one shows there is a next page.
 */
export function cutPage<Row, Item>(
  rows: readonly Row[],
  limit: number,
  { item, cursor }: { item: (row: Row) => Item; cursor: (last: Row) => string },
): { items: Item[]; next_cursor: string | null } {
  const page = rows.slice(0, limit);
  const last = page.at(-1);
  return { items: page.map(item), next_cursor: last && rows.length > limit ? cursor(last) : null };
}
