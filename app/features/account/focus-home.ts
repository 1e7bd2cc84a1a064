/** The section around an element: where the focus goes when the element that had it goes. */
export const homeOf = (element: Element | null): HTMLElement | null =>
  element?.closest<HTMLElement>("[tabindex='-1']") ?? null;
