/** The focusable section around an element, which takes the focus when the element disappears. */
export const focusScope = (element: Element | null): HTMLElement | null =>
  element?.closest<HTMLElement>("[tabindex='-1'], [role=tabpanel]") ?? null;
