import type { Metering } from "#core/ports.ts";

/** For tests in which no request is metered. */
export const noMetering: Metering = { refresh: () => Promise.resolve() };
