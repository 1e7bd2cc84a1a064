import { z } from "zod";
import { BUDGET_PERIODS } from "#core/domain/gateway/budgets.ts";
import type { Outcome } from "#core/domain/gateway/outcomes.ts";
import { MODEL_NAME_MAX } from "#core/domain/gateway/request-limits.ts";
import { UNIT_KINDS } from "#core/domain/gateway/units.ts";
import { REQUEST_ID_MAX, REQUEST_ID_PREFIX_MIN } from "#core/domain/request-id.ts";
import { MODELS_MOST, modelNames } from "#core/domain/usage.ts";
import { pageOf, pageQuery } from "./page.ts";
import { checkWindow, instant, usageFilterFields, windowFields, windowResponse } from "./usage-window.ts";

/** Spec section 5. */
const statusField = z
  .string("The status must be text.")
  .regex(/^(success|error|[1-5]\d\d)$/, "The status must be success, error or a code such as 429.")
  .optional()
  .describe("`success` is below 400, `error` from 400 on, or one status code");

const modelsField = z
  .string("The model must be text.")
  .max(MODELS_MOST * (MODEL_NAME_MAX + 1), "The model field is too long.")
  .refine((list) => modelNames(list).length > 0, "The model must have at least 1 character.")
  .refine(
    (list) => modelNames(list).every(({ length }) => length <= MODEL_NAME_MAX),
    `The model must have at most ${MODEL_NAME_MAX} characters.`,
  )
  .refine(
    (list) => modelNames(list).length <= MODELS_MOST,
    `The model field must have at most ${MODELS_MOST} models.`,
  )
  .optional()
  .describe(`Only requests with this model, or with one of up to ${MODELS_MOST} separated by spaces`);

const logFilter = { ...usageFilterFields, status: statusField, model: modelsField };

export const usageQuery = pageQuery.extend({
  ...logFilter,
  from: instant("from").optional().describe("Earliest time, inclusive"),
  to: instant("to").optional().describe("Latest time, inclusive"),
});
export type UsageQuery = z.infer<typeof usageQuery>;

const LENGTH = `The id must have ${REQUEST_ID_PREFIX_MIN} to ${REQUEST_ID_MAX} characters.`;

export const requestSearchQuery = z.object({
  id: z
    .string("The id must be text.")
    .trim()
    .min(REQUEST_ID_PREFIX_MIN, LENGTH)
    .max(REQUEST_ID_MAX, LENGTH)
    .meta({ description: "A whole `request_id`, or how it begins", examples: ["0b6f3c1e"] }),
});
export type RequestSearchQuery = z.infer<typeof requestSearchQuery>;

export const OUTCOME_NAMES = [
  "completed",
  "failed",
  "client_left",
  "cut",
  "deadline",
  "no_usage",
  "orphaned",
] as const satisfies Outcome[];

const outcomeField = z
  .enum(OUTCOME_NAMES)
  .nullable()
  .describe(
    "How the request ended: `completed`, `failed` (nothing is charged), `client_left` (you disconnected), `cut` (the API stopped in the middle), `deadline` (it took too long), `no_usage` (the API reported no usage) or `orphaned` (the gateway stopped). Null for older and imported requests.",
  );
const priceLine = z.object({
  dimension: z.string().describe("What is counted, such as `input`, `cached_input` or `output`"),
  quantity: z.number(),
});

export const unitQuantity = z.object({
  unit: z
    .enum(UNIT_KINDS)
    .describe("`image`, `second` (of audio), `character` (of text for speech) or `search_unit`"),
  quantity: z.number(),
});

const usageItem = z.object({
  request_id: z.string(),
  timestamp: z.iso.datetime(),
  key_id: z.string(),
  endpoint: z.string(),
  status_code: z.number(),
  response_time: z.number().describe("Milliseconds"),
  tokens_in: z.number(),
  tokens_out: z.number(),
  cost: z.number().describe("Dollars taken from the balance"),
  model: z.string().nullable().describe("Null for requests without a model"),
  outcome: outcomeField,
  estimated: z.boolean().describe("True when the API reported no usage, so that the charge is an estimate"),
  tokens_cached: z.number().describe("The part of `tokens_in` that the model read from its cache"),
  first_byte: z.number().nullable().describe("Milliseconds until the response began; null when unknown"),
  held: z.number().nullable().describe("Dollars reserved while the request ran; null when unknown"),
  charged: z.number().describe("Dollars charged, to the balance or to the plan"),
  returned: z.number().nullable().describe("Dollars of `held` that were not charged"),
  paid_by: z.enum(["balance", "plan"]).nullable().describe("Null when nothing was charged"),
  plan_value: z.number().describe("Dollars that the plan paid"),
  price_list: z.number().nullable().describe("The price list that `charged` was computed from"),
  tier: z.string().nullable().describe("The service tier that was charged"),
  price_lines: z.array(priceLine).nullable().describe("What was charged for; null when nothing was priced"),
  units: unitQuantity
    .optional()
    .describe("What was charged for instead of tokens, such as images. Left out where tokens are charged"),
});
export type UsageItem = z.infer<typeof usageItem>;

export const requestSearchResponse = z.object({
  items: z.array(usageItem).describe("The one with exactly this ID first, then the newest; at most 3"),
});
export type RequestSearchResponse = z.infer<typeof requestSearchResponse>;

export const usageResponse = pageOf(usageItem);
export type UsageResponse = z.infer<typeof usageResponse>;

/** The requests that `/api/figures` of the same window counts at that instant. */
export const usageFileQuery = checkWindow(z.object({ ...windowFields, ...logFilter }));
export type UsageFileQuery = z.infer<typeof usageFileQuery>;

export const refusalsQuery = checkWindow(z.object({ ...windowFields, key_id: usageFilterFields.key_id }));
export type RefusalsQuery = z.infer<typeof refusalsQuery>;

const refusalItem = z.object({
  date: z.string().describe("A local day, or a local hour with its offset"),
  key_id: z.string().nullable().describe("Null for a key that no longer exists"),
  name: z.string().nullable().describe("The key's name"),
  code: z.string().describe("The error's code, such as `rate_limit_exceeded`"),
  requests: z.number(),
});

const refusalCode = z.object({ code: z.string(), requests: z.number() });
const refusalPoint = z.object({ date: z.string(), requests: z.number() });

/** Whole UTC hours: those that contain the start and the end of the requested window are counted too. */
export const refusalsResponse = z.object({
  ...windowResponse,
  total: z.number(),
  items: z.array(refusalItem).describe("Newest first; at most 1,000"),
  complete: z.boolean().describe("False when there are more than this response can list"),
  codes: z.array(refusalCode).describe("All of them by code, most first"),
  series: z.array(refusalPoint).describe("All of them by hour or day, oldest first"),
});
export type RefusalsResponse = z.infer<typeof refusalsResponse>;

const chargedLine = priceLine.extend({
  price: z.number().nullable().describe("Dollars per `per` units, with the tier’s multiplier"),
  per: z.number().nullable().describe("Units that `price` is for, such as 1,000,000 tokens"),
  amount: z.number().nullable().describe("Dollars; the amounts of all lines add up to `charged`"),
});
export type ChargedLine = z.infer<typeof chargedLine>;

export const currentRefusalsQuery = z.object({ key_id: usageFilterFields.key_id });
export type CurrentRefusalsQuery = z.infer<typeof currentRefusalsQuery>;

const currentRefusal = z.object({
  key_id: z.string(),
  name: z.string().describe("The key's name"),
  code: z.string().describe("The error's code, such as `budget_exceeded`"),
  since: z.iso.datetime().describe("The first refused request"),
  last: z.iso.datetime().describe("The latest one"),
  requests: z.number().describe("Refused since then"),
  partial: z.boolean().describe("Other requests with this key have succeeded since then"),
  revoked: z.boolean().describe("The key is revoked"),
  budget: z
    .object({ period: z.enum(BUDGET_PERIODS), amount: z.number(), resets_at: z.iso.datetime() })
    .nullable()
    .describe("With `budget_exceeded`, the budget with the least left"),
});
export type CurrentRefusal = z.infer<typeof currentRefusal>;

export const currentRefusalsResponse = z.object({
  items: z.array(currentRefusal).describe("Latest first, by key and code; at most 100"),
  other_keys_work: z.boolean().describe("You have active keys without refused requests"),
});
export type CurrentRefusalsResponse = z.infer<typeof currentRefusalsResponse>;

export const usageReceipt = usageItem.extend({
  price_lines: z
    .array(chargedLine)
    .nullable()
    .describe("What was charged for; without prices and amounts if these don’t add up to `charged`"),
  prices_from: z.iso.datetime().nullable().describe("When the price list took effect"),
  key: z.object({ name: z.string(), mask: z.string(), status: z.string() }).nullable(),
});
export type UsageReceipt = z.infer<typeof usageReceipt>;
