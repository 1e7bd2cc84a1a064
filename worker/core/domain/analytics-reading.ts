/** What storage reads for an analytics answer, all in one snapshot. Times in ms; `responseTime` is always a sum. */
export interface AnalyticsReading {
  /** Endpoint id → path. */
  paths: Record<string, string>;
  hours: HourRow[];
  /** Tallies of the covered buckets, one after the other. */
  tally: string;
  endpoints: EndpointRow[];
  /** Raw rows outside the whole hours or not rolled up yet. */
  edges: EdgeRow[];
  /** Sums for `HourShares.cuts`. */
  cuts: CutRow[];
  previous: Sums;
}

export interface Sums {
  requests: number;
  errors: number;
  responseTime: number;
}

interface HourRow extends Sums {
  hour: number;
  /** The part of the hour from its minute 30 on. */
  late: Sums;
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

interface CutRow extends Sums {
  point: number;
}
