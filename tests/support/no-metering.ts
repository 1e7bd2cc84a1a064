import type { LiveMetering } from "#core/ports.ts";

/** For tests in which no request is metered. */
export const noMetering: LiveMetering = {
  refresh: () => Promise.resolve(),
  inProgress: () => Promise.resolve({ requests: 0, heldMicros: 0 }),
};
