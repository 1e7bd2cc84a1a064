import { mkdir, readFile, rename, writeFile } from "node:fs/promises";
import { dirname } from "node:path";
import type { CheckoutSession } from "./objects.ts";
import { emptyState, type StripeState } from "./state.ts";

const FORMAT = 1;

/** The state a file holds; the empty state when there is no file yet. */
export async function loadState(path: string): Promise<StripeState> {
  const text = await readFile(path, "utf8").catch((error: NodeJS.ErrnoException) => {
    if (error.code === "ENOENT") return null;
    throw error;
  });
  if (text === null) return emptyState();
  const stored: { format: number; state: StripeState } = JSON.parse(text);
  if (stored.format !== FORMAT) throw new Error(`${path} has another format; start with --fresh.`);
  // A file of an earlier edition has fewer tables, and sessions without tax and invoices.
  const state = { ...emptyState(), ...stored.state };
  for (const { session } of Object.values(state.sessions)) Object.assign(session, { ...UNTAXED, ...session });
  return state;
}

const UNTAXED: Partial<CheckoutSession> = {
  automatic_tax: { enabled: false, status: null },
  invoice: null,
  invoice_creation: null,
  tax_id_collection: { enabled: false },
  total_details: null,
};

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
    await writeFile(`${path}.new`, JSON.stringify({ format: FORMAT, state }), { mode: 0o600 });
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
