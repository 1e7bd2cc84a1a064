import { OUTCOMES } from "#core/domain/gateway/outcomes.ts";
import type { Bill, TokenCounts } from "#core/domain/gateway/price-list.ts";
import { ERROR_STATUS_FROM } from "#core/domain/ranges.ts";
import { HOUR_MS } from "#core/domain/time.ts";
import type { UsageRow } from "#core/domain/usage.ts";
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
const MOST_OUTPUT = 4096;

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
  const responseTime = Math.max(1, Math.round(random.logNormal(profile.median, profile.spread) * pace));
  const left = !failed && profile.tokensOut > 0 && random.next() < LEAVING;
  return {
    requestId: `${seedPrefix(accountId)}${n}`,
    accountId,
    keyId: random.pick(keys).id,
    timestamp,
    endpoint: profile.path,
    statusCode: left ? CLIENT_LEFT_STATUS : status,
    responseTime,
    ...(!failed && { firstByteMs: Math.ceil(responseTime * (0.1 + 0.3 * random.next())) }),
    ...price(profile, failed, random),
    outcome: failed ? OUTCOMES.failed : left ? OUTCOMES.client_left : OUTCOMES.completed,
    estimated: left && random.next() < 0.5,
  };
}

/** Failed requests are free. */
function price(profile: EndpointProfile, failed: boolean, random: Random) {
  if (profile.units) return unitPrice(profile.units, random.pick(profile.models).name, { failed, random });
  const tokensIn = Math.round(random.logNormal(profile.tokensIn, 0.6));
  const tokensOut = failed ? 0 : Math.round(random.logNormal(profile.tokensOut, 0.7));
  const model = profile.models.length === 0 ? null : random.pick(profile.models);
  const reads = profile.tokensOut > 0 && random.next() < CACHED_PROMPTS;
  const tokensCached = reads && !failed ? Math.floor(tokensIn * 0.8) : 0;
  if (model === null) return { tokensIn, tokensOut, costMicros: 0 };
  const micros = (tokens: TokenCounts) => microsOf(profile, tokens, model.dearer);
  const tokens = { input: tokensIn - tokensCached, cached_input: tokensCached, output: tokensOut };
  return {
    tokensIn,
    tokensOut,
    tokensCached,
    model: model.name,
    costMicros: failed ? 0 : micros(tokens),
    holdMicros: micros({ input: 2 * tokensIn, output: Math.max(MOST_OUTPUT, tokensOut) }),
    ...(!failed && { priceLines: JSON.stringify(billOf(tokens)) }),
  };
}

function unitPrice(
  { dimension, median, spread, micros }: SeedUnits,
  model: string,
  { failed, random }: { failed: boolean; random: Random },
) {
  const quantity = Math.max(1, Math.round(random.logNormal(median, spread)));
  return {
    tokensIn: 0,
    tokensOut: 0,
    model,
    costMicros: failed ? 0 : quantity * micros,
    holdMicros: quantity * micros,
    ...(!failed && { priceLines: JSON.stringify({ tier: "default", lines: [{ dimension, quantity }] }) }),
  };
}

function microsOf({ priceIn, priceOut }: EndpointProfile, tokens: TokenCounts, dearer: number): number {
  const { input = 0, cached_input = 0, output = 0 } = tokens;
  return Math.ceil(((input + cached_input / 4) * priceIn * dearer + output * priceOut * dearer) / 1000);
}

function billOf(tokens: TokenCounts): Bill {
  const lines = Object.entries(tokens).map(([dimension, quantity]) => ({ dimension, quantity }));
  return { tier: "default", lines: lines.filter(({ quantity }) => quantity > 0) };
}
