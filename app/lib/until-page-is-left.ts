/** Keeps a form or a button busy while the browser leaves the page. */
export const untilPageIsLeft = () => new Promise<never>(() => undefined);
