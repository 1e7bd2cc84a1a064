/** What storage reads for an analytics answer, all in one snapshot. Times in ms; `responseTime` is always a sum. */
export interface AnalyticsReading {
  /** Endpoint id → path. */
  paths: Record<string, string>;
  /** Sums of the points' whole and half hours, and of the pieces that only raw rows can give. */
  shares: ShareRow[];
  /** Tallies of the covered buckets, one after the other. */
  tally: string;
  endpoints: EndpointRow[];
  /** Raw rows outside the whole hours or not rolled up yet. */
  edges: EdgeRow[];
  previous: Sums;
}

export interface Sums {
  requests: number;
  errors: number;
  responseTime: number;
}

export interface EndpointRow extends Omit<Sums, "errors"> {
  endpointId: number;
}

interface EdgeRow extends Sums {
  /** 1 to add, -1 to take away. */
  weight: number;
  /** Quarter hours since the epoch. */
  quarter: number;
  endpointId: number;
  tally: string;
}

interface ShareRow extends Sums {
  /** Index in the window's points. */
  point: number;
}
