/** A JSON object as a list of members, so that a name may stand in it several times. */
export class Members {
  readonly list: [name: string, value: Naive][] = [];

  /** The value that a reader takes which keeps the first or last member and may ignore the case of letters. */
  get(name: string, { first, ignoreCase }: NaiveReader): Naive | undefined {
    const same = (other: string) =>
      ignoreCase ? other.toLowerCase() === name.toLowerCase() : other === name;
    const found = this.list.filter(([other]) => same(other));
    return (first ? found[0] : found.at(-1))?.[1];
  }
}
export type Naive = Members | Naive[] | string | number | boolean | null;
export interface NaiveReader {
  first: boolean;
  ignoreCase: boolean;
}
export const NAIVE_READERS: NaiveReader[] = [true, false].flatMap((first) =>
  [true, false].map((ignoreCase) => ({ first, ignoreCase })),
);

const TOKEN = /\s*(?:([{}[\],:])|"((?:[^"\\]|\\.)*)"|(-?\d[^\s,}\]]*)|(true|false|null))/y;

/** A JSON reader of a few lines that shares no code with the gateway's. */
export function parseNaively(text: string): Naive {
  TOKEN.lastIndex = 0;
  const value = valueAfter(next(text), text);
  if (text.slice(TOKEN.lastIndex).trim() !== "") throw new Error("more behind the value");
  return value;
}

function next(text: string): RegExpExecArray {
  const token = TOKEN.exec(text);
  if (token === null) throw new Error("no JSON");
  return token;
}

function valueAfter([, mark, string, number, word]: RegExpExecArray, text: string): Naive {
  if (mark === "{") return objectAfter(text);
  if (mark === "[") return listAfter(text);
  if (string !== undefined) return unescaped(string);
  if (number !== undefined) return Number(number);
  return word === "null" ? null : word === "true";
}

function objectAfter(text: string): Members {
  const members = new Members();
  for (let token = next(text); token[1] !== "}"; token = next(text)) {
    if (token[1] === ",") continue;
    next(text);
    members.list.push([unescaped(token[2] ?? ""), valueAfter(next(text), text)]);
  }
  return members;
}

function listAfter(text: string): Naive[] {
  const list: Naive[] = [];
  for (let token = next(text); token[1] !== "]"; token = next(text))
    if (token[1] !== ",") list.push(valueAfter(token, text));
  return list;
}

const SHORT: Partial<Record<string, string>> = { n: "\n", r: "\r", t: "\t", b: "\b", f: "\f" };
const unescaped = (text: string) =>
  text.replace(/\\(?:u([0-9a-fA-F]{4})|(.))/g, (_, code?: string, char = "") =>
    code === undefined ? (SHORT[char] ?? char) : String.fromCharCode(Number.parseInt(code, 16)),
  );
