/** The stretches of a JSON text outside its strings, in time linear in its length. */
export function* outsideStrings(text: string): Generator<readonly [from: number, to: number]> {
  let from = 0;
  for (let open = text.indexOf('"'); open >= 0; open = text.indexOf('"', from)) {
    yield [from, open];
    from = closingQuote(text, open) + 1;
  }
  yield [Math.min(from, text.length), text.length];
}

function closingQuote(text: string, open: number): number {
  let at = text.indexOf('"', open + 1);
  while (at >= 0 && isEscaped(text, at)) at = text.indexOf('"', at + 1);
  return at < 0 ? text.length : at;
}

function isEscaped(text: string, at: number): boolean {
  let from = at;
  while (text[from - 1] === "\\") from -= 1;
  return (at - from) % 2 === 1;
}

const QUOTE = 0x22;
const BACKSLASH = "\\";
const AFTER_NAME = /\s*:\s*/y;

/**
 * Where the object stands that the outermost object of a JSON text has under a name, in time linear in its length: null
 * for another value, for a name that occurs twice, and where a name is written with escapes, which may be this one.
 */
export function objectUnder(json: string, name: string): { from: number; to: number } | null {
  let found: { from: number; to: number } | null = null;
  let depth = 0;
  for (let at = 0; at < json.length; at += 1) {
    const code = json.charCodeAt(at);
    if (code === QUOTE) {
      const end = closingQuote(json, at);
      const value = depth === 1 ? valueAfter(json, end + 1) : null;
      const word = value === null ? "" : json.slice(at + 1, end);
      at = end;
      if (value === null) continue;
      if (word.includes(BACKSLASH) || (word === name && found !== null)) return null;
      if (word === name) found = { from: value, to: 0 };
      at = value - 1;
    } else if (code === 0x7b || code === 0x5b) depth += 1;
    else if (code === 0x7d || code === 0x5d) {
      depth -= 1;
      if (depth === 1 && found?.to === 0) found.to = at + 1;
    }
  }
  return found !== null && json[found.from] === "{" && depth === 0 ? found : null;
}

/** Where a member's value begins; null when its name does not end at `at`. */
function valueAfter(json: string, at: number): number | null {
  AFTER_NAME.lastIndex = at;
  return AFTER_NAME.test(json) ? AFTER_NAME.lastIndex : null;
}
