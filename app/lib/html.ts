const ENTITIES: Record<string, string> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&#39;",
};

/** Text that is safe between tags or in a quoted attribute. */
export const escapeHtml = (text: string) => text.replace(/[&<>"']/g, (found) => ENTITIES[found] ?? found);

/** JSON that is safe inside a <script> element: it can neither close it nor open a comment. */
export const inlineJson = (value: unknown) => JSON.stringify(value).replaceAll("<", "\\u003c");
