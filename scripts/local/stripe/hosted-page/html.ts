const ESCAPES: Record<string, string> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&#39;",
};

/** Markup that is safe to send. */
export class Html {
  readonly markup: string;
  constructor(markup: string) {
    this.markup = markup;
  }
}

type Part = Html | Html[] | string | number | null;

const markupOf = (part: Part): string => {
  if (part === null) return "";
  if (Array.isArray(part)) return part.map(markupOf).join("");
  if (part instanceof Html) return part.markup;
  return String(part).replace(/[&<>"']/g, (character) => ESCAPES[character] ?? "");
};

/** A template whose values are escaped unless they are `Html` themselves. */
export function html(strings: TemplateStringsArray, ...parts: Part[]): Html {
  return new Html(String.raw({ raw: strings }, ...parts.map(markupOf)));
}
