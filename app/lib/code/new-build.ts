import { useSyncExternalStore } from "react";
import { BUILD_HEADER } from "#core/contract/build-header.ts";

/** The latest build seen other than this page's. */
let newBuild: string | null = null;
const listeners = new Set<() => void>();

/** Notes from a response's headers if the service now runs another build than this page's. */
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

export const useNewBuild = () => useSyncExternalStore(subscribe, knownNewBuild, () => null);
