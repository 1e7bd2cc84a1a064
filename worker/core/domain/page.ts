import { DomainError } from "./errors.ts";

export const UNKNOWN_CURSOR = "This cursor is not valid for this list.";

export const unknownCursor = () => new DomainError("invalid_request", UNKNOWN_CURSOR, { field: "cursor" });

/** An opaque cursor from the non-negative integers that order a list. */
export const formatCursor = (...position: number[]) =>
  position.map((number) => number.toString(36)).join("-");

/** @throws DomainError `invalid_request` unless the cursor holds exactly `length` numbers. */
export function parseCursor(cursor: string, length: number): number[] {
  const position = cursor
    .split("-")
    .map((text) => (/^[0-9a-z]{1,11}$/.test(text) ? Number.parseInt(text, 36) : Number.NaN));
  if (position.length !== length || !position.every(Number.isSafeInteger)) throw unknownCursor();
  return position;
}

/** A page of a list. `rows` were read with one more than `limit`, which shows that there is a next page. */
export function cutPage<Row, Item>(
  rows: readonly Row[],
  limit: number,
  { item, cursor }: { item: (row: Row) => Item; cursor: (last: Row) => string },
): { items: Item[]; next_cursor: string | null } {
  const page = rows.slice(0, limit);
  const last = page.at(-1);
  return { items: page.map(item), next_cursor: last && rows.length > limit ? cursor(last) : null };
}
