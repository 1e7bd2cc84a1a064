import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";

const LOCALES = "node_modules/lighthouse/shared/localization/locales/*.json";
const DIAGNOSTICS = "node_modules/typescript/lib/*/diagnosticMessages.generated.json";
const SHORT_LOCALES = "node_modules/zod/v4/locales/*.js";
/** Locales that test a program's layout: nobody writes like this. */
const PSEUDO = /XA|XB|XL/;
const NOT_ASCII = /[^\p{ASCII}][^"'`$]+/gu;
/** Words of many languages, not sentences. */
export const WORDS = "words";
const LENGTH_MAX = 200_000;
const FILES_MAX = 60;
const [FIRST_EMOJI, LAST_EMOJI] = [0x1f300, 0x1f64f];

const FILES: Readonly<Record<string, string>> = {
  TypeScript: "worker/**/*.ts",
  components: "app/**/*.tsx",
  "style sheets": "app/**/*.css",
  SQL: "migrations/*.sql",
  documents: "docs/**/*.md",
  readmes: "node_modules/*/README.md",
  manifests: "node_modules/*/package.json",
  declarations: "node_modules/@cloudflare/workers-types/*.d.ts",
  minified: "node_modules/*/dist/*.min.js",
  lock: "package-lock.json",
};

/** Texts in some 60 languages, code and data, by name: what the project and its installed packages have. */
export function textCorpus(root: string): Map<string, string> {
  const found = (pattern: string) => spread(globSync(pattern, { cwd: root }).sort());
  const read = (path: string) => readFileSync(join(root, path), "utf8");
  const texts = new Map<string, string>();
  for (const path of globSync(LOCALES, { cwd: root }).filter((name) => !PSEUDO.test(name)))
    texts.set(`locale ${path.split("/").at(-1)}`, messagesOf(JSON.parse(read(path))));
  for (const path of globSync(DIAGNOSTICS, { cwd: root }))
    texts.set(`diagnostics ${path.split("/").at(-2)}`, messagesOf(JSON.parse(read(path))));
  for (const [name, pattern] of Object.entries(FILES)) texts.set(name, found(pattern).map(read).join("\n"));
  texts.set(
    WORDS,
    globSync(SHORT_LOCALES, { cwd: root })
      .flatMap((path) => read(path).match(NOT_ASCII) ?? [])
      .join(" "),
  );
  texts.set(
    "compact JSON",
    found(FILES.manifests ?? "")
      .map((path) => JSON.stringify(JSON.parse(read(path))))
      .join("\n"),
  );
  texts.set("emoji", withEmoji(texts.get("documents") ?? ""));
  return new Map([...texts].map(([name, text]) => [name, text.slice(0, LENGTH_MAX)]));
}

const messagesOf = (messages: Readonly<Record<string, string | { message: string }>>) =>
  Object.values(messages)
    .map((item) => (typeof item === "string" ? item : item.message))
    .join(" ");

const spread = (paths: readonly string[]) =>
  paths.filter((_, index) => index % Math.ceil(paths.length / FILES_MAX) === 0);

/** An emoji after each sixth word. */
function withEmoji(text: string): string {
  const emoji = (index: number) => String.fromCodePoint(FIRST_EMOJI + (index % (LAST_EMOJI - FIRST_EMOJI)));
  const words = text.split(/\s+/).slice(0, 20_000);
  return words.map((word, index) => (index % 6 === 5 ? `${word} ${emoji(index)}` : word)).join(" ");
}
