import { localStore } from "#app/lib/local-store.ts";
import { isMonth, isRolling, type Month, type Range } from "#core/domain/ranges.ts";

/** The range in the address and in requests to the API. `from` (included) and `to` (not included) are ISO instants. */
export type ChosenRange = { range: Range | Month } | { range: "custom"; from: string; to: string };

const RANGE_PARAM = "range";
const FROM_PARAM = "from";
const TO_PARAM = "to";
const DEFAULT_RANGE: ChosenRange = { range: "24h" };
const RANGE_STORAGE_KEY = "latchkey-range";

/** The last chosen range is kept in localStorage as it is in an address. */
const useStoredText = localStore(RANGE_STORAGE_KEY, (stored) => stored ?? "");

/** Null for no range and for one that isn't valid, so that an old link still opens. */
export function rangeIn(search: URLSearchParams): ChosenRange | null {
  const requested = search.get(RANGE_PARAM) ?? "";
  if (isRolling(requested) || isMonth(requested)) return { range: requested };
  const [from, to] = [instantIn(search, FROM_PARAM), instantIn(search, TO_PARAM)];
  return requested === "custom" && from && to && from < to ? { range: "custom", from, to } : null;
}

function instantIn(search: URLSearchParams, name: string): string | null {
  const instant = Date.parse(search.get(name) ?? "");
  return Number.isNaN(instant) ? null : new Date(instant).toISOString();
}

const storedRange = (text: string) => rangeIn(new URLSearchParams(text)) ?? DEFAULT_RANGE;

/** The range of an address, or else the last chosen one; the last 24 hours on the server. */
export function parseRange(search: URLSearchParams): ChosenRange {
  return rangeIn(search) ?? lastRange();
}

function lastRange(): ChosenRange {
  if (typeof localStorage === "undefined") return DEFAULT_RANGE;
  return storedRange(localStorage.getItem(RANGE_STORAGE_KEY) ?? "");
}

/** The last chosen range, and the way to keep another one. */
export function useLastRange(): [ChosenRange, (chosen: ChosenRange) => void] {
  const [text, write] = useStoredText();
  return [storedRange(text), (chosen) => write(String(withRange(new URLSearchParams(), chosen)))];
}

export function withRange(search: URLSearchParams, chosen: ChosenRange): URLSearchParams {
  const next = new URLSearchParams(search);
  next.set(RANGE_PARAM, chosen.range);
  next.delete(FROM_PARAM);
  next.delete(TO_PARAM);
  if (chosen.range === "custom") {
    next.set(FROM_PARAM, chosen.from);
    next.set(TO_PARAM, chosen.to);
  }
  return next;
}

/** The range that the API returned figures for. */
export const chosenOf = ({ range, from, to }: { range: ChosenRange["range"]; from: string; to: string }) =>
  range === "custom" ? { range, from, to } : { range };

/** For a link to another page, which shows the last chosen range if its address has none. */
export const linkRange = (chosen: ChosenRange): URLSearchParams =>
  chosen.range === DEFAULT_RANGE.range && lastRange().range === DEFAULT_RANGE.range
    ? new URLSearchParams()
    : withRange(new URLSearchParams(), chosen);
