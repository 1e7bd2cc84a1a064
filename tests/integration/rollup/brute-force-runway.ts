import type { RunwayResponse } from "#core/contract/account.ts";
import { DAY_MS } from "#core/domain/time.ts";
import type { UsageRow } from "#core/domain/usage.ts";
import { sum } from "./brute-force.ts";
import type { UsageAccount } from "./usage-account.ts";

interface Facts {
  now: number;
  /** Micro-dollars. */
  balance: number;
  keys: UsageAccount["keys"];
  /** All of the account's. */
  rows: readonly UsageRow[];
}

/**
 * The response computed again from all rows, in the simplest way; the instants as fractions, rounded at the
 * end.
 */
export function runwayByScan({ now, balance, keys, rows }: Facts): RunwayResponse {
  const paid = rows.filter((row) => billedOf(row) > 0 && row.timestamp <= now);
  const recent = paid.filter(({ timestamp }) => timestamp >= now - 7 * DAY_MS);
  const cost = sum(recent, billedOf);
  const age = now - Math.min(...paid.map(({ timestamp }) => timestamp));
  const base = {
    as_of: new Date(now).toISOString(),
    balance: balance / 1e6,
    keys: shares(
      rows.filter(({ timestamp }) => timestamp >= now - 7 * DAY_MS && timestamp <= now),
      keys,
    ),
  };
  const silent = (status: RunwayResponse["status"]) => ({
    ...base,
    status,
    daily_cost: null,
    days_left: null,
    lasts_until: null,
  });
  if (balance <= 0) return silent("empty");
  if (recent.length === 0) return silent("not_spending");
  if (recent.length < 10 || age < DAY_MS) return silent("too_little_data");
  const length = BigInt(Math.min(age, 7 * DAY_MS));
  const left = Number((BigInt(balance) * length) / BigInt(cost));
  return {
    ...base,
    status: "estimated",
    daily_cost: Number((BigInt(cost) * BigInt(DAY_MS)) / length) / 1e6,
    days_left: left / DAY_MS,
    lasts_until: left > 3652 * DAY_MS ? null : new Date(now + left).toISOString(),
  };
}

const billedOf = (row: UsageRow) => row.billedMicros ?? 0;

const last = (id: string | null) => id ?? "\uffff";

function shares(recent: UsageRow[], keys: UsageAccount["keys"]): RunwayResponse["keys"] {
  const keyOf = ({ keyId }: UsageRow) => keys.find(({ id }) => id === keyId)?.publicId ?? null;
  const total = sum(recent, billedOf);
  return [...Map.groupBy(recent, keyOf)]
    .map(([key_id, of]) => ({ key_id, requests: of.length, micros: sum(of, billedOf) }))
    .filter(({ micros }) => micros > 0)
    .sort(
      (a, b) => b.micros - a.micros || b.requests - a.requests || (last(a.key_id) > last(b.key_id) ? 1 : -1),
    )
    .map(({ key_id, micros }) => ({
      key_id,
      name: key_id && "key",
      cost: micros / 1e6,
      share: (100 * micros) / total,
    }));
}
