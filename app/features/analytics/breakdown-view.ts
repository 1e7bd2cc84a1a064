import { sumDollars } from "#app/lib/dollars.ts";
import type { BreakdownResponse } from "#core/contract/analytics.ts";
import { keyName } from "./key-labels.ts";
import type { UsageFilter } from "./usage-params.ts";

export type BreakdownView = "keys" | "endpoints";

export interface BreakdownRow {
  id: string;
  name: string;
  requests: number;
  /** Dollars. */
  cost: number;
  /** Percent of the cost, or of the requests if none of them cost anything. */
  share: number;
  /** Limits the figures to this row; null for requests whose key is unknown. */
  filter: UsageFilter | null;
}

type Usage = Pick<BreakdownRow, "requests" | "cost">;

export const totalCost = (rows: readonly Usage[]) => sumDollars(rows.map(({ cost }) => cost));

export const totalRequests = (rows: readonly Usage[]) =>
  rows.reduce((sum, { requests }) => sum + requests, 0);

/** @param labels of the keys, by id */
export function breakdownRows(
  { keys, endpoints }: BreakdownResponse,
  view: BreakdownView,
  labels: ReadonlyMap<string, string>,
): BreakdownRow[] {
  const usageOf = usageIn(view === "keys" ? keys : endpoints);
  if (view === "endpoints") {
    return endpoints.map(({ endpoint, ...row }) => ({
      id: endpoint,
      name: endpoint,
      filter: { endpoint },
      ...usageOf(row),
    }));
  }
  return keys.map(({ key_id: keyId, name, ...row }, at) => ({
    id: keyId ?? String(at),
    name: keyName({ keyId, name }, labels),
    filter: keyId === null ? null : { keyId },
    ...usageOf(row),
  }));
}

function usageIn(rows: readonly Usage[]) {
  const allCost = totalCost(rows);
  const allRequests = totalRequests(rows);
  return ({ requests, cost }: Usage) => {
    const share = allCost > 0 ? cost / allCost : requests / Math.max(allRequests, 1);
    return { requests, cost, share: share * 100 };
  };
}
