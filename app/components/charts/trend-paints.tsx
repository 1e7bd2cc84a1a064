import type { TrendChartProps } from "./trend.ts";

type TrendPaintsProps = Pick<TrendChartProps, "points"> & {
  id: string;
  color: string;
  /** The plot's edges. */
  from: number;
  to: number;
};

/** The curve is drawn twice, solid and dashed. Gradients with hard edges show each where it belongs. */
export function TrendPaints({ id, color, points, from, to }: TrendPaintsProps) {
  const step = 1 / Math.max(points.length - 1, 1);
  const [first, last] = [points[0]?.partial ? step : 0, points.at(-1)?.partial ? 1 - step : 1];
  const ends = { gradientUnits: "userSpaceOnUse", x1: from, x2: to, y1: 0, y2: 0 } as const;
  const stops = (inside: number) => (
    <>
      <stop offset={first} stopColor={color} stopOpacity={1 - inside} />
      <stop offset={first} stopColor={color} stopOpacity={inside} />
      <stop offset={last} stopColor={color} stopOpacity={inside} />
      <stop offset={last} stopColor={color} stopOpacity={1 - inside} />
    </>
  );
  return (
    <defs>
      <linearGradient id={`${id}-solid`} {...ends}>
        {stops(1)}
      </linearGradient>
      <linearGradient id={`${id}-dashed`} {...ends}>
        {stops(0)}
      </linearGradient>
      <linearGradient id={`${id}-fill`} x1="0" x2="0" y1="0" y2="1">
        <stop offset="0" stopColor={color} stopOpacity={0.18} />
        <stop offset="1" stopColor={color} stopOpacity={0} />
      </linearGradient>
    </defs>
  );
}
