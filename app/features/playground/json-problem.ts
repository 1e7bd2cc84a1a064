export interface JsonProblem {
  /** From 1. */
  line: number;
  /** `expected a property name after the comma` */
  text: string;
}

/** Where and why a text isn't JSON; null if it is. Browsers word this differently, and some name no line. */
export function jsonProblem(text: string): JsonProblem | null {
  try {
    JSON.parse(text);
    return null;
  } catch {
    const reader = new Reader(text);
    const problem = reader.problem() ?? "expected valid JSON";
    return { line: text.slice(0, reader.at).split("\n").length, text: problem };
  }
}

const STRING = /"(?:[^"\\\p{Cc}]|\\(?:["\\/bfnrt]|u[\da-fA-F]{4}))*"/uy;
const SCALAR = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?|true|false|null/y;
const SPACE = /[ \t\n\r]*/y;

/** Goes on until the first problem, and stops there. */
class Reader {
  at = 0;
  private readonly text: string;

  constructor(text: string) {
    this.text = text;
  }

  problem(): string | null {
    const inValue = this.value("a value");
    if (inValue !== null) return inValue;
    this.skip(SPACE);
    return this.at < this.text.length ? "expected nothing after the end" : null;
  }

  private skip(pattern: RegExp): boolean {
    pattern.lastIndex = this.at;
    const found = pattern.exec(this.text)?.[0] ?? "";
    this.at += found.length;
    return found !== "";
  }

  private take(character: string): boolean {
    this.skip(SPACE);
    const isNext = this.text[this.at] === character;
    if (isNext) this.at += 1;
    return isNext;
  }

  private value(expected: string): string | null {
    if (this.take("{")) return this.list("}", () => this.property());
    if (this.take("[")) return this.list("]", (after) => this.value(`a value${after}`));
    if (this.skip(STRING) || this.skip(SCALAR)) return null;
    return this.text[this.at] === '"' ? "this text has no end" : `expected ${expected}`;
  }

  private list(end: "}" | "]", member: (after: string) => string | null): string | null {
    if (this.take(end)) return null;
    for (let after = ""; ; after = " after the comma") {
      const problem = end === "}" ? this.name(after) : member(after);
      if (problem !== null) return problem;
      const inValue = end === "}" ? member(after) : null;
      if (inValue !== null) return inValue;
      if (this.take(end)) return null;
      if (!this.take(",")) return `expected a comma or ${end}`;
    }
  }

  private name(after: string): string | null {
    this.skip(SPACE);
    return this.skip(STRING) ? null : `expected a property name${after}`;
  }

  private property(): string | null {
    return this.take(":") ? this.value("a value") : "expected a colon after the property name";
  }
}
