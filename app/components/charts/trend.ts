export interface TrendPoint {
  /** Unique, in order. */
  key: string;
  /** Null leaves a gap. */
  value: number | null;
  /** Says in words which time this is. */
  label: string;
  /** Not whole yet, or cut: drawn dashed. */
  partial: boolean;
}

export interface TrendChartProps {
  points: readonly TrendPoint[];
  kind: "area" | "bars";
  /** A CSS colour. */
  color: string;
  /** Names the chart for those who do not see it. */
  label: string;
  /** Names one value, as “Requests”. */
  valueName: string;
  formatValue: (value: number) => string;
  /** The lines of the grid, from zero to the top. */
  axisValues: readonly number[];
  formatAxisValue: (value: number) => string;
  /** Labels below the chart, by the key of their point. */
  axisLabels: ReadonlyMap<string, string>;
}
