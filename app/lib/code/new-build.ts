import { useSyncExternalStore } from "react";
import { BUILD_HEADER } from "#core/contract/build-header.ts";

/** The build other than this page's that was last heard of. */
let newBuild: string | null = null;
const listeners = new Set<() => void>();

/** Reads from a response whether the service has another build by now than the one this page came with. */
export function noteBuild({ headers }: Response): void {
  const build = headers.get(BUILD_HEADER);
  // The development server has no header, and no manifest in the page at first.
  if (build === null || build === newBuild || build === window.__remixManifest?.version) return;
  newBuild = build;
  for (const listener of listeners) listener();
}

export const knownNewBuild = (): string | null => newBuild;

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** The newer build, null while there is none. */
export const useNewBuild = () => useSyncExternalStore(subscribe, knownNewBuild, () => null);
