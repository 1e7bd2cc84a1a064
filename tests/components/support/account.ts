import type { BalanceResponse, RunwayResponse, SubscriptionResponse } from "#core/contract/account.ts";
import type { AnalyticsResponse, BreakdownResponse } from "#core/contract/analytics.ts";
import type { AuditResponse } from "#core/contract/audit.ts";
import type { AccountSessions } from "#core/contract/identity.ts";
import type { ApiKey } from "#core/contract/keys.ts";
import type { LedgerResponse } from "#core/contract/ledger.ts";
import type { NotificationSettings, NotificationsResponse } from "#core/contract/notifications.ts";
import type { ReceiptsResponse } from "#core/contract/payments.ts";
import type { UsageItem, UsageResponse } from "#core/contract/usage.ts";
import { NOTIFICATION_KINDS } from "#core/domain/notifications.ts";
import { user } from "./session.ts";

const HOUR_MS = 3_600_000;
const MASK = "lk_…3f9a";
export const FULL_KEY = `lk_${"a".repeat(49)}`;
const ago = (ms: number) => new Date(Date.now() - ms).toISOString();

export const apiKey = (changes: Partial<ApiKey> = {}): ApiKey => ({
  id: "key_1",
  name: "Production",
  key: MASK,
  status: "active",
  created_at: "2026-01-01T00:00:00.000Z",
  last_used: null,
  revoked_at: null,
  expires_at: null,
  disabled_at: null,
  allowed_origins: [],
  shows_balance: true,
  replaced_by: null,
  plan_key: false,
  budgets: [],
  ...changes,
});

export const balance: BalanceResponse = { balance: 25, held: 0, currency: "USD" };

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

const NO_TOKENS = { tokens_in: null, tokens_cached: null, tokens_out: null };

export const analytics: AnalyticsResponse = {
  range: "24h",
  from: ago(24 * HOUR_MS),
  to: ago(0),
  as_of: ago(0),
  total_requests: 30,
  average_response_time: 250,
  error_rate: 2,
  cost: 0.012,
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
    ...NO_TOKENS,
  })),
  previous: { total_requests: 0, average_response_time: 0, error_rate: 0, cost: 0, ...NO_TOKENS },
  complete_from: null,
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
  complete_from: null,
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
    ...{ model: "gpt-4o-mini", outcome: "completed", estimated: false, tokens_cached: 0, first_byte: 90 },
    ...{ held: 0.001, charged: 0.000412, returned: 0.000588, paid_by: "balance", plan_value: 0 },
    ...{ price_list: 1, tier: "default", price_lines: [] },
  }));

const usage: UsageResponse = { items: requests(25), next_cursor: "next" };

const runway: RunwayResponse = {
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
  items: NOTIFICATION_KINDS.map((kind) => ({ kind, in_app: true, by_mail: true })),
  sends_mail: true,
};

const ledger: LedgerResponse = {
  items: Array.from({ length: 25 }, (_, at) => ({
    id: `tr_${at}`,
    created_at: ago((at + 1) * HOUR_MS),
    kind: "usage",
    amount: -1,
    balance_after: 25 + at,
    reference: null,
    receipt_id: null,
    note: null,
  })),
  next_cursor: "next",
};

const receipts: ReceiptsResponse = {
  items: [
    {
      id: "rcpt_1",
      paid_at: ago(HOUR_MS),
      product: "balance",
      description: "Balance",
      amount: 25,
      reversed: 0,
      currency: "USD",
      status: "paid",
      payment_reference: "pi_1",
      session_reference: "cs_test_1",
    },
  ],
  next_cursor: null,
};

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

/** The default response of every call. */
export const account = {
  "GET /api/keys": [apiKey()],
  "GET /api/account/balance": balance,
  "GET /api/account/subscription": subscription,
  "GET /api/account/runway": runway,
  "GET /api/analytics": analytics,
  "GET /api/analytics/breakdown": breakdown,
  "GET /api/usage": usage,
  "GET /api/notifications": notifications,
  "GET /api/notifications/settings": settings,
  "GET /api/ledger": ledger,
  "GET /api/receipts": receipts,
  "GET /api/audit": audit,
  "GET /api/account/sessions": sessions,
  "GET /auth/v1/user": user,
};
