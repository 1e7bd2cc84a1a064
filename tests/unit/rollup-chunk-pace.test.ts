import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { ChunkPace } from "#core/services/rollup/chunk-pace.ts";

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

const limits = { least: 1000, most: 20_000 };

/** Runs chunks that hold the lock for a time per row, each after a wait for it. @returns the pause before each. */
async function run(pace: ChunkPace, waits: number[], msARow = 0.0075): Promise<number[]> {
  const pauses: number[] = [];
  for (const wait of waits) {
    const asked = Date.now();
    const chunk = pace.chunk(async (onHeld) => {
      pauses.push(Date.now() - asked);
      const held = pace.rows * msARow;
      vi.setSystemTime(Date.now() + wait + held);
      onHeld(held);
    });
    await vi.runAllTimersAsync();
    await chunk;
  }
  return pauses;
}

const start = () => new ChunkPace({ now: () => Date.now() }, 10_000, limits);

it("alone, a run never pauses, however far away the database is, and its chunks take 75 ms", async () => {
  const pace = start();
  expect(await run(pace, [60, 62, 58, 61])).toEqual([0, 0, 0, 0]);
  expect(pace.rows).toBe(10_000);
});

it("a wait for the lock doesn't count as a chunk's own time", async () => {
  const pace = start();
  await run(pace, [400]);
  expect(pace.rows).toBe(10_000);
  expect(pace.worstMs).toBeCloseTo(75, 6);
});

it("once it has met another writer, chunks take 40 ms, with pauses in between", async () => {
  const pace = start();
  const pauses = await run(pace, [5, 30, 5, 5, 5]);
  expect(pauses).toEqual([0, 0, 30, 30, 30]);
  expect(pace.rows * 0.0075).toBeCloseTo(40, 0);
});

it("when the other writer is gone, it resumes its own pace", async () => {
  const pace = start();
  const alone = Array<number>(30).fill(5);
  expect((await run(pace, [5, 30, ...alone])).slice(-5)).toEqual([0, 0, 0, 0, 0]);
  expect(pace.rows).toBe(10_000);
});
