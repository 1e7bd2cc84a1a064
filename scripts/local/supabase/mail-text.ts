/** The plain text of an email: its paragraphs, with each URL on a separate line after the link text. */
export function textOf(html: string): string {
  const text = html
    .replace(/<head>[\s\S]*<\/head>/, "")
    .replace(/<a\s[^>]*href="([^"]*)"[^>]*>([\s\S]*?)<\/a>/g, "$2:\n$1")
    .replace(/<\/(p|h1)>/g, "\n\n")
    .replace(/<[^>]*>/g, "");
  const decoded = text.replace(/&(amp|lt|gt|#\d+);/g, (_, name: string) => decodeEntity(name));
  return `${decoded.replace(/\n{3,}/g, "\n\n").trim()}\n`;
}

const NAMED: Record<string, string> = { amp: "&", lt: "<", gt: ">" };
const decodeEntity = (name: string) => NAMED[name] ?? String.fromCharCode(Number(name.slice(1)));
