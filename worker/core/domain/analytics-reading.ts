/**
 * What storage reads for an analytics answer, all in one snapshot. Times in ms, money in micro-dollars; `responseTime`
 * and `cost` are always sums.
 */
export interface AnalyticsReading {
  /** Endpoint id → path. */
  paths: Record<string, string>;
  /** Sums of the points' whole and half hours, and of the pieces that only raw rows can give. */
  shares: ShareRow[];
  /** Tallies of the covered buckets, one after the other; null for a single endpoint, which has none. */
  tally: string | null;
  endpoints: EndpointRow[];
  /** Raw rows by which the hours differ from the windows, and those not rolled up yet. */
  edges: EdgeRow[];
  /** The hours of the window before, without the edges. */
  previous: Sums & { cost: number };
}

export interface Sums {
  requests: number;
  errors: number;
  responseTime: number;
}

export interface EndpointRow extends Omit<Sums, "errors"> {
  endpointId: number;
  cost: number;
}

interface EdgeRow extends Sums, EndpointRow {
  /** 1 to add, -1 to take away, 0 to leave. */
  weight: number;
  /** The same in the window before. */
  previousWeight: number;
  /** Quarter hours since the epoch. */
  quarter: number;
  tally: string;
}

interface ShareRow extends Sums {
  /** Index in the window's points. */
  point: number;
}
