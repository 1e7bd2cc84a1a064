import { setTimeout as sleep } from "node:timers/promises";

const WITHIN_MS = 60_000;
const PAUSE_MS = 2_000;
const PATIENCE_MS = 10_000;
const HINT = `
All three workers are deployed; \`npm run deploy\` may be repeated. An address that gives no answer may be new: see the
routes of wrangler.toml and its DNS. For a status, see "what to do when it breaks" in docs/operations.md.`;

/** What answers when web, its assets, the api worker and the database work together. */
const PATHS = ["/login", "/api/health"];

/**
 * Waits until a deployment answers as it should.
 * @throws Error naming what does not, and how it answered last.
 */
export async function verifyDeployment(origin: string, { withinMs = WITHIN_MS } = {}): Promise<void> {
  const deadline = Date.now() + withinMs;
  for (;;) {
    const failures = (await Promise.all(PATHS.map((path) => failureOf(origin + path)))).filter(Boolean);
    if (failures.length === 0) return;
    if (Date.now() + PAUSE_MS > deadline) throw new Error(`Not healthy: ${failures.join("; ")}.${HINT}`);
    await sleep(PAUSE_MS);
  }
}

async function failureOf(url: string): Promise<string | null> {
  try {
    const { status } = await fetch(url, { redirect: "manual", signal: AbortSignal.timeout(PATIENCE_MS) });
    return status === 200 ? null : `${url} answered ${status}`;
  } catch (error) {
    return `${url} gave no answer (${error instanceof Error ? error.message : error})`;
  }
}
