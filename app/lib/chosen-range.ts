import { addressOf, type Parameter, textParameter } from "#app/lib/address.ts";
import { localStore } from "#app/lib/local-store.ts";
import { isMonth, isRolling, type Month, type Range } from "#core/domain/ranges.ts";

/** The range in the address and in requests to the API. `from` (included) and `to` (not included) are ISO instants. */
export type ChosenRange = { range: Range | Month } | { range: "custom"; from: string; to: string };

/** As an ISO instant. */
const instantParameter = (name: string): Parameter<string | null> => ({
  name,
  parse(text) {
    const instant = Date.parse(text ?? "");
    return Number.isNaN(instant) ? null : new Date(instant).toISOString();
  },
  print: (instant) => instant,
});

const rangeAddress = addressOf({
  range: textParameter("range"),
  from: instantParameter("from"),
  to: instantParameter("to"),
});
const DEFAULT_RANGE: ChosenRange = { range: "24h" };
const RANGE_STORAGE_KEY = "latchkey-range";

/** The last chosen range is kept in localStorage as it is in an address. */
const useStoredText = localStore(RANGE_STORAGE_KEY, (stored) => stored ?? "");

/** Null for no range and for one that isn't valid, so that an old link still opens. */
export function rangeIn(search: URLSearchParams): ChosenRange | null {
  const { range, from, to } = rangeAddress.read(search);
  if (range !== null && (isRolling(range) || isMonth(range))) return { range };
  return range === "custom" && from && to && from < to ? { range, from, to } : null;
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

/** Always written, because the default is the last chosen one. */
export const withRange = (search: URLSearchParams, chosen: ChosenRange): URLSearchParams =>
  rangeAddress.write(search, { from: null, to: null, ...chosen });

/** The range that the API returned figures for. */
export const chosenOf = ({ range, from, to }: { range: ChosenRange["range"]; from: string; to: string }) =>
  range === "custom" ? { range, from, to } : { range };

/** For a link to another page, which shows the last chosen range if its address has none. */
export const linkRange = (chosen: ChosenRange): URLSearchParams =>
  chosen.range === DEFAULT_RANGE.range && lastRange().range === DEFAULT_RANGE.range
    ? new URLSearchParams()
    : withRange(new URLSearchParams(), chosen);
