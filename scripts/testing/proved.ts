import { execFileSync } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { matchesGlob } from "node:path";
import { z } from "zod";
import { type Source, sourceHash } from "#scripts/local/source-hash.ts";
import { AREAS, type Area, guardedPaths } from "./areas.ts";

/** For each area, the hash of what it guards when its tests last passed at full counts. */
const PROVED = "tests/proved.json";

const provedFile = z.record(z.string(), z.string());
const lockFile = z.object({
  packages: z.record(
    z.string(),
    z.object({ version: z.string().optional(), integrity: z.string().optional() }),
  ),
});

/** Hashes cover the project's files, as Git knows them, and its lock file. */
export interface Tree {
  paths: readonly string[];
  read: (path: string) => Uint8Array;
  lock: string;
}

/** The working tree: every file that Git tracks or would track, with its current content. */
export function workingTree(): Tree {
  const deleted = new Set(gitFiles("--deleted"));
  const paths = gitFiles("--cached", "--others", "--exclude-standard").filter((path) => !deleted.has(path));
  return {
    paths: [...new Set(paths)],
    read: (path) => readFileSync(path),
    lock: readFileSync("package-lock.json", "utf8"),
  };
}

const gitFiles = (...which: string[]) =>
  execFileSync("git", ["ls-files", "-z", ...which], { encoding: "utf8" })
    .split("\0")
    .filter((path) => path !== "");

/** Changes when a guarded file, or the lock-file entry of one of the area's packages, does. */
export function areaHash(area: Area, { paths, read, lock }: Tree): string {
  const globs = guardedPaths(area);
  const files = paths.filter((path) => globs.some((glob) => matchesGlob(path, glob)));
  const sources: Source[] = files.map((path) => ({ path, content: read(path) }));
  return sourceHash([...sources, ...lockEntries(area, lock)]);
}

function lockEntries({ packages }: Area, lock: string): Source[] {
  return Object.entries(lockFile.parse(JSON.parse(lock)).packages)
    .filter(([path]) => packages.some((name) => path.endsWith(`node_modules/${name}`)))
    .map(([path, { version, integrity }]) => ({
      path,
      content: Buffer.from(`${version} ${integrity}`),
    }));
}

/** Areas whose tests have not passed at full counts with the files as they are now. */
export function unprovedAreas(tree: Tree): Area[] {
  const proved = readProved();
  return AREAS.filter((area) => proved[area.name] !== areaHash(area, tree));
}

/** @returns a function that records that the areas' tests passed, except areas that changed in the meantime. */
export function beginProof(areas: readonly Area[]): () => string[] {
  const before = hashesOf(areas);
  return () => {
    const now = hashesOf(areas);
    const proved = areas.map(({ name }) => name).filter((name) => before[name] === now[name]);
    const added = Object.fromEntries(proved.map((name) => [name, now[name]]));
    const known = Object.entries({ ...readProved(), ...added }).toSorted(([one], [other]) =>
      one < other ? -1 : 1,
    );
    writeFileSync(PROVED, `${JSON.stringify(Object.fromEntries(known), null, 2)}\n`);
    return proved;
  };
}

function hashesOf(areas: readonly Area[]): Record<string, string> {
  const tree = workingTree();
  return Object.fromEntries(areas.map((area) => [area.name, areaHash(area, tree)]));
}

const readProved = () => provedFile.parse(JSON.parse(readFileSync(PROVED, "utf8")));
