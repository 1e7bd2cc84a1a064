import { parseVerbatim } from "./exact-json.ts";
import { type Operator, publicErrorValue, publicText, roleOf } from "./operators-own.ts";

/**
 * A response's JSON without what is the operator's; the same text when it has nothing of that.
 * @param value of the text, as `JSON.parse` reads it; it may be changed.
 */
export function publicJson(json: string, value: unknown, operator: Operator): string {
  if (!removeOperators(value, operator)) return json;
  const verbatim = parseVerbatim(json);
  removeOperators(verbatim, operator);
  return JSON.stringify(verbatim);
}

/**
 * Removes what is the operator's from a response, in place and in time linear in its size.
 * @returns whether there was any.
 */
function removeOperators(root: unknown, operator: Operator): boolean {
  const walk = new Walk(operator);
  walk.visit(root);
  return walk.removed;
}

class Walk {
  removed = false;
  private readonly operator: Operator;
  /** Lists and objects to be visited, and whether their own texts are the model's. */
  private readonly open: { holder: object; words: boolean }[] = [];

  constructor(operator: Operator) {
    this.operator = operator;
  }

  visit(root: unknown): void {
    if (typeof root === "object" && root !== null) this.open.push({ holder: root, words: false });
    for (let next = this.open.pop(); next !== undefined; next = this.open.pop()) {
      const { holder, words } = next;
      if (Array.isArray(holder)) this.items(holder, words);
      else this.members(holder);
    }
  }

  private items(list: unknown[], words: boolean): void {
    // Embeddings are long lists of numbers.
    for (let at = 0; at < list.length; at += 1)
      if (typeof list[at] !== "number") this.value(list, at, { inner: list[at], words });
  }

  private members(holder: object): void {
    for (const [name, inner] of Object.entries(holder)) {
      const role = roleOf(name);
      if (role === "plain" || role === "words") this.value(holder, name, { inner, words: role === "words" });
      else if (role === "error") this.replace(holder, name, [inner, publicErrorValue(inner, this.operator)]);
      else if (role === "operators") this.removed = Reflect.deleteProperty(holder, name) || this.removed;
    }
  }

  private value(
    holder: object,
    name: PropertyKey,
    { inner, words }: { inner: unknown; words: boolean },
  ): void {
    if (typeof inner === "object" && inner !== null) this.open.push({ holder: inner, words });
    if (typeof inner !== "string" || words) return;
    const shown = publicText(inner, this.operator);
    if (shown !== inner) this.replace(holder, name, [inner, shown]);
  }

  private replace(holder: object, name: PropertyKey, [before, after]: [unknown, unknown]): void {
    if (JSON.stringify(before) === JSON.stringify(after)) return;
    this.removed = true;
    // Assigning to __proto__ would change the object's prototype.
    Object.defineProperty(holder, name, { value: after });
  }
}
