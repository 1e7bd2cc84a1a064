import { expect, it } from "vitest";
import { nextChunkRows } from "#core/services/rollup/chunk-pace.ts";

const limits = { least: 1000, most: 20_000 };

/** The size after many chunks on a server that takes this long for each row. */
function settled(msARow: number, first = 10_000): number {
  let size = first;
  for (let i = 0; i < 30; i++) size = nextChunkRows(size, size * msARow, limits);
  return size;
}

it("chunks settle where each takes 75 ms, half of what a writer may wait", () => {
  expect(settled(0.01) * 0.01).toBeCloseTo(75, 0);
  expect(settled(0.05, 20_000) * 0.05).toBeCloseTo(75, 0);
});

it("on a fast or a slow server they stay within their limits", () => {
  expect(settled(0)).toBe(20_000);
  expect(settled(10)).toBe(1000);
});

it("one slow moment halves the next chunk at most, one fast moment adds half to it", () => {
  expect(nextChunkRows(10_000, 9000, limits)).toBe(5000);
  expect(nextChunkRows(10_000, 1, limits)).toBe(15_000);
});
