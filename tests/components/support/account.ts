import type { AccessToken, AccessTokens } from "#core/contract/access-tokens.ts";
import type {
  AccountStop,
  BalanceResponse,
  PendingPayment,
  RunwayResponse,
  SubscriptionResponse,
} from "#core/contract/account.ts";
import type { AnalyticsResponse, BreakdownResponse } from "#core/contract/analytics.ts";
import type { AuditResponse } from "#core/contract/audit.ts";
import type { AutoTopUp, AutoTopUpCharge, AutoTopUpChargesResponse } from "#core/contract/auto-top-up.ts";
import type { AccountBudgetsResponse, BudgetTrialResponse } from "#core/contract/budgets.ts";
import type { AccountSessions } from "#core/contract/identity.ts";
import type { LedgerItem, StatementResponse } from "#core/contract/ledger.ts";
import type { NotificationSettings, NotificationsResponse } from "#core/contract/notifications.ts";
import type { Receipt, ReceiptResponse, ReceiptsResponse } from "#core/contract/payments.ts";
import type { PricesResponse } from "#core/contract/prices.ts";
import type { RestrictionTrialResponse } from "#core/contract/restrictions.ts";
import type { SpendAlertsResponse } from "#core/contract/spend-alerts.ts";
import type { StatementMonths, StatementSummary } from "#core/contract/statement.ts";
import type {
  CurrentRefusal,
  CurrentRefusalsResponse,
  RefusalsResponse,
  UsageItem,
  UsageReceipt,
  UsageResponse,
} from "#core/contract/usage.ts";
import { INITIAL_SETTINGS } from "#core/domain/account-settings.ts";
import { addMonths, utcMonthOf } from "#core/domain/months.ts";
import { OPTIONAL_KINDS } from "#core/domain/notifications.ts";
import { apiKey } from "#tests/support/api-key.ts";
import { user } from "./session.ts";

export { apiKey };

const HOUR_MS = 3_600_000;
const MASK = "lk_…3f9a";
export const FULL_KEY = `lk_${"a".repeat(49)}`;
const ago = (ms: number) => new Date(Date.now() - ms).toISOString();

const unspent = { spent: 0, resets_at: "2026-12-01T00:00:00.000Z" };

/** Budgets that wouldn't have refused anything. */
export const budgetTrial: BudgetTrialResponse = {
  from: "2026-10-24",
  to: "2026-11-22",
  starts_at: "2026-10-24T00:00:00.000Z",
  spending: { day: unspent, week: unspent, month: unspent },
  budgets: [],
  together: { blocked_amount: 0, blocked_requests: 0, blocked_days: [] },
};

/** Restrictions that wouldn't have refused anything. */
export const restrictionTrial = (
  changes: Partial<RestrictionTrialResponse> = {},
): RestrictionTrialResponse => ({
  from: "2026-11-22T00:00:00.000Z",
  to: "2026-11-29T00:00:00.000Z",
  starts_at: "2026-11-22T00:00:00.000Z",
  requests: 30,
  refused_requests: 0,
  models: [],
  refused_by_model: 0,
  endpoints: [],
  refused_by_endpoint: 0,
  rate_minutes: 0,
  refused_by_rate: 0,
  not_recorded: [],
  ...changes,
});

/** A payment by bank, sent an hour ago. */
export const pendingPayment: PendingPayment = {
  id: "order_9",
  amount: 50,
  sent_at: ago(HOUR_MS),
  arrives_by: ago(-5 * 24 * HOUR_MS),
  payment_method: { type: "us_bank_account", brand: null, last4: "6789" },
};

export const balance: BalanceResponse = {
  balance: 25,
  held: 0,
  currency: "USD",
  ever_funded: true,
  ...INITIAL_SETTINGS,
  pending: [],
};

export const accountBudgets: AccountBudgetsResponse = {
  budgets: [],
  spending: {
    day: { spent: 1.42, resets_at: new Date(Date.now() + HOUR_MS).toISOString() },
    month: { spent: 61.84, resets_at: new Date(Date.now() + 240 * HOUR_MS).toISOString() },
  },
};

export const spendAlerts: SpendAlertsResponse = {
  alerts: [],
  spent: accountBudgets.spending.month.spent,
  resets_at: accountBudgets.spending.month.resets_at,
};

export const subscription: SubscriptionResponse = {
  subscription_type: "Premium",
  usage_percentage: 4,
  valid_until: "2027-11-22T12:00:00.000Z",
  last_payment: 100,
  last_payment_currency: "INR",
  last_payment_at: "2026-11-22T12:00:00.000Z",
  requests_used: 412,
  requests_limit: 10_000,
  value_per_month: 20,
  value_used: 4.12,
  draws_on_balance: false,
  resets_at: "2026-12-01T00:00:00.000Z",
};

export const NO_TOKENS = { tokens_in: null, tokens_cached: null, tokens_out: null };

export const analytics: AnalyticsResponse = {
  range: "24h",
  from: ago(24 * HOUR_MS),
  to: ago(0),
  as_of: ago(0),
  total_requests: 30,
  average_response_time: 250,
  error_rate: 2,
  cost: 0.012,
  imported_cost: 0,
  ...NO_TOKENS,
  percentiles: { p50: 200, p95: 400, p99: 800 },
  top_endpoints: [{ endpoint: "/v1/chat/completions", requests: 30, avg_response_time: 250 }],
  error_types: [{ type: "500", count: 1 }],
  series: Array.from({ length: 24 }, (_, hour) => ({
    date: `2026-11-21T${String(hour).padStart(2, "0")}:00:00+00:00`,
    requests: hour === 23 ? 30 : 0,
    errors: hour === 23 ? 1 : 0,
    avg_response_time: hour === 23 ? 250 : 0,
    cost: hour === 23 ? 0.012 : 0,
    imported_cost: 0,
    ...NO_TOKENS,
  })),
  previous: {
    total_requests: 0,
    average_response_time: 0,
    error_rate: 0,
    cost: 0,
    imported_cost: 0,
    ...NO_TOKENS,
  },
  exact_from: null,
};

export const breakdown: BreakdownResponse = {
  range: "24h",
  from: analytics.from,
  to: analytics.to,
  keys: [
    {
      key_id: "key_1",
      name: "Production",
      status: "active",
      requests: 30,
      errors: 1,
      avg_response_time: 250,
      cost: 0.012,
      ...NO_TOKENS,
    },
  ],
  endpoints: [
    { endpoint: "/v1/chat/completions", requests: 30, errors: 1, avg_response_time: 250, cost: 0.012 },
  ],
  models: null,
  exact_from: null,
};

/** `count` requests, newest first, numbered from `from`. */
export const requests = (count: number, from = 0): UsageItem[] =>
  Array.from({ length: count }, (_, at) => ({
    request_id: `req_${from + at}`,
    timestamp: ago((from + at + 1) * 60_000),
    key_id: "key_1",
    endpoint: "/v1/chat/completions",
    status_code: 200,
    response_time: 250,
    tokens_in: 900,
    tokens_out: 384,
    cost: 0.000412,
    model: "gpt-4o-mini",
    outcome: "completed",
    estimated: false,
    tokens_cached: 0,
    first_byte: 90,
    held: 0.001,
    charged: 0.000412,
    returned: 0.000588,
    paid_by: "balance",
    plan_value: 0,
    price_list: 1,
    tier: "default",
    price_lines: [],
  }));

const usage: UsageResponse = { items: requests(25), next_cursor: "next" };

/** The receipt of `requests(1, at)`. */
export const receipt = (at: number, changes: Partial<UsageReceipt> = {}): UsageReceipt => ({
  ...(requests(1, at)[0] as UsageItem),
  price_lines: [],
  prices_from: null,
  key: { name: "Production", mask: MASK, status: "active" },
  ...changes,
});

export const refusals: RefusalsResponse = {
  range: "24h",
  from: analytics.from,
  to: analytics.to,
  total: 0,
  items: [],
  complete: true,
  codes: [],
  series: analytics.series.map(({ date }) => ({ date, requests: 0 })),
};
const currentRefusals: CurrentRefusalsResponse = { items: [], other_keys_work: false };

export const refusal = (changes: Partial<CurrentRefusal> = {}): CurrentRefusal => ({
  key_id: "key_1",
  name: "Production",
  code: "insufficient_balance",
  requests: 3,
  since: ago(60_000),
  last: ago(5_000),
  partial: false,
  revoked: false,
  budget: null,
  ...changes,
});

export const runway: RunwayResponse = {
  status: "not_spending",
  as_of: ago(0),
  balance: 25,
  daily_cost: null,
  days_left: null,
  lasts_until: null,
  keys: [],
};

const notifications: NotificationsResponse = { items: [], next_cursor: null, unread: 0 };
const settings: NotificationSettings = {
  items: OPTIONAL_KINDS.map((kind) => ({ kind, in_app: true, by_mail: true })),
  sends_mail: true,
};

const TOP_UP: LedgerItem = {
  id: "tr_1",
  created_at: ago(2 * HOUR_MS),
  kind: "top_up",
  amount: 25,
  balance_after: 40,
  reference: "pi_1",
  receipt_id: "rcpt_1",
  receipt_number: "LK-20261126-4F3A9C21",
  automatic: false,
  payment_method: { type: "card", brand: "visa", last4: "4242" },
  note: null,
  usage_day: null,
  open: false,
};

/** Today with a top-up and usage that still grows, and days of usage alone before it. */
const statement: StatementResponse = {
  items: [
    {
      date: "2026-11-21",
      usage: -1.5,
      late: 0,
      added: 25,
      taken: 0,
      open: true,
      balance_after: 39,
      transactions: [TOP_UP],
    },
    ...[20, 19, 18].map((day, at) => ({
      date: `2026-11-${day}`,
      usage: -1,
      late: 0,
      added: 0,
      taken: 0,
      open: false,
      balance_after: 15.5 + at,
      transactions: [],
    })),
  ],
  next_cursor: "next",
};

const THIS_MONTH = utcMonthOf(Date.now());

const summary: StatementSummary = {
  month: THIS_MONTH,
  from: `${THIS_MONTH}-01`,
  to: `${THIS_MONTH}-21`,
  ended: false,
  opening: 18.5,
  added: 25,
  taken: 0,
  usage: -4.5,
  closing: 39,
  top_ups: 1,
  transactions: 5,
  requests: 812,
  models: [
    {
      model: "demo-large",
      requests: 800,
      tokens_in: 46_100,
      tokens_cached: 1_200,
      tokens_out: 8_200,
      units: [],
      charged: 4,
    },
    {
      model: "demo-image",
      requests: 12,
      tokens_in: 0,
      tokens_cached: 0,
      tokens_out: 0,
      units: [{ unit: "image", quantity: 63 }],
      charged: 0.4,
    },
  ],
  differences: [{ kind: "late", amount: 0.1 }],
  billed_to: "maya@example.com",
  seller: ["Latchkey, Inc.", "1 Example Street"],
  paid_by_plan: 0,
  imported: 0,
};
const months: StatementMonths = {
  items: [
    { month: THIS_MONTH, usage: -4.5, from: `${THIS_MONTH}-18` },
    { month: addMonths(THIS_MONTH, -1), usage: -104.2, from: `${addMonths(THIS_MONTH, -1)}-27` },
  ],
};

const payment: Receipt = {
  id: "rcpt_1",
  number: "LK-20261126-4F3A9C21",
  paid_at: ago(HOUR_MS),
  sent_at: ago(HOUR_MS),
  arrives_by: null,
  product: "balance",
  description: "Balance",
  amount: 25,
  reversed: 0,
  currency: "USD",
  status: "paid",
  payment_method: null,
  payment_reference: "pi_1",
  session_reference: "cs_test_1",
};
const receipts: ReceiptsResponse = { items: [payment], next_cursor: null };

/** The receipt of the payment above, with everything that the payment provider can report. */
export const paymentReceipt = (changes: Partial<ReceiptResponse> = {}): ReceiptResponse => ({
  ...payment,
  seller: ["Example Inc.", "1 Main Street, Springfield"],
  billed_to: "maya@example.com",
  payment_method: { type: "card", brand: "visa", last4: "4242" },
  tax: 3.81,
  has_invoice: true,
  balance_after: 40,
  ...changes,
});

const audit: AuditResponse = {
  items: [
    {
      id: "aud_1",
      created_at: ago(HOUR_MS),
      action: "key.created",
      by: "owner",
      key: { id: "key_1", name: "Production" },
      detail: {},
      place: null,
      request_id: "req_1",
    },
  ],
  next_cursor: null,
};

const sessions: AccountSessions = {
  items: [true, false].map((current) => ({
    id: current ? "s1" : "s2",
    device: "Chrome on Linux",
    ip: null,
    created_at: ago(2 * HOUR_MS),
    last_active_at: ago(0),
    current,
  })),
  next_cursor: null,
};

export const accessToken = (changes: Partial<AccessToken> = {}): AccessToken => ({
  id: "tok_1",
  name: "CI usage report",
  token: "lkp_8Qd4••••••••x2Vb",
  scopes: ["usage:read"],
  created_at: ago(HOUR_MS),
  last_used: ago(2 * HOUR_MS),
  expires_at: ago(-240 * HOUR_MS),
  ...changes,
});
const accessTokens: AccessTokens = { items: [accessToken()], next_cursor: null };

/** The default response of every call. */
export const textModel = (model: string, input: number, output: number) => ({
  model,
  context: 128_000,
  max_output: 4_096,
  reasoning: false,
  tokens: { input, output },
  long_prompts: [],
  service_tiers: {},
  minimum_seconds: 0,
  images: [],
});

const prices: PricesResponse = {
  in_force_since: "2026-11-01T00:00:00.000Z",
  models: [
    { ...textModel("demo-large", 2.5, 10), service_tiers: { priority: 2 } },
    textModel("demo-small", 0.15, 0.6),
    { ...textModel("demo-embedding", 0.02, 0), max_output: 0 },
  ],
};

export const autoTopUp: AutoTopUp = {
  enabled: true,
  state: "on",
  threshold: 20,
  amount: 50,
  monthly_limit: 150,
  added_this_month: 50,
  limit_used: 50,
  resets_at: "2026-12-01T00:00:00.000Z",
  chargeable: true,
  charging: false,
  next_charge_at: null,
  stopped: null,
  confirmation: null,
  payment_method: {
    brand: "visa",
    last4: "4242",
    exp_month: 8,
    exp_year: 2028,
    declined: false,
    supports_auto_top_up: true,
  },
};

export const topUpCharge = (changes: Partial<AutoTopUpCharge> = {}): AutoTopUpCharge => ({
  id: "order_1",
  created_at: ago(HOUR_MS),
  amount: 50,
  status: "paid",
  detail: null,
  confirmed: false,
  confirm_by: null,
  receipt_id: "order_1",
  ...changes,
});

const topUpCharges: AutoTopUpChargesResponse = { items: [topUpCharge()], next_cursor: null };

const stop: AccountStop = { stopped_at: null };

export const account = {
  "GET /documentation/sections.json": [],
  "GET /api/keys": [apiKey()],
  "GET /api/account/balance": balance,
  "GET /api/account/budgets": accountBudgets,
  "GET /api/account/spend-alerts": spendAlerts,
  "GET /api/account/stop": stop,
  "GET /api/auto-top-up": autoTopUp,
  "GET /api/auto-top-up/charges": topUpCharges,
  "GET /api/account/subscription": subscription,
  "GET /api/account/runway": runway,
  "GET /api/figures": analytics,
  "GET /api/figures/breakdown": breakdown,
  "GET /api/usage": usage,
  "GET /api/usage/refusals": refusals,
  "GET /api/usage/refusals/current": currentRefusals,
  "GET /api/notifications": notifications,
  "GET /api/notifications/settings": settings,
  "GET /api/ledger/days": statement,
  "GET /api/statement": summary,
  "GET /api/statement/months": months,
  "GET /api/receipts": receipts,
  "GET /api/audit": audit,
  "DELETE /api/account/sessions": { status: "ended" },
  "GET /api/account/sessions": sessions,
  "GET /api/tokens": accessTokens,
  "GET /api/prices": prices,
  "GET /auth/v1/user": user,
};
