export interface TrendPoint {
  /** Unique. */
  key: string;
  /** Null leaves a gap. */
  value: number | null;
  /** The time, formatted. */
  label: string;
  /** Not complete yet, or cut off by the range: drawn dashed. */
  partial: boolean;
}

export interface TrendChartProps {
  points: readonly TrendPoint[];
  kind: "area" | "bars";
  /** A CSS color. */
  color: string;
  /** For screen readers. */
  label: string;
  /** Names one value, such as “Requests”. */
  valueName: string;
  formatValue: (value: number) => string;
  /** The grid lines, from zero to the top. */
  axisValues: readonly number[];
  formatAxisValue: (value: number) => string;
  /** Labels below the chart, by point key. */
  axisLabels: ReadonlyMap<string, string>;
}

/** Pixels around the plot. */
export const PLOT_INSETS = { top: 10, right: 10, bottom: 26 };

/** Where a point stands in the plot, percent of its width. */
export function placeAcross({ points, kind }: Pick<TrendChartProps, "points" | "kind">, index: number) {
  const isBars = kind === "bars";
  return (100 * (index + (isBars ? 0.5 : 0))) / Math.max(points.length - (isBars ? 0 : 1), 1);
}

/** Room for the longest label beside the axis, in pixels. */
export const axisWidth = ({ axisValues, formatAxisValue }: TrendChartProps) =>
  Math.max(38, Math.max(...axisValues.map((value) => formatAxisValue(value).length)) * 6.5 + 10);
