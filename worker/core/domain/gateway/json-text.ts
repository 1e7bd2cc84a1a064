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

/** Lists and objects in a JSON text. Each takes many times the memory of its two bytes. */
export function countContainers(text: string): number {
  let count = 0;
  for (const [from, to] of outsideStrings(text))
    for (let at = from; at < to; at += 1) if (text[at] === "{" || text[at] === "[") count += 1;
  return count;
}
