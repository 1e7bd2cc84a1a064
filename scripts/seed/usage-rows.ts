import { ERROR_STATUS_FROM } from "#core/domain/ranges.ts";
import { HOUR_MS } from "#core/domain/time.ts";
import type { UsageRow } from "#core/domain/usage.ts";
import { ENDPOINT_PROFILES, type EndpointProfile } from "./endpoint-profiles.ts";
import { outcomeAt } from "./failures.ts";
import { type Random, seededRandom } from "./random.ts";
import { trafficHours } from "./traffic.ts";

/** A key and its share of the traffic, in any unit. */
interface SeedKey {
  id: number;
  weight: number;
}

export interface UsagePlan {
  accountId: number;
  keys: readonly SeedKey[];
  /** Rows in the 30 days before `now`; four fifths of that lie in the 30 days before those. */
  rows: number;
  /** Epoch ms. */
  now: number;
}

/** The prefix of all seeded request ids of an account. */
export const seedPrefix = (accountId: number) => `seed_${accountId}_`;
/** Request id of the row that completes an account's seed. */
export const lastSeedId = (accountId: number) => `${seedPrefix(accountId)}last`;
const LAST_ROW_AGE_MS = 1500;

/** Believable traffic in the order of time; the same for the same plan. */
export function* usageRows(plan: UsagePlan): Generator<UsageRow> {
  const random = seededRandom(plan.accountId * 7919 + 17);
  const hours = trafficHours(plan.rows, plan.now);
  const last = hours.reduce((sum, { rows }) => sum + rows, 0) - 1;
  let n = 0;
  for (const { start, rows } of hours) {
    const times = Array.from({ length: rows }, () => start + Math.floor(random.next() * HOUR_MS));
    for (const time of times.sort((a, b) => a - b)) {
      const row = usageRow(plan, n, time, random);
      if (n === last)
        yield { ...row, requestId: lastSeedId(plan.accountId), timestamp: plan.now - LAST_ROW_AGE_MS };
      else yield row;
      n++;
    }
  }
}

function usageRow(
  { accountId, keys, now }: UsagePlan,
  n: number,
  timestamp: number,
  random: Random,
): UsageRow {
  const profile = random.pick(ENDPOINT_PROFILES);
  const { status, slower } = outcomeAt(timestamp, now, profile.failing, random);
  const failed = status >= ERROR_STATUS_FROM;
  // A refused request returns immediately; one that fails upstream takes a while.
  const pace = failed && status < 500 ? 0.12 : slower;
  return {
    requestId: `${seedPrefix(accountId)}${n}`,
    accountId,
    keyId: random.pick(keys).id,
    timestamp,
    endpoint: profile.path,
    statusCode: status,
    responseTime: Math.max(1, Math.round(random.logNormal(profile.median, profile.spread) * pace)),
    ...price(profile, failed, random),
  };
}

/** Failed calls are free. */
function price(profile: EndpointProfile, failed: boolean, random: Random) {
  const tokensIn = Math.round(random.logNormal(profile.tokensIn, 0.6));
  const tokensOut = failed ? 0 : Math.round(random.logNormal(profile.tokensOut, 0.7));
  const micros = Math.round((tokensIn * profile.priceIn + tokensOut * profile.priceOut) / 1000);
  return { tokensIn, tokensOut, costMicros: failed ? 0 : micros };
}
