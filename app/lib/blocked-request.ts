/** No block list contains it, and it works without a session. */
const HEALTH = "/api/health";
const LONGEST_CHECK_MS = 5_000;

/** The browser or an extension refused a request. `message` is a sentence for people. */
export class BlockedRequest extends Error {
  override readonly name = "BlockedRequest";

  constructor() {
    super(
      `Your browser or an extension blocked this request. Allow requests to ${window.location.host}, then try again.`,
    );
  }
}

/** For failures whose own message wouldn't help the reader. */
export const asBlocked = (error: unknown): BlockedRequest | null =>
  error instanceof BlockedRequest ? error : null;

/**
 * `fetch`, except that it names a blocker. Scripts see the same error whether a request was blocked, the network failed
 * or the server is away. A request counts as blocked if its address fails again while the server responds elsewhere.
 * @throws BlockedRequest, or the error of `fetch`.
 */
export async function fetchOrNameBlocker(input: RequestInfo | URL, init?: RequestInit): Promise<Response> {
  try {
    return await fetch(input, init);
  } catch (failure) {
    const mayBeBlocked = navigator.onLine && !init?.signal?.aborted;
    if (mayBeBlocked && (await isBlocked(input))) throw new BlockedRequest();
    throw failure;
  }
}

async function isBlocked(input: RequestInfo | URL): Promise<boolean> {
  const signal = AbortSignal.timeout(LONGEST_CHECK_MS);
  const [again, health] = await Promise.allSettled([
    // Changes nothing, whatever the first one would have done.
    fetch(input, { method: "HEAD", signal }),
    fetch(HEALTH, { cache: "no-store", signal }),
  ]);
  return again.status === "rejected" && health.status === "fulfilled" && health.value.ok;
}
