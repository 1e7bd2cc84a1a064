export interface TrendPoint {
  /** Unique. */
  key: string;
  /** Null leaves a gap. */
  value: number | null;
  /** The time, formatted. */
  label: string;
  /** Not complete yet, or cut off by the range: drawn dashed or faded. */
  partial: boolean;
  /** The value of each layer, from the bottom up; they add up to `value`. Without them there is one layer. */
  parts?: readonly number[] | undefined;
  /** Shown for the point under the pointer. */
  details: readonly TrendDetail[];
}

export interface TrendDetail {
  name: string;
  text: string;
  /** The layer that it stands for; the sum of several has none. */
  layer?: TrendLayer;
}

export interface TrendLayer {
  /** A CSS color. */
  color: string;
  /** Around a color that is too pale to stand alone. */
  line?: string;
  hatched?: boolean;
}

export interface TrendChartProps {
  points: readonly TrendPoint[];
  kind: "area" | "bars";
  /** From the bottom up; an area has one. */
  layers: readonly [TrendLayer, ...TrendLayer[]];
  /** For screen readers. */
  label: string;
  /** The grid lines, from zero to the top. */
  axisValues: readonly number[];
  formatAxisValue: (value: number) => string;
  /** Labels below the chart, by point key. */
  axisLabels: ReadonlyMap<string, string>;
}

/** Pixels around the plot. */
export const PLOT_INSETS = { top: 10, right: 10, bottom: 26 };
/** In pixels. */
export const WIDEST_BAR = 28;
/** Of the room that each bar has, in percent. */
export const BAR_SHARE = 62;

/** Where a point stands in the plot, percent of its width. */
export function placeAcross({ points, kind }: Pick<TrendChartProps, "points" | "kind">, index: number) {
  const isBars = kind === "bars";
  return (100 * (index + (isBars ? 0.5 : 0))) / Math.max(points.length - (isBars ? 0 : 1), 1);
}

/** Room for the longest label beside the axis, in pixels. */
export const axisWidth = ({ axisValues, formatAxisValue }: TrendChartProps) =>
  Math.max(38, Math.max(...axisValues.map((value) => formatAxisValue(value).length)) * 6.5 + 10);

export const partsOf = ({ parts, value }: Pick<TrendPoint, "parts" | "value">) => parts ?? [value ?? 0];
