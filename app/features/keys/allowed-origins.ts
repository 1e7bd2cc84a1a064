import { formatCount } from "#app/lib/format.ts";
import { ALLOWED_ORIGINS_MAX, pageOrigin } from "#core/domain/gateway/restrictions/origins.ts";

const SHOWN_CHARACTERS = 40;

const FULL_ORIGIN = "Enter a full origin, such as https://app.example.com, without a path.";

/** Reads one origin per line: each once, as browsers write it. `problem` is null if all are valid. */
export function readOrigins(text: string): { origins: string[]; problem: string | null } {
  const lines = text.split("\n").map((line) => line.trim());
  const origins = new Set<string>();
  for (const line of lines.filter((each) => each !== "")) {
    const origin = pageOrigin(line);
    if (origin === null) return { origins: [], problem: `${shown(line)} isn’t valid. ${FULL_ORIGIN}` };
    origins.add(origin);
  }
  const isTooMany = origins.size > ALLOWED_ORIGINS_MAX;
  return {
    origins: [...origins],
    problem: isTooMany ? `Enter at most ${ALLOWED_ORIGINS_MAX} origins.` : null,
  };
}

const shown = (line: string) =>
  `“${line.length > SHOWN_CHARACTERS ? `${line.slice(0, SHOWN_CHARACTERS)}…` : line}”`;

export function accessText(name: string, { length: count }: readonly string[]): string {
  if (count === 0) return `Browsers can’t use “${name}”.`;
  return `Browsers on ${formatCount(count, "origin")} can use “${name}”.`;
}
