import type { RequestLimit } from "#core/ports.ts";

const unlimited: RequestLimit = { limit: () => Promise.resolve({ success: true }) };

/** For tests that are not about rate limits. */
export const noLimits = { account: unlimited, address: unlimited };
