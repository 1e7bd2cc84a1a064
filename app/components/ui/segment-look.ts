/** One of few, in a groove; `data-state` is `active` for the one that is chosen. */
export const SEGMENTS = "inline-flex rounded-control bg-fill p-0.5";

export const SEGMENT =
  "inline-flex items-center justify-center gap-2 text-small font-medium text-ink-2 transition-colors hover:text-ink data-[state=active]:bg-surface data-[state=active]:text-ink data-[state=active]:shadow-[0_0_0_1px_var(--line),0_1px_2px_oklch(0_0_0/0.06)] max-lg:h-9 dark:data-[state=active]:bg-edge dark:data-[state=active]:shadow-none";
