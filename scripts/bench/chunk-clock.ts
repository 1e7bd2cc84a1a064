import type { BenchDatabase } from "./bench-database.ts";
import type { Sample } from "./measure.ts";

/** A service asks for the time before and after each chunk; this clock notes the server's CPU time as well. */
export function chunkClock({ cpu }: BenchDatabase) {
  const asked: { wall: number; cpu: number }[] = [];
  const longest = (of: "wall" | "cpu") =>
    Math.max(0, ...asked.map((mark, i) => (i % 2 === 0 ? 0 : mark[of] - (asked[i - 1]?.[of] ?? 0))));
  return {
    now: () => {
      const wall = performance.now();
      asked.push({ wall, cpu: cpu() ?? 0 });
      return wall;
    },
    worst: (): Sample => ({ ms: longest("wall"), cpu: longest("cpu") }),
  };
}
