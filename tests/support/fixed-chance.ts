import { beforeEach, vi } from "vitest";

/** The same numbers of `Math.random` in each test of the file: what is chosen by chance is chosen alike in each run. */
export function fixChance(seed: number): void {
  beforeEach(() => {
    let state = seed;
    vi.spyOn(Math, "random").mockImplementation(() => {
      state = (state * 48_271) % 2_147_483_647;
      return state / 2_147_483_647;
    });
    return () => void vi.restoreAllMocks();
  });
}
