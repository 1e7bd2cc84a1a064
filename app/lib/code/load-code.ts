import { noteBuild } from "./new-build.ts";

const PAUSES_MS = [300, 900];
/** A file that takes longer counts as unreachable. */
const LONGEST_TRY_MS = 30_000;

/**
 * `unreachable`: no response, or one of a failing server. `gone`: the server no longer has the file, as after a
 * deployment. `broken`: the file is there but does not run; browsers remember that until the page is reloaded.
 */
type CodeFailure = "unreachable" | "gone" | "broken";

const MESSAGES: Record<CodeFailure, string> = {
  unreachable: "Part of this page couldn’t be loaded. Check your connection, then try again.",
  gone: "Part of this page couldn’t be loaded. Reload the page, then try again.",
  broken: "Part of this page couldn’t be loaded. Reload the page, then try again.",
};

export class CodeUnavailable extends Error {
  override readonly name = "CodeUnavailable";
  readonly failure: CodeFailure;

  constructor(failure: CodeFailure, cause: unknown) {
    super(MESSAGES[failure], { cause });
    this.failure = failure;
  }
}

/** Files fetched or being fetched. Those that the page preloads were loaded before this code ran. */
const files = new Map<string, Promise<void>>();
if (typeof document !== "undefined") {
  for (const link of document.querySelectorAll("link[rel=modulepreload]")) {
    files.set(link.getAttribute("href") ?? "", Promise.resolve());
  }
}

/**
 * Imports code once all its files are in the browser's cache. A browser remembers a module it could not fetch
 * and never requests it again, so each file is fetched first: `fetch` can be retried.
 * @throws CodeUnavailable
 */
export async function loadCode<Module>(
  addresses: readonly string[],
  importIt: () => Promise<Module>,
): Promise<Module> {
  await Promise.all(addresses.map(fetchOnce));
  try {
    return await importIt();
  } catch (cause) {
    throw new CodeUnavailable("broken", cause);
  }
}

function fetchOnce(address: string): Promise<void> {
  const known = files.get(address);
  if (known !== undefined) return known;
  const fetching = fetchFile(address);
  files.set(address, fetching);
  fetching.catch(() => files.delete(address));
  return fetching;
}

async function fetchFile(address: string): Promise<void> {
  for (const pause of PAUSES_MS) {
    try {
      return await tryFile(address);
    } catch (failure) {
      if (isFinal(failure)) throw failure;
      await new Promise((resolve) => setTimeout(resolve, pause));
    }
  }
  return await tryFile(address);
}

async function tryFile(address: string): Promise<void> {
  const signal = AbortSignal.timeout(LONGEST_TRY_MS);
  const response = await fetch(address, { signal }).catch((cause: unknown) => {
    throw new CodeUnavailable("unreachable", cause);
  });
  noteBuild(response);
  if (response.status === 404) throw new CodeUnavailable("gone", response.status);
  if (!response.ok) throw new CodeUnavailable("unreachable", response.status);
  // Only a response read to its end is kept in the cache.
  await response.arrayBuffer().catch((cause: unknown) => {
    throw new CodeUnavailable("unreachable", cause);
  });
}

/** Another try would not help when the file is gone, or when this one ran out of time. */
const isFinal = (failure: unknown) =>
  failure instanceof CodeUnavailable &&
  (failure.failure === "gone" ||
    (failure.cause instanceof DOMException && failure.cause.name === "TimeoutError"));
