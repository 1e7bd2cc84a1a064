import { execFileSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";

/** Words that read as translated, and the field's own. */
const WORDS: [pattern: RegExp, instead: string][] = [
  [/answer/i, "response, respond"],
  [
    /\b(is|are|was|were|been|being) told\b|\btold of\b|\btelling\b|\btold\b(?=\s*[=:(,.])/,
    "notified, payload",
  ],
  [/\bmovements?\b/i, "transaction"],
  [/\bpieces?\b/, "chunk, part"],
  [/\b(break(s|ing)?|broke|broken) off\b|\b(hang(s|ing)?|hung) up\b/i, "cancel, disconnect"],
  [/\b(is|are|was|were|be|been|being) (looked at|asked for)\b/i, "checked, requested"],
  [/\bAI service\b/, "upstream provider, the API"],
  [/\btop(s|ped|ping)? up\b|\badd(s|ed|ing)? balance\b/, "add funds"],
  [/\bmail(s|ed|ing)\b|\b(we|us|will|’ll|'ll|to|can) mail\b/i, "email (verb)"],
  [/\bone a (line|file)\b/, "one per line, one per file"],
  [/\bits? (an )?ends? (on|at)\b|\bgive it an end\b/, "expires, expiry date"],
  [/\b(Books|placeOf|unshared|soundInput|pageAccess)\b|\b(page-access|sound-input)\b/, "the field's term"],
  [/\b(wish|wishes|meet|come|twice|told|asked)\b(?= ?[(=:])/, "the field's term"],
];

/** Names of the gateway, prompts to a model, and words that the specification or a search needs. */
const EXCEPTIONS = [
  /AdmitAnswer|answer\.admitted|(answer-flow|error-responses|relay-answer|page-access)\.ts/,
  /"top up (funds|balance) money/,
  /Answer a customer|You answer customers/,
  /dialogButton\(page, \/top up\/i\)/,
];

const TEXTS = /\.(ts|tsx|md|html|toml|css)$/;
const LEFT_OUT = /^scripts\/testing\/wording\.ts$/;

/** @returns each line with a word of the list, with its place. */
export function findWording(): string[] {
  const files = execFileSync("git", ["ls-files", "--cached", "--others", "--exclude-standard"], {
    encoding: "utf8",
  });
  return files
    .split("\n")
    .filter((file) => TEXTS.test(file) && !LEFT_OUT.test(file) && existsSync(file))
    .flatMap(foundIn);
}

function foundIn(file: string): string[] {
  const lines = readFileSync(file, "utf8").split("\n");
  return lines.flatMap((line, at) =>
    WORDS.flatMap(([pattern, instead]) => {
      const found = line.match(pattern)?.[0];
      if (found === undefined || EXCEPTIONS.some((exception) => exception.test(line))) return [];
      return `${file}:${at + 1}: “${found}” → ${instead}: ${line.trim()}`;
    }),
  );
}
