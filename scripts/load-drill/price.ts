/** Cloudflare's list prices beyond what a month includes, in USD (docs/operations/deploy.md, "The prices", 28 November 2026). */
const PRICES = { request: 0.3e-6, cpuMs: 0.02e-6, objectCall: 0.15e-6, rowWritten: 1e-6, gbSecond: 12.5e-6 };
const OBJECT_GB = 0.128;
/** Between two posts of an account that is always in use, in the middle. */
const POST_EVERY_S = 8.5;
/** An estimate, as in deploy.md: two calls of a request; a post waits for its group and the database. */
const SECONDS = { request: 0.02, post: 0.23 };

/**
 * Cloudflare's list price of a million of the drill's requests.
 * @param cpuMs of all workers, for each request. @param active accounts that share the requests. @returns USD.
 */
export function pricePerMillion({
  cpuMs,
  perSecond,
  active,
}: {
  cpuMs: number;
  perSecond: number;
  active: number;
}): number {
  const posts = Math.min(1, active / (perSecond * POST_EVERY_S));
  // Admitted and settled; an alarm and a poster for each post.
  const calls = 2 + 2 * posts;
  // Admitted, settled and deleted; the account's row and two alarms for each post.
  const rows = 3 + 3 * posts;
  const objectTime = (SECONDS.request + SECONDS.post * posts) * OBJECT_GB * PRICES.gbSecond;
  const each =
    PRICES.request + cpuMs * PRICES.cpuMs + calls * PRICES.objectCall + rows * PRICES.rowWritten + objectTime;
  return each * 1_000_000;
}
