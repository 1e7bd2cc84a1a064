import { z } from "zod";

/**
 * `GET /api/account/runway`: how long the balance lasts at the pace of the last seven days.
 * `too_little_data`: the account's first paid request is less than a day old, or there were fewer than ten of them;
 * `not_spending`: nothing was spent in those days; `empty`: the balance is not above zero.
 */
const runwayStatus = z.enum(["estimated", "too_little_data", "not_spending", "empty"]);

const runwayKey = z.object({
  key_id: z.string().nullable(),
  name: z.string().nullable(),
  cost: z.number().describe("Dollars in the last seven days"),
  share: z.number().describe("Percent of the cost of those days"),
});

export const runwayAnswer = z.object({
  status: runwayStatus,
  as_of: z.iso.datetime(),
  balance: z.number(),
  daily_cost: z.number().nullable().describe("Dollars; null unless estimated"),
  days_left: z.number().nullable().describe("Null unless estimated"),
  lasts_until: z.iso.datetime().nullable().describe("Null unless estimated, and beyond ten years"),
  keys: z.array(runwayKey),
});
export type RunwayAnswer = z.infer<typeof runwayAnswer>;
