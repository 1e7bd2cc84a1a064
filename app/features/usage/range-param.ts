import { RANGES, type Range } from "#core/domain/ranges.ts";

const RANGE_PARAM = "range";
const DEFAULT_RANGE: Range = "24h";

/** Anything unknown in the address is the default range, so that an old link still opens. */
export function parseRange(search: URLSearchParams): Range {
  const asked = search.get(RANGE_PARAM);
  return RANGES.find((range) => range === asked) ?? DEFAULT_RANGE;
}

/** The default stays out of the address; other parameters stay as they are. */
export function withRange(search: URLSearchParams, range: string): URLSearchParams {
  const next = new URLSearchParams(search);
  if (range === DEFAULT_RANGE) next.delete(RANGE_PARAM);
  else next.set(RANGE_PARAM, range);
  return next;
}
