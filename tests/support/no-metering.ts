import type { LiveMetering } from "#core/ports.ts";

/** For tests in which no request is metered. */
export const noMetering: LiveMetering = {
  refresh: () => Promise.resolve(),
  held: () => Promise.resolve(0),
};
