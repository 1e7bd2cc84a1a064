/** JSON that is safe inside a <script> element: it can neither close it nor open a comment. */
export const inlineJson = (value: unknown) => JSON.stringify(value).replaceAll("<", "\\u003c");
