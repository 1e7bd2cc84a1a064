import { sumOf } from "#app/features/billing/billing-view.ts";
import type { BreakdownAnswer } from "#core/contract/breakdown.ts";
import { keyName } from "./key-labels.ts";
import type { UsageFilter } from "./usage-filter.ts";

export const BREAKDOWN_VIEWS = ["keys", "endpoints"] as const;
export type BreakdownView = (typeof BREAKDOWN_VIEWS)[number];

export interface BreakdownRow {
  id: string;
  name: string;
  requests: number;
  /** Dollars. */
  cost: number;
  /** Percent of the cost, or of the requests where nothing cost anything. */
  share: number;
  /** What looking at this row alone means; null where it cannot be told from others. */
  filter: UsageFilter | null;
}

type Counted = Pick<BreakdownRow, "requests" | "cost">;

export const totalCost = (rows: readonly Counted[]) => sumOf(rows.map(({ cost }) => ({ amount: cost })));

export const totalRequests = (rows: readonly Counted[]) =>
  rows.reduce((sum, { requests }) => sum + requests, 0);

/** @param labels what the keys are called, by their ids */
export function breakdownRows(
  { keys, endpoints }: BreakdownAnswer,
  view: BreakdownView,
  labels: ReadonlyMap<string, string>,
): BreakdownRow[] {
  if (view === "endpoints") {
    return withShares(
      endpoints.map((row) => ({
        ...row,
        id: row.endpoint,
        name: row.endpoint,
        filter: { endpoint: row.endpoint },
      })),
    );
  }
  return withShares(
    keys.map(({ key_id: keyId, name, ...row }, at) => ({
      ...row,
      id: keyId ?? String(at),
      name: keyName({ keyId, name }, labels),
      filter: keyId === null ? null : { keyId },
    })),
  );
}

function withShares(rows: Omit<BreakdownRow, "share">[]): BreakdownRow[] {
  const cost = totalCost(rows);
  const whole = cost > 0 ? cost : totalRequests(rows);
  return rows.map(({ id, name, requests, cost: own, filter }) => ({
    id,
    name,
    requests,
    cost: own,
    share: whole === 0 ? 0 : ((cost > 0 ? own : requests) / whole) * 100,
    filter,
  }));
}
