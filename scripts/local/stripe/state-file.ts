import { mkdir, readFile, rename, writeFile } from "node:fs/promises";
import { dirname } from "node:path";
import { emptyState, type StripeState } from "./state.ts";

/** The state a file holds; the empty state when there is no file yet. */
export async function loadState(path: string): Promise<StripeState> {
  const text = await readFile(path, "utf8").catch((error: NodeJS.ErrnoException) => {
    if (error.code === "ENOENT") return null;
    throw error;
  });
  return text === null ? emptyState() : (JSON.parse(text) as StripeState);
}

/**
 * Returns `save()`, which resolves once the state of this moment is in the file.
 *
 * Calls that come while a write is under way share the next one: a burst of requests costs two writes, not one
 * each. A reader never sees half a file.
 */
export function stateSaver(path: string, state: StripeState): () => Promise<void> {
  let running: Promise<void> | null = null;
  let next: Promise<void> | null = null;
  const write = async () => {
    await mkdir(dirname(path), { recursive: true });
    await writeFile(`${path}.new`, JSON.stringify(state), { mode: 0o600 });
    await rename(`${path}.new`, path);
  };
  const start = () => {
    next = null;
    running = write().finally(() => {
      running = null;
    });
    return running;
  };
  return () => {
    if (!running) return start();
    next ??= running.then(start, start);
    return next;
  };
}
