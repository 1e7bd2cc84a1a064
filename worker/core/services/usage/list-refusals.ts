import type { RefusalsQuery, RefusalsResponse } from "#core/contract/usage.ts";
import { requestedWindow } from "#core/domain/requested-window.ts";
import { type Point, pointAt, seriesPoints } from "#core/domain/series-points.ts";
import { HOUR_MS, isoTime } from "#core/domain/time.ts";
import type { AccountContext } from "#core/services/context.ts";
import { type Refusal, readRefusals } from "#core/storage/refusals.ts";
import { keyFilter } from "./usage-filter.ts";

const MOST_ITEMS = 1000;

/**
 * Requests that were refused before they were forwarded, by key, code and local hour (in windows up to two days) or day, newest first.
 * They are counted by UTC hour: an hour belongs to the local hour or day in which it begins.
 */
export async function listRefusals(ctx: AccountContext, query: RefusalsQuery): Promise<RefusalsResponse> {
  const { accountId, keyId } = await keyFilter(ctx, query);
  const window = requestedWindow(query, ctx.clock.now());
  const hours = { from: Math.floor(window.from / HOUR_MS), to: Math.ceil(window.until / HOUR_MS) };
  const { refusals, more } = await readRefusals(ctx.db, { accountId, keyId, ...hours });
  const from = hours.from * HOUR_MS;
  const points = seriesPoints(window.zone, from, window.until - 1, window.unit);
  const items = itemsOf(refusals, points);
  return {
    range: query.range,
    from: isoTime(from),
    to: isoTime(window.to),
    total: refusals.reduce((sum, { requests }) => sum + requests, 0),
    items: items.slice(0, MOST_ITEMS),
    complete: !more && items.length <= MOST_ITEMS,
  };
}

/** Newest first, then by requests, key and code. */
function itemsOf(refusals: readonly Refusal[], points: readonly Point[]): RefusalsResponse["items"] {
  const placed = refusals.map((refusal) => ({ ...refusal, point: pointAt(points, refusal.hour * HOUR_MS) }));
  const groups = Map.groupBy(placed, ({ point, publicId, code }) => JSON.stringify([point, publicId, code]));
  const items = [...groups.values()].flatMap((group) => {
    const [first] = group;
    if (first === undefined) return [];
    const requests = group.reduce((sum, more) => sum + more.requests, 0);
    const { point, publicId, name, code } = first;
    return [{ point, item: { date: points[point]?.date ?? "", key_id: publicId, name, code, requests } }];
  });
  const order = ({ item: { key_id, code } }: (typeof items)[number]) => JSON.stringify([key_id, code]);
  return items
    .sort((a, b) => b.point - a.point || b.item.requests - a.item.requests || (order(a) < order(b) ? -1 : 1))
    .map(({ item }) => item);
}
