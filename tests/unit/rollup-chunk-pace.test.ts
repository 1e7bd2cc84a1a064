import { expect, it } from "vitest";
import { ChunkPace, nextChunkRows } from "#core/services/rollup/chunk-pace.ts";

const limits = { least: 1000, most: 20_000 };

/** Runs chunks on a server that takes this long for each row. */
function run(pace: ChunkPace, chunks: number, msARow: number): ChunkPace {
  for (let i = 0; i < chunks; i++) pace.onHeld(pace.rows * msARow);
  return pace;
}
const settled = (msARow: number, first = 10_000) => run(new ChunkPace(first, limits), 30, msARow).rows;

it("chunks settle where each holds the lock for 50 ms, a third of what a writer may wait", () => {
  expect(settled(0.01) * 0.01).toBeCloseTo(50, 0);
  expect(settled(0.03, 20_000) * 0.03).toBeCloseTo(50, 0);
});

it("on a fast or a slow server they stay within their limits", () => {
  expect(settled(0)).toBe(20_000);
  expect(settled(10)).toBe(1000);
});

it("one slow moment halves the next chunk at most, one fast moment adds half to it", () => {
  expect(nextChunkRows(10_000, 9000, limits)).toBe(5000);
  expect(nextChunkRows(10_000, 1, limits)).toBe(15_000);
});

it("a number of rows that is set never changes", () => {
  expect(run(new ChunkPace(400, { least: 400, most: 400 }), 5, 10).rows).toBe(400);
});

it("the longest time is kept, whatever comes after it", () => {
  const pace = new ChunkPace(10_000, limits);
  for (const ms of [20, 300, 40]) pace.onHeld(ms);
  expect(pace.worstMs).toBe(300);
});
