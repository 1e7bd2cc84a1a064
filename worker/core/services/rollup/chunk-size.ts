export interface ChunkLimits {
  least: number;
  most: number;
}

/** Half of what another writer may be made to wait, so that a busy moment of the server does not use all of it up. */
const CHUNK_MS = 75;

/** How many rows the chunk after one of `rows` takes, so that it holds the write lock for about `CHUNK_MS`. */
export function nextChunkRows(rows: number, tookMs: number, { least, most }: ChunkLimits): number {
  const factor = Math.min(1.5, Math.max(0.5, CHUNK_MS / Math.max(1, tookMs)));
  return Math.min(most, Math.max(least, Math.round(rows * factor)));
}
