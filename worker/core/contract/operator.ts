import { z } from "zod";
import {
  ACCOUNT_SORTS,
  ACCOUNT_STATUSES,
  ACCOUNT_VIEWS,
  OPERATOR_ACTIONS,
  OPERATOR_REASON_MAX,
  OPERATOR_VIAS,
} from "#core/domain/operator.ts";
import { PLANS } from "#core/domain/plans.ts";
import { pageOf, pageQuery } from "./page.ts";

/** The operator's desk: `/api/operator`, for users named in `OPERATORS` with a second factor in this session. */

export {
  ACCOUNT_SORTS,
  ACCOUNT_STATUSES,
  ACCOUNT_VIEWS,
  type AccountSort,
  type AccountStatus,
  type AccountView,
  type OperatorAction,
} from "#core/domain/operator.ts";

const time = z.iso.datetime();
const dollars = z.number().describe("Dollars");

/** Who is signed in, for the frame of the desk. */
export const operatorResponse = z.object({
  email: z.string(),
  name: z.string(),
  account: z.number().nullable().describe("Number of their own account, which they can't change here"),
  firing_alerts: z.number(),
  failing_payments: z
    .number()
    .describe("Events from Stripe that keep failing, and payments that aren't credited"),
  runbook: z.string().nullable().describe("Its address; null when none is configured"),
});
export type OperatorResponse = z.infer<typeof operatorResponse>;

const oneOf = <Word extends string>(name: string, words: readonly [Word, ...Word[]]) =>
  z.enum(words, `The ${name} must be one of ${words.join(", ")}.`);

const ACCOUNTS_PAGE_MAX = 100_000;
const SEARCH_MAX = 200;

export const operatorAccountsQuery = z.object({
  search: z
    .string()
    .trim()
    .max(SEARCH_MAX, `The search must have at most ${SEARCH_MAX} characters.`)
    .optional()
    .describe(
      "Part of an email, an account number, a user id, the start of a key, or the id of a payment or a request",
    ),
  view: oneOf("view", ACCOUNT_VIEWS).default("all"),
  plan: oneOf("plan", PLANS).optional(),
  status: oneOf("status", ACCOUNT_STATUSES).optional(),
  active: oneOf("active field", ["24h", "7d", "30d"]).optional().describe("With a request in this time"),
  sort: oneOf("sort", ACCOUNT_SORTS).default("spend"),
  direction: oneOf("direction", ["desc", "asc"]).default("desc"),
  page: z.coerce
    .number({ error: "The page must be a number." })
    .int("The page must be a whole number.")
    .min(1, "The page must be at least 1.")
    .max(ACCOUNTS_PAGE_MAX, `The page must be at most ${ACCOUNTS_PAGE_MAX}.`)
    .default(1),
  limit: pageQuery.shape.limit,
});
export type OperatorAccountsQuery = z.infer<typeof operatorAccountsQuery>;

const operatorAccountItem = z.object({
  id: z.number(),
  email: z.string(),
  plan: z.enum(PLANS),
  status: z.enum(ACCOUNT_STATUSES),
  balance: dollars,
  balance_is_low: z.boolean(),
  spend_30d: dollars,
  requests_24h: z.number(),
  last_request_at: time.nullable(),
  created_at: time,
});
export type OperatorAccountItem = z.infer<typeof operatorAccountItem>;

export const operatorAccountsResponse = z.object({
  items: z.array(operatorAccountItem),
  total: z.number().describe("Accounts that match"),
  page: z.number(),
  pages: z.number(),
  /** Of each view, whatever the search and filters. */
  counts: z.record(z.enum(ACCOUNT_VIEWS), z.number()),
});
export type OperatorAccountsResponse = z.infer<typeof operatorAccountsResponse>;

const accountKey = z.object({
  id: z.string(),
  name: z.string(),
  key: z.string().describe("Masked: operators never see a full key"),
  status: z.enum(["active", "revoked"]),
  disabled: z.boolean(),
  test: z.boolean(),
  created_at: time,
  last_used: time.nullable(),
  requests_7d: z.number(),
  spend_7d: dollars,
});
export type OperatorAccountKey = z.infer<typeof accountKey>;

export const operatorAccountResponse = operatorAccountItem.extend({
  user_id: z.string(),
  suspended_at: time.nullable(),
  stopped_at: time.nullable(),
  closed_at: time.nullable(),
  held: dollars.describe("Dollars reserved for requests in progress"),
  in_progress: z.number().describe("Requests in progress"),
  requests_last_hour: z.number(),
  keys_last_hour: z.number().describe("Keys with requests in the last hour"),
  spend_7d: dollars,
  spend_previous_7d: dollars,
  requests_previous_24h: z.number(),
  errors_24h: z.number(),
  plan_valid_until: time.nullable(),
  plan_value_per_month: z.number().nullable().describe("Dollars; null for the plan's usual amount"),
  requests_used: z.number().describe("In the plan's month, or today for Free"),
  requests_limit: z.number().nullable().describe("Null for unlimited"),
  auto_top_up: z.boolean(),
  spending_limits: z.array(z.object({ period: z.enum(["day", "month"]), amount: dollars })),
  /** Null while the identity provider is unreachable, or for a deleted user. */
  identity: z
    .object({
      two_factor: z.boolean(),
      methods: z.array(z.string()).nullable().describe("Such as google or email"),
    })
    .nullable(),
  keys: z.array(accountKey),
  days: z.array(z.object({ date: z.string(), spend: dollars })).describe("The last seven UTC days"),
  models: z.array(z.object({ model: z.string(), spend: dollars })).describe("Of those days, highest first"),
  /** The ledger added up: `added − usage = balance`. */
  ledger: z.object({ payments: dollars, credits: dollars, usage: dollars, matches: z.boolean() }),
});
export type OperatorAccountResponse = z.infer<typeof operatorAccountResponse>;

export const operatorReason = z
  .string({ error: "The reason is missing." })
  .trim()
  .min(1, "The reason is missing.")
  .max(OPERATOR_REASON_MAX, `The reason must have at most ${OPERATOR_REASON_MAX} characters.`)
  .describe("Saved in the audit log");
export const operatorNote = z
  .string({ error: "The note is missing." })
  .trim()
  .min(1, "The note is missing.")
  .max(OPERATOR_REASON_MAX, `The note must have at most ${OPERATOR_REASON_MAX} characters.`)
  .describe("Saved with what it is about, and in the audit log");
const notify = z
  .boolean({ error: "The notify field must be true or false." })
  .default(false)
  .describe("Whether the customer is notified, by email too");

/** The request of an action that needs only a reason. */
export const reasonRequest = z.object({ reason: operatorReason });
/** Likewise, for an action that can notify the customer. */
export const noticeRequest = z.object({ reason: operatorReason, notify });
/** Likewise, for an action that leaves a note. */
export const noteRequest = z.object({ note: operatorNote });

export const creditRequest = z.object({
  direction: oneOf("direction", ["grant", "take_back"]),
  amount: z.number({ error: "The amount must be a number." }).describe("Dollars above 0, in whole cents"),
  reason: operatorReason.describe("Saved in the audit log; the customer sees it"),
  id: z
    .string({ error: "The id is missing." })
    .regex(/^[\w-]{1,64}$/, "The id must be 1 to 64 letters, digits, - or _.")
    .describe("Idempotency key: repeating a request with it changes nothing"),
});
export const creditResponse = z.object({ balance: dollars, repeated: z.boolean() });
export const planRequest = z.object({
  plan: oneOf("plan", PLANS),
  valid_until: z.iso.date("The valid_until must be a date.").nullable().describe("Its last day, UTC"),
  requests_per_month: z.number("The requests_per_month must be a number.").nullable(),
  value_per_month: z.number("The value_per_month must be a number.").nullable().describe("Dollars"),
  reason: operatorReason,
});
export const suspensionResponse = z.object({ suspended_at: time.nullable() });
export type SuspensionResponse = z.infer<typeof suspensionResponse>;
export const revokedKeysResponse = z.object({
  revoked: z.number().describe("Keys that were active until now"),
});
export type RevokedKeysResponse = z.infer<typeof revokedKeysResponse>;

export const operatorAuditQuery = pageQuery.extend({
  search: operatorAccountsQuery.shape.search.describe("Part of an email, a reason, or a request ID"),
  by: z.string().max(100, "The by field must have at most 100 characters.").optional(),
  action: oneOf("action", OPERATOR_ACTIONS).optional(),
  days: z.coerce
    .number({ error: "The days field must be a number." })
    .int("The days field must be a whole number.")
    .min(1, "The days field must be at least 1.")
    .max(3650, "The days field must be at most 3650.")
    .optional(),
  account: z.coerce.number("The account must be a number.").int().min(1).optional(),
});
export type OperatorAuditQuery = z.infer<typeof operatorAuditQuery>;

const operatorAuditItem = z.object({
  id: z.string(),
  created_at: time,
  by: z.string().describe("The operator's name"),
  via: z.enum(OPERATOR_VIAS),
  action: z.enum(OPERATOR_ACTIONS),
  account: z.object({ id: z.number(), email: z.string() }).nullable(),
  reason: z.string().nullable(),
  detail: z.record(z.string(), z.union([z.string(), z.number(), z.boolean(), z.null()])),
  place: z.string().nullable().describe("The operator's network address"),
  request_id: z.string(),
});
export type OperatorAuditItem = z.infer<typeof operatorAuditItem>;

export const operatorAuditResponse = pageOf(operatorAuditItem).extend({
  operators: z.array(z.string()).describe("Every name in the log"),
});
export type OperatorAuditResponse = z.infer<typeof operatorAuditResponse>;
