/** A page whose narrow column is beside the wide one, and below it on narrow screens. */
export const COLUMNS =
  "grid grid-cols-[minmax(0,1fr)_var(--spacing-aside)] items-start gap-6 max-lg:flex max-lg:flex-col max-lg:items-stretch max-lg:gap-3";
