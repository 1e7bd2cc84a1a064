import type { OnHeld } from "#core/storage/rollup-timing.ts";

/** A third of another writer's longest wait: the commit and the server's checkpoint may take the rest. */
const CHUNK_MS = 50;

export interface ChunkLimits {
  least: number;
  most: number;
}

/** The next chunk's size, so that it holds the write lock for about `CHUNK_MS`. */
export function nextChunkRows(rows: number, heldMs: number, { least, most }: ChunkLimits): number {
  const factor = Math.min(1.5, Math.max(0.5, CHUNK_MS / Math.max(1, heldMs)));
  return Math.min(most, Math.max(least, Math.round(rows * factor)));
}

/** Sizes the chunks of a run by the time for which each held the write lock. */
export class ChunkPace {
  readonly #limits: ChunkLimits;
  /** At most so many in the next chunk. */
  rows: number;
  /** The longest time that a chunk has held the write lock. */
  worstMs = 0;

  /** Chunks of `rows`, or else of `firstRows` and then of as many as the limits and the time allow. */
  static of(rows: number | undefined, firstRows: number, limits: ChunkLimits): ChunkPace {
    return rows === undefined
      ? new ChunkPace(firstRows, limits)
      : new ChunkPace(rows, { least: rows, most: rows });
  }

  constructor(firstRows: number, limits: ChunkLimits) {
    this.#limits = limits;
    this.rows = firstRows;
  }

  readonly onHeld: OnHeld = (ms) => {
    this.worstMs = Math.max(this.worstMs, ms);
    this.rows = nextChunkRows(this.rows, ms, this.#limits);
  };
}
