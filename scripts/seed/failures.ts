import { RECENT_MS } from "#core/domain/alerts.ts";
import { DAY_MS, HOUR_MS } from "#core/domain/time.ts";
import type { Random } from "./random.ts";

const ORDINARY = [
  { status: 429, weight: 34 },
  { status: 400, weight: 24 },
  { status: 500, weight: 14 },
  { status: 404, weight: 10 },
  { status: 401, weight: 8 },
  { status: 502, weight: 6 },
  { status: 503, weight: 4 },
];

interface Incident {
  daysAgo: number;
  /** UTC hours of that day [from, to). */
  hours: [from: number, to: number];
  failing: number;
  slower: number;
  statuses: { status: number; weight: number }[];
}

/** An upstream outage, and a day on which a runaway client hit the rate limit. */
const INCIDENTS: readonly Incident[] = [
  {
    daysAgo: 9,
    hours: [12, 16],
    failing: 0.46,
    slower: 2.6,
    statuses: [
      { status: 503, weight: 5 },
      { status: 502, weight: 3 },
      { status: 500, weight: 2 },
    ],
  },
  { daysAgo: 17, hours: [9, 12], failing: 0.3, slower: 1.2, statuses: [{ status: 429, weight: 1 }] },
];

export interface Outcome {
  status: number;
  /** Factor on the response time. */
  slower: number;
}

/**
 * The status of a request at `timestamp`; `failing` is its endpoint's usual failure rate. Nothing has failed in the time
 * that the alerts look back on, so that the first run of the cron finds no fault of the provider's.
 */
export function outcomeAt(timestamp: number, now: number, failing: number, random: Random): Outcome {
  const daysAgo = Math.floor(now / DAY_MS) - Math.floor(timestamp / DAY_MS);
  const hour = Math.floor((timestamp % DAY_MS) / HOUR_MS);
  const incident = INCIDENTS.find(
    ({ daysAgo: day, hours: [from, to] }) => day === daysAgo && hour >= from && hour < to,
  );
  const fails = random.next() < (incident?.failing ?? failing) && now - timestamp > RECENT_MS;
  const status = fails ? random.pick(incident?.statuses ?? ORDINARY).status : 200;
  return { status, slower: incident?.slower ?? 1 };
}
