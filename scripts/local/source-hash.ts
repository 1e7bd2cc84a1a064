import { createHash } from "node:crypto";

export interface Source {
  path: string;
  content: Uint8Array;
}

/** Changes when a source is added, removed, renamed or edited. The order of sources does not matter. */
export function sourceHash(sources: readonly Source[]): string {
  const hash = createHash("sha256");
  const byPath = sources.toSorted((one, other) => (one.path < other.path ? -1 : 1));
  for (const { path, content } of byPath)
    hash.update(`${JSON.stringify(path)} ${content.length}\n`).update(content);
  return hash.digest("hex");
}
