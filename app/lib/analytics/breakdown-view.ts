import { sumDollars } from "#app/lib/dollars.ts";
import { keyName } from "#app/lib/keys/key-labels.ts";
import type { UsageFilter } from "#app/lib/usage-params.ts";
import type { BreakdownResponse } from "#core/contract/analytics.ts";
import type { UnitQuantity } from "#core/domain/gateway/charged-units.ts";

export type BreakdownView = "keys" | "endpoints" | "models";

export const NO_MODEL = "No model";

export interface BreakdownRow {
  id: string;
  name: string;
  requests: number;
  /** Null where none are known. */
  tokens: number | null;
  /** What requests were charged by instead of tokens. */
  units: readonly UnitQuantity[];
  /** Dollars. */
  cost: number;
  /** Percent of the cost, or of the requests if none of them cost anything. */
  share: number;
  /** Limits the figures to this row; null for requests whose key is unknown or that have no model. */
  filter: UsageFilter | null;
}

type Named = Omit<BreakdownRow, "share">;
type Usage = Pick<BreakdownRow, "requests" | "cost">;

export const totalCost = (rows: readonly Usage[]) => sumDollars(rows.map(({ cost }) => cost));

export const totalRequests = (rows: readonly Usage[]) =>
  rows.reduce((sum, { requests }) => sum + requests, 0);

/**
 * Null where the figures aren't kept that way: models of a single endpoint, and the reverse.
 * @param labels of the keys, by id
 */
export function breakdownRows(
  response: BreakdownResponse,
  view: BreakdownView,
  labels: ReadonlyMap<string, string>,
): BreakdownRow[] | null {
  const rows = namedRows(response, view, labels);
  if (!rows) return null;
  const allCost = totalCost(rows);
  const allRequests = totalRequests(rows);
  const shareOf = ({ requests, cost }: Usage) =>
    allCost > 0 ? cost / allCost : requests / Math.max(allRequests, 1);
  return rows.map((row) => ({ ...row, share: shareOf(row) * 100 }));
}

function namedRows(
  { keys, endpoints, models }: BreakdownResponse,
  view: BreakdownView,
  labels: ReadonlyMap<string, string>,
): Named[] | null {
  if (view === "keys") {
    return keys.map((row, at) => ({
      ...usageOf(row),
      id: row.key_id ?? String(at),
      name: keyName({ keyId: row.key_id, name: row.name }, labels),
      filter: row.key_id === null ? null : { keyId: row.key_id },
    }));
  }
  if (view === "endpoints") {
    return (
      endpoints?.map((row) => ({
        ...usageOf(row),
        id: row.endpoint,
        name: row.endpoint,
        filter: { endpoint: row.endpoint },
      })) ?? null
    );
  }
  return (
    models?.map((row) => ({
      ...usageOf(row),
      id: row.model ?? "",
      name: row.model ?? NO_MODEL,
      filter: row.model === null ? null : { model: row.model },
    })) ?? null
  );
}

type WireUsage = Usage & {
  tokens_in?: number | null;
  tokens_out?: number | null;
  units?: UnitQuantity[] | undefined;
};

/** Requests that use no tokens, such as images, have none to show. */
const usageOf = ({ requests, cost, tokens_in, tokens_out, units = [] }: WireUsage) => ({
  requests,
  cost,
  tokens: (tokens_in ?? 0) + (tokens_out ?? 0) || null,
  units,
});
