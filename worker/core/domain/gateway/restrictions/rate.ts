import { RATE_LIMIT } from "../rate-window.ts";
import type { NumberRestriction } from "./restriction.ts";

export const requestsPerMinute = {
  kind: "number",
  least: 1,
  most: RATE_LIMIT,
  description: `Requests that the key may send in any 60 seconds, at most the ${RATE_LIMIT} that every key has; null for those`,
  recorded: () => true,
} as const satisfies NumberRestriction;

export const rateRefusal = (limit: number) =>
  `Too many requests with this API key: at most ${limit} in 60 seconds.`;
