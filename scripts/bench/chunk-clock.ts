import type { BenchDatabase } from "./bench-database.ts";
import type { Sample } from "./measure.ts";

/** A service reads the clock before and after each chunk; this one also records the server's CPU time. */
export function chunkClock({ cpu }: BenchDatabase) {
  const marks: { wall: number; cpu: number }[] = [];
  const longest = (of: "wall" | "cpu") =>
    Math.max(0, ...marks.map((mark, i) => (i % 2 === 0 ? 0 : mark[of] - (marks[i - 1]?.[of] ?? 0))));
  return {
    now: () => {
      const wall = performance.now();
      marks.push({ wall, cpu: cpu() ?? 0 });
      return wall;
    },
    worst: (): Sample => ({ ms: longest("wall"), cpu: longest("cpu") }),
  };
}
