import { DAY_MS } from "#core/domain/time.ts";
import type { UsageRow } from "#core/domain/usage.ts";
import type { Database } from "#core/storage/database.ts";
import { insertUsage } from "#core/storage/usage.ts";
import { ENDPOINT_PROFILES } from "#scripts/seed/endpoint-profiles.ts";
import { outcomeAt } from "#scripts/seed/failures.ts";
import { type Random, seededRandom } from "#scripts/seed/random.ts";
import { progress } from "./report.ts";

export const NOW = Date.parse("2026-05-28T18:37:12.345Z");
export const BIG_ACCOUNT = 1;
const KEYS = [
  { key: 0, weight: 5 },
  { key: 1, weight: 3 },
  { key: 2, weight: 1 },
  { key: 3, weight: 1 },
];
const ROWS_A_STEP = 10_000;

export interface Load {
  rows: number;
  /** The first one gets half of the traffic when there are more. */
  accounts: number;
  firstAccount?: number;
  /** The first request id. */
  first?: number;
  /** Epoch ms; the rows lie evenly over [from, NOW] in the order of time. */
  from?: number;
}

/** Stores usage rows as they would arrive; the same ones for the same numbers. */
export async function loadUsage(db: Database, load: Load, quiet = false): Promise<void> {
  const random = seededRandom(load.first ?? 1);
  const say = quiet ? () => {} : progress("rows stored", load.rows);
  for (let done = 0; done < load.rows; done += ROWS_A_STEP) {
    const count = Math.min(ROWS_A_STEP, load.rows - done);
    await insertUsage(
      db,
      Array.from({ length: count }, (_, i) => benchRow(load, done + i, random)),
    );
    say(done + count);
  }
}

function benchRow(
  { rows, accounts, firstAccount = BIG_ACCOUNT, first = 0, from = NOW - 30 * DAY_MS }: Load,
  i: number,
  random: Random,
): UsageRow {
  const timestamp = Math.floor(from + ((i + random.next()) / rows) * (NOW - from));
  const isBig = accounts === 1 || random.next() < 0.5;
  const accountId = firstAccount + (isBig ? 0 : 1 + Math.floor(random.next() * (accounts - 1)));
  const profile = random.pick(ENDPOINT_PROFILES);
  const { status, slower } = outcomeAt(timestamp, NOW, profile.failing, random);
  const model = profile.models.length === 0 ? "" : random.pick(profile.models).name;
  return {
    requestId: `bench_${first + i}`,
    accountId,
    keyId: accountId * 10 + random.pick(KEYS).key,
    timestamp,
    endpoint: profile.path,
    statusCode: status,
    responseTime: Math.max(1, Math.round(random.logNormal(profile.median, profile.spread) * slower)),
    costMicros: Math.floor(random.next() * 5000),
    tokensIn: profile.tokensIn,
    tokensOut: profile.tokensOut,
    tokensCached: Math.floor(profile.tokensIn * random.next()),
    model,
  };
}
