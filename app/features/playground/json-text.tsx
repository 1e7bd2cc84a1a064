/** Names, texts and brackets. */
const TOKENS = /("(?:[^"\\]|\\.)*"(?=\s*:)|"(?:[^"\\]|\\.)*"?)/;
const NAME = /^"(?:[^"\\]|\\.)*"$/;

/** JSON in color, whether or not it is valid. */
export function JsonText({ text }: { text: string }) {
  const parts = text.split(TOKENS);
  return parts.map((part, at) => {
    const isName = NAME.test(part) && /^\s*:/.test(parts[at + 1] ?? "");
    const color = part.startsWith('"') ? (isName ? "text-code-key" : "text-code-string") : undefined;
    return (
      // biome-ignore lint/suspicious/noArrayIndexKey: the tokens never move
      <span key={at} className={color}>
        {part}
      </span>
    );
  });
}
