import type { Clock } from "#core/ports.ts";
import { TooLate, type Turn } from "#core/storage/rollup-timing.ts";

/** Half of another writer's longest wait, because the server's checkpoint may take the other half. */
const CHUNK_MS = 75;
/** Beside other writers, with a pause before each chunk. */
const SHARED_CHUNK_MS = 30;
const PAUSE_MS = 30;
/** A chunk that waits so much longer for the lock than another one did has met a writer or a checkpoint. */
const CONTENDED_MS = 8;
/** Checkpoints don't come in so quick succession, so it was a writer. */
const CHUNKS_BETWEEN_CHECKPOINTS = 4;
/** Writers come back. */
const SHARED_CHUNKS = 20;
/** When a run begins, a writer may be waiting unseen. */
const FIRST_SHARED_CHUNKS = 3;
/** After a longer wait, the lock was probably taken by a checkpoint, which turns away all waiting writers. */
const PATIENCE_MS = 25;
/** Writers that were turned away try again within this time. */
const YIELD_MS = 100;

export interface ChunkLimits {
  /** With `least` equal to `most`, chunks follow each other without pauses. */
  least: number;
  most: number;
  /** As if other writers were always about. */
  unhurried?: boolean;
}

/** The next chunk's size, so that it holds the write lock for about `aimMs`. */
export function nextChunkRows(
  rows: number,
  heldMs: number,
  { least, most }: Pick<ChunkLimits, "least" | "most">,
  aimMs = CHUNK_MS,
): number {
  const factor = Math.min(1.5, Math.max(0.5, aimMs / Math.max(1, heldMs)));
  return Math.min(most, Math.max(least, Math.round(rows * factor)));
}

/** Sizes the chunks of a run by the time that each takes, and makes room for other writers once it has met one. */
export class ChunkPace {
  readonly #clock: Clock;
  readonly #limits: ChunkLimits;
  readonly #isPaced: boolean;
  /** From the request, by our clock, to the begin of a transaction that didn't wait, by the server's. */
  #leastDelay: number | null = null;
  #sharedChunks = FIRST_SHARED_CHUNKS;
  #chunksSinceWait = CHUNKS_BETWEEN_CHECKPOINTS;
  /** At most so many in the next chunk. */
  rows: number;
  /** The longest time that a chunk has held the write lock. */
  worstMs = 0;

  constructor(clock: Clock, firstRows: number, limits: ChunkLimits) {
    this.#clock = clock;
    this.#limits = limits;
    this.#isPaced = limits.least < limits.most;
    this.rows = firstRows;
  }

  get #isShared(): boolean {
    return this.#limits.unhurried === true || this.#sharedChunks > 0;
  }

  /** Runs a chunk. Beside other writers it pauses first, and lets them go first once if it gets the lock late. */
  async chunk<Result>(work: (turn: Turn) => Promise<Result>): Promise<Result> {
    if (!this.#isPaced || !this.#isShared || this.#leastDelay === null) return await this.#timed(work, null);
    await sleep(PAUSE_MS);
    try {
      return await this.#timed(work, this.#leastDelay + PATIENCE_MS);
    } catch (error) {
      if (!(error instanceof TooLate)) throw error;
      await sleep(YIELD_MS);
      return await this.#timed(work, null);
    }
  }

  async #timed<Result>(work: (turn: Turn) => Promise<Result>, mostDelay: number | null): Promise<Result> {
    const asked = this.#clock.now();
    let times = { began: asked, ended: asked };
    const onTimes: Turn["onTimes"] = (measured) => {
      times = measured;
    };
    const result = await work({ latest: mostDelay === null ? null : asked + mostDelay, onTimes });
    const took = this.#clock.now() - asked;
    const held = Math.max(0, times.ended - times.began);
    this.worstMs = Math.max(this.worstMs, held);
    if (this.#isPaced) this.#learn(held, took, times.began - asked);
    return result;
  }

  #learn(held: number, took: number, delay: number): void {
    this.#leastDelay = Math.min(this.#leastDelay ?? delay, delay);
    const waited = Math.min(delay - this.#leastDelay, took - held);
    this.#sharedChunks = Math.max(0, this.#sharedChunks - 1);
    if (waited > CONTENDED_MS) {
      const metWriter = this.#chunksSinceWait < CHUNKS_BETWEEN_CHECKPOINTS;
      this.#sharedChunks = metWriter ? SHARED_CHUNKS : Math.max(1, this.#sharedChunks);
      this.#chunksSinceWait = 0;
    } else this.#chunksSinceWait++;
    const staysShared = this.#limits.unhurried === true || this.#sharedChunks > 1;
    const aim = staysShared ? SHARED_CHUNK_MS : CHUNK_MS;
    this.rows = nextChunkRows(this.rows, held, this.#limits, aim);
  }
}

const sleep = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms));
