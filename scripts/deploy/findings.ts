/** `warning`: part of the service won't work. `failed`: a dry run or a verification doesn't pass. */
export type Level = "ok" | "hint" | "warning" | "failed";

export interface Finding {
  level: Level;
  name: string;
  /** One sentence or more; never a secret. */
  detail: string;
  /** An instruction that makes it go away. */
  todo?: string;
}

/** A finding about the part with this name. */
export const findingOf =
  (name: string) =>
  (level: Level, detail: string, todo?: string): Finding => ({
    level,
    name,
    detail,
    ...(todo !== undefined && { todo }),
  });

const LEVEL_WIDTH = 9;
const NAME_WIDTH = 24;
const INDENT = " ".repeat(2 + LEVEL_WIDTH + NAME_WIDTH);

/** One line per finding, and one more if there is something to do. */
export function describeFinding({ level, name, detail, todo }: Finding): string {
  const line = `  ${level.padEnd(LEVEL_WIDTH)}${name.padEnd(NAME_WIDTH)}${detail}`;
  return todo === undefined ? line : `${line}\n${INDENT}→ ${todo}`;
}

export const countOf = (findings: readonly Finding[], level: Level): number =>
  findings.filter((finding) => finding.level === level).length;

export const counted = (count: number, one: string, more = `${one}s`): string =>
  `${count} ${count === 1 ? one : more}`;
