/** A JSON text as a list of its outermost members, in their order, duplicates included. */
export type Members = [name: string, value: unknown][];

/** A strict parser of its own, so that it shares no mistake with `JSON.parse`: it keeps duplicate members. */
function membersOf(text: string): Members {
  const reader = new MemberReader(text);
  return reader.members();
}

class MemberReader {
  private at = 0;
  private readonly text: string;

  constructor(text: string) {
    this.text = text;
  }

  members(): Members {
    const found: Members = [];
    this.space();
    this.take("{");
    for (this.space(); this.text[this.at] !== "}"; this.space()) {
      if (found.length > 0) this.take(",");
      this.space();
      const name = this.value();
      this.space();
      this.take(":");
      this.space();
      found.push([String(name), this.value()]);
    }
    this.take("}");
    this.space();
    if (this.at !== this.text.length) throw new SyntaxError("text after the object");
    return found;
  }

  private take(expected: string): void {
    if (this.text[this.at] !== expected) throw new SyntaxError(`${expected} expected at ${this.at}`);
    this.at += 1;
  }

  private space(): void {
    while (/[ \t\r\n]/.test(this.text[this.at] ?? "x")) this.at += 1;
  }

  /** Finds the end of the value by its brackets and quotes. */
  private value(): unknown {
    const start = this.at;
    for (let depth = 0; this.at < this.text.length; ) {
      const character = this.text[this.at] ?? "";
      if (depth === 0 && this.at > start && /[,:}\]\s]/.test(character)) break;
      if (character === '"') this.string();
      else {
        if ("{[".includes(character)) depth += 1;
        if ("}]".includes(character)) depth -= 1;
        this.at += 1;
      }
      if (depth === 0 && /["}\]]/.test(this.text[this.at - 1] ?? "")) break;
    }
    return JSON.parse(this.text.slice(start, this.at));
  }

  private string(): void {
    for (this.at += 1; this.text[this.at] !== '"'; this.at += 1) {
      if (this.at >= this.text.length) throw new SyntaxError("a string without an end");
      if (this.text[this.at] === "\\") this.at += 1;
    }
    this.at += 1;
  }
}

/** How a server looks up a field. */
type Lookup = (members: Members, name: string) => unknown;
const same = (name: string) => name;
const lower = (name: string) => name.toLowerCase();
const loose = (name: string) =>
  name
    .normalize("NFKC")
    .toLowerCase()
    .replace(/[^a-z]/g, "");

const first =
  (fold: (name: string) => string): Lookup =>
  (members, name) =>
    members.find(([known]) => fold(known) === fold(name))?.[1];
const last =
  (fold: (name: string) => string): Lookup =>
  (members, name) =>
    members.findLast(([known]) => fold(known) === fold(name))?.[1];

const members = (bytes: Uint8Array, encoding: BufferEncoding = "utf8") =>
  membersOf(Buffer.from(bytes).toString(encoding));
const parsed = (bytes: Uint8Array) => JSON.parse(Buffer.from(bytes).toString());
const entries = (value: object): Members => Object.entries(value);

/** Ways in which a provider could read a forwarded body. */
export const READERS: Record<string, { read: (bytes: Uint8Array) => Members; lookup: Lookup }> = {
  "Node's JSON.parse": { read: (bytes) => entries(parsed(bytes)), lookup: last(same) },
  "the first of a name wins": { read: members, lookup: first(same) },
  "the last of a name wins": { read: members, lookup: last(same) },
  "any case, first": { read: members, lookup: first(lower) },
  "any case, last": { read: members, lookup: last(lower) },
  "letters alone, first": { read: members, lookup: first(loose) },
  "letters alone, last": { read: members, lookup: last(loose) },
  "assigned to an object": {
    read: (bytes) => {
      const target: Record<string, unknown> = {};
      for (const [name, value] of entries(parsed(bytes))) target[name] = value;
      return ["model", "max_tokens", "n", "service_tier", "stream"]
        .flatMap((name): Members => (name in target ? [[name, target[name]]] : []))
        .concat(Object.entries(target));
    },
    lookup: first(same),
  },
  "bytes as Latin-1": { read: (bytes) => members(bytes, "latin1"), lookup: last(same) },
  "cut at the first NUL": {
    read: (bytes) => {
      const end = bytes.indexOf(0);
      return members(end === -1 ? bytes : bytes.subarray(0, end));
    },
    lookup: last(same),
  },
  "a merge of members named extra": {
    read: (bytes) => {
      const all = members(bytes);
      const extra = all.flatMap(([name, value]) =>
        /^(extra|__proto__)/.test(name) && typeof value === "object" && value !== null ? entries(value) : [],
      );
      return [...all, ...extra];
    },
    lookup: last(same),
  },
};
