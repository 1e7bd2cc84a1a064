import { ALLOWED_ORIGINS_MAX, pageOrigin } from "#core/domain/gateway/page-origin.ts";

const SHOWN_MAX = 40;

type Origins = { origins: string[] } | { problem: string };

/** What a text with one origin a line says, each once and as browsers write it; or what is wrong with it. */
export function readOrigins(text: string): Origins {
  const lines = text.split("\n").map((line) => line.trim());
  const origins = new Set<string>();
  for (const line of lines.filter((each) => each !== "")) {
    const origin = pageOrigin(line);
    if (origin === null) return { problem: `${shown(line)} is not https://host or http://localhost alone.` };
    origins.add(origin);
  }
  if (origins.size > ALLOWED_ORIGINS_MAX) return { problem: `At most ${ALLOWED_ORIGINS_MAX} origins.` };
  return { origins: [...origins] };
}

const shown = (line: string) => `“${line.length > SHOWN_MAX ? `${line.slice(0, SHOWN_MAX)}…` : line}”`;

/** Whose pages may use the key from now on, as a sentence. */
export function accessText(name: string, { length: count }: readonly string[]): string {
  if (count === 0) return `No page may use “${name}”.`;
  return `Pages of ${count === 1 ? "one origin" : `${count} origins`} may use “${name}”.`;
}
