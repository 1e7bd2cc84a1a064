import type { RequestLimit } from "#core/ports.ts";

const unlimited: RequestLimit = { limit: () => Promise.resolve({ success: true }) };

/** For tests that are not about how often one may ask. */
export const noLimits = { account: unlimited, address: unlimited };
