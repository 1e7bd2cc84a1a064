import { expect, test } from "vitest";
import { ERROR_SHARE, LEAST_REQUESTS, THROTTLED_SHARE } from "#core/domain/alerts.ts";
import { errorStatusOf, FAIL_EVERY } from "#scripts/traffic/mix.ts";

/** The errors of `npm run traffic -- --count COUNT`, run again and again. */
const runsOf = (count: number) =>
  Array.from({ length: 200 }, (_, at) => errorStatusOf(1 + (at % count), FAIL_EVERY));

/** The largest share of such errors among requests in a row, of at least as many as the alerts need. */
function largestShare(statuses: readonly (number | null)[], isOne: (status: number) => boolean): number {
  const hits = statuses.map((status) => (status !== null && isOne(status) ? 1 : 0));
  let largest = 0;
  for (let from = 0; from < hits.length; from++) {
    let sum = 0;
    for (let until = from; until < hits.length; until++) {
      sum += hits[until] ?? 0;
      const length = until - from + 1;
      if (length >= LEAST_REQUESTS) largest = Math.max(largest, sum / length);
    }
  }
  return largest;
}

test("the traffic command stays below the alerts' limits in any stretch of it, however long its runs are", () => {
  for (let count = 1; count <= 130; count++) {
    const statuses = runsOf(count);
    expect(largestShare(statuses, (status) => status >= 500)).toBeLessThanOrEqual(ERROR_SHARE);
    expect(largestShare(statuses, (status) => status === 429)).toBeLessThanOrEqual(THROTTLED_SHARE);
  }
});

test("a run of the traffic command has errors of the client's, of the provider's, and of a busy provider", () => {
  const statuses = Array.from({ length: 50 }, (_, at) => errorStatusOf(at + 1, FAIL_EVERY));
  expect(statuses.filter((status) => status !== null)).toEqual([400, 400, 429, 500]);
});
