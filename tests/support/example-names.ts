import { readFileSync } from "node:fs";

/** Names in the sections of the example file of secrets that are for this worker. */
export function exampleNames(worker: string): string[] {
  const sections = readFileSync(".dev.vars.example", "utf8").split(/^# ---/m);
  const own = sections.filter((section) => section.split("\n")[0]?.includes(worker));
  return own.flatMap((section) =>
    [...section.matchAll(/^([A-Z][A-Z0-9_]*)=/gm)].map((match) => String(match[1])),
  );
}
