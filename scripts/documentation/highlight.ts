import { createCssVariablesTheme, createHighlighter, type ThemedToken } from "shiki";
import { escapeHtml } from "../../app/lib/html.ts";

const GRAMMARS = {
  sh: "shellscript",
  python: "python",
  ts: "typescript",
  js: "javascript",
  json: "json",
} as const;
/** Outside of code, what the reader has to fill in. */
const BLANK = /(YOUR_API_KEY)/;

const theme = createCssVariablesTheme();
const highlighter = createHighlighter({
  themes: [theme],
  langs: Object.values(GRAMMARS),
});

interface Run {
  text: string;
  look: string;
}

/** The code as HTML in the colors of tokens.css; `language` as its fence says, anything unknown is plain text. */
export async function highlight(code: string, language: string): Promise<string> {
  const runs = isKnown(language) ? await codeRuns(code, GRAMMARS[language]) : textRuns(code);
  return joined(runs).map(htmlOf).join("");
}

const isKnown = (language: string): language is keyof typeof GRAMMARS => language in GRAMMARS;

const textRuns = (text: string): Run[] =>
  text.split(BLANK).map((part) => ({ text: part, look: BLANK.test(part) ? "text-code-string" : "" }));

async function codeRuns(code: string, lang: (typeof GRAMMARS)[keyof typeof GRAMMARS]): Promise<Run[]> {
  const lines = (await highlighter).codeToTokensBase(code, { lang, theme });
  return lines.flatMap((line, at) => [
    ...(at > 0 ? [{ text: "\n", look: "" }] : []),
    ...line.map((token) => ({ text: token.content, look: lookOf(token) })),
  ]);
}

/** Only words, strings, flags and comments stand out. */
function lookOf({ color, content }: ThemedToken): string {
  const role = /token-([a-z-]+)/.exec(color ?? "")?.[1];
  if (role === "string-expression") return "text-code-string";
  if (role === "keyword" && /[a-z]/i.test(content)) return "text-code-key";
  if (role === "string" && content.startsWith("-")) return "text-code-key";
  return role === "comment" ? "text-ink-3" : "";
}

/** Neighbors of one look as one; white space takes any. */
function joined(runs: Run[]): Run[] {
  const all: Run[] = [];
  for (const run of runs) {
    const last = all.at(-1);
    if (last && (last.look === run.look || run.text.trim() === "")) last.text += run.text;
    else all.push({ ...run });
  }
  return all;
}

const htmlOf = ({ text, look }: Run) =>
  look === "" ? escapeHtml(text) : `<span class="${look}">${escapeHtml(text)}</span>`;
