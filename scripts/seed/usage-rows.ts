import { OUTCOMES } from "#core/domain/gateway/outcomes.ts";
import type { PriceList } from "#core/domain/gateway/price-list.ts";
import { ERROR_STATUS_FROM } from "#core/domain/ranges.ts";
import { HOUR_MS } from "#core/domain/time.ts";
import type { UsageRow } from "#core/domain/usage.ts";
import { chargedFields, type SeedExchange } from "./charges.ts";
import { ENDPOINT_PROFILES, type EndpointProfile, type SeedUnits } from "./endpoint-profiles.ts";
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
  /** Earliest first; one of them is in force when the usage begins, 60 days before `now`. */
  prices: readonly PriceList[];
}

/** The prefix of all seeded request ids of an account. */
export const seedPrefix = (accountId: number) => `seed_${accountId}_`;
/** Request id of the row that completes an account's seed. */
export const lastSeedId = (accountId: number) => `${seedPrefix(accountId)}last`;
const LAST_ROW_AGE_MS = 1500;
/** Share of responses during which the client disconnects. */
const LEAVING = 0.004;
const CLIENT_LEFT_STATUS = 499;
/** Share of prompts of which the model has most in its cache. */
const CACHED_PROMPTS = 0.35;

/** Believable traffic in the order of time; the same for the same plan. */
export function* usageRows(plan: UsagePlan): Generator<UsageRow> {
  const random = seededRandom(plan.accountId * 7919 + 17);
  const hours = trafficHours(plan.rows, plan.now);
  const last = hours.reduce((sum, { rows }) => sum + rows, 0) - 1;
  let n = 0;
  for (const { start, rows } of hours) {
    const times = Array.from({ length: rows }, () => start + Math.floor(random.next() * HOUR_MS));
    for (const time of times.sort((a, b) => a - b)) {
      if (n === last) {
        const row = usageRow(plan, plan.now - LAST_ROW_AGE_MS, random);
        yield { ...row, requestId: lastSeedId(plan.accountId) };
      } else yield { ...usageRow(plan, time, random), requestId: `${seedPrefix(plan.accountId)}${n}` };
      n++;
    }
  }
}

function usageRow(plan: UsagePlan, timestamp: number, random: Random): Omit<UsageRow, "requestId"> {
  const { accountId, keys, now } = plan;
  const profile = random.pick(ENDPOINT_PROFILES);
  const { status, slower } = outcomeAt(timestamp, now, profile.failing, random);
  const failed = status >= ERROR_STATUS_FROM;
  // A refused request returns immediately; one that fails upstream takes a while.
  const pace = failed && status < 500 ? 0.12 : slower;
  const responseTime = Math.max(1, Math.round(random.logNormal(profile.median, profile.spread) * pace));
  const left = !failed && profile.tokensOut > 0 && random.next() < LEAVING;
  const outcome = failed ? "failed" : left ? "client_left" : "completed";
  const counted = !left || random.next() < 0.5;
  return {
    accountId,
    keyId: random.pick(keys).id,
    timestamp,
    endpoint: profile.path,
    statusCode: left ? CLIENT_LEFT_STATUS : status,
    responseTime,
    ...(!failed && { firstByteMs: Math.ceil(responseTime * (0.1 + 0.3 * random.next())) }),
    ...chargeAt(timestamp, plan.prices, drawExchange(profile, random), { outcome, counted }),
  };
}

type Exchange = Omit<SeedExchange, "outcome" | "counted">;

/** Null for an endpoint that uses no model. */
function drawExchange(profile: EndpointProfile, random: Random): Exchange | null {
  const { models, free } = profile;
  if (models.length === 0) return null;
  const model = random.pick(models).name;
  const units = profile.units && unitsOf(profile.units, random);
  if (units !== null) return { model, free, units, tokensIn: 0, tokensCached: 0, tokensOut: 0 };
  const tokensIn = Math.max(1, Math.round(random.logNormal(profile.tokensIn, 0.6)));
  const tokensOut = Math.round(random.logNormal(profile.tokensOut, 0.7));
  const reads = profile.tokensOut > 0 && random.next() < CACHED_PROMPTS;
  return { model, free, units, tokensIn, tokensCached: reads ? Math.floor(tokensIn * 0.8) : 0, tokensOut };
}

const unitsOf = ({ dimension, median, spread }: SeedUnits, random: Random) => ({
  dimension,
  quantity: Math.max(1, Math.round(random.logNormal(median, spread))),
});

/** By the list in force at that time. */
function chargeAt(
  timestamp: number,
  prices: readonly PriceList[],
  exchange: Exchange | null,
  ending: Pick<SeedExchange, "outcome" | "counted">,
) {
  if (exchange === null)
    return {
      tokensIn: 0,
      tokensOut: 0,
      costMicros: 0,
      billedMicros: 0,
      holdMicros: 0,
      outcome: OUTCOMES[ending.outcome],
    };
  const list = prices.findLast(({ from }) => from <= timestamp);
  if (list === undefined) throw new Error("No price list was in force when the seeded usage began.");
  return chargedFields(list, { ...exchange, ...ending });
}
