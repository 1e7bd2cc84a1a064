import type { LedgerResponse } from "#core/contract/ledger.ts";
import type {
  OperatorAccountItem,
  OperatorAccountResponse,
  OperatorAccountsResponse,
  OperatorAuditItem,
  OperatorAuditResponse,
  OperatorResponse,
} from "#core/contract/operator.ts";
import type {
  AlertHistoryResponse,
  AlertRuleItem,
  FiringAlert,
  OperatorAlertsResponse,
} from "#core/contract/operator-alerts.ts";
import type { AccountEmail } from "#core/contract/operator-emails.ts";
import type { OverviewResponse } from "#core/contract/operator-overview.ts";
import type {
  ComparisonResponse,
  OperatorPaymentResponse,
  OperatorPaymentsResponse,
  PaymentEventItem,
  PaymentSummaryResponse,
} from "#core/contract/operator-payments.ts";
import { operatorPreview, operatorPrices } from "./operator-prices.ts";
import { EMAIL } from "./session.ts";

const HOUR_MS = 3_600_000;
const ago = (ms: number) => new Date(Date.now() - ms).toISOString();

export const operatorSelf = (changes: Partial<OperatorResponse> = {}): OperatorResponse => ({
  email: EMAIL,
  name: "maya",
  account: null,
  firing_alerts: 0,
  failing_payments: 0,
  runbook: null,
  ...changes,
});

export const operatorItem = (changes: Partial<OperatorAccountItem> = {}): OperatorAccountItem => ({
  id: 1042,
  email: "dev@quartzlabs.example",
  plan: "Free",
  status: "active",
  balance: 48.2,
  balance_is_low: false,
  spend_30d: 92.46,
  requests_24h: 6482,
  last_request_at: ago(120_000),
  created_at: "2026-09-12T09:31:00.000Z",
  ...changes,
});

export const operatorAccounts = (
  changes: Partial<OperatorAccountsResponse> = {},
): OperatorAccountsResponse => ({
  items: [
    operatorItem(),
    operatorItem({ id: 2214, email: "ops@fernandtide.example", status: "suspended", balance: -18.42 }),
    operatorItem({ id: 3391, email: "hello@papercrane.example", balance: 3.18, balance_is_low: true }),
  ],
  total: 3,
  page: 1,
  pages: 1,
  counts: { all: 3, suspended: 1, negative: 1, low: 1, new: 0 },
  ...changes,
});

export const operatorAccount = (changes: Partial<OperatorAccountResponse> = {}): OperatorAccountResponse => ({
  ...operatorItem(),
  user_id: "8f14e45f-ceea-467f-a8f4-1d2c3b4ac81e",
  suspended_at: null,
  stopped_at: null,
  closed_at: null,
  held: 0.06,
  in_progress: 3,
  requests_last_hour: 421,
  keys_last_hour: 2,
  spend_7d: 21.33,
  spend_previous_7d: 20.28,
  requests_previous_24h: 5767,
  errors_24h: 48,
  plan_value_per_month: null,
  plan_valid_until: null,
  requests_used: 6482,
  requests_limit: 10_000,
  auto_top_up: false,
  spending_limits: [],
  identity: { two_factor: true, methods: ["google", "email"] },
  keys: [
    {
      id: "key_1",
      name: "Production",
      key: "lk_9fK2x••••••••Qe7T",
      status: "active",
      disabled: false,
      test: false,
      created_at: ago(240 * HOUR_MS),
      last_used: ago(120_000),
      requests_7d: 30_854,
      spend_7d: 19.86,
    },
    {
      id: "key_2",
      name: "Old",
      key: "lk_4mVb7••••••••c0Lz",
      status: "revoked",
      disabled: false,
      test: false,
      created_at: ago(240 * HOUR_MS),
      last_used: null,
      requests_7d: 0,
      spend_7d: 0,
    },
  ],
  days: [14, 15, 16, 17, 18, 19, 20].map((day) => ({ date: `2026-11-${day}`, spend: 3.0471 })),
  models: [{ model: "demo-large", spend: 21.33 }],
  ledger: { payments: 175, credits: 10, usage: 136.8, matches: true },
  ...changes,
});

export const operatorEmail = (changes: Partial<AccountEmail> = {}): AccountEmail => ({
  id: 1204,
  subject: "Your balance is $4.90",
  status: "sent",
  attempts: 1,
  resent: false,
  created_at: "2026-11-18T10:12:00.000Z",
  sent_at: "2026-11-18T10:12:30.000Z",
  ...changes,
});

const ledger: LedgerResponse = {
  items: [
    {
      id: "2",
      created_at: ago(HOUR_MS),
      kind: "grant",
      amount: 10,
      balance_after: 48.2,
      reference: null,
      receipt_id: null,
      receipt_number: null,
      automatic: false,
      payment_method: null,
      note: "Outage on Nov 14, ticket 2381",
      usage_day: null,
      open: false,
    },
    {
      id: "1",
      created_at: ago(2 * HOUR_MS),
      kind: "usage",
      amount: -2.18,
      balance_after: 38.2,
      reference: null,
      receipt_id: null,
      receipt_number: null,
      automatic: false,
      payment_method: null,
      note: null,
      usage_day: "2026-11-20",
      open: false,
    },
  ],
  next_cursor: null,
};

export const operatorEntry = (changes: Partial<OperatorAuditItem> = {}): OperatorAuditItem => ({
  id: "7",
  created_at: ago(HOUR_MS),
  by: "dana",
  via: "desk",
  action: "credit.granted",
  account: { id: 1042, email: "dev@quartzlabs.example" },
  reason: "Outage on Nov 14, ticket 2381",
  detail: { dollars: 10 },
  place: "203.0.113.24",
  request_id: "req_01KA8R5D2M",
  ...changes,
});

const audit: OperatorAuditResponse = {
  items: [
    operatorEntry(),
    operatorEntry({
      id: "6",
      by: "priya",
      via: "command",
      action: "prices.published",
      account: null,
      reason: "December prices",
      detail: { list: 15, from: "2026-12-01T00:00:00.000Z", models: 4 },
      place: null,
    }),
  ],
  next_cursor: null,
  operators: ["dana", "priya"],
};

const owner = { id: 1042, email: "dev@quartzlabs.example" };

export const operatorPayment = (changes: Partial<OperatorPaymentResponse> = {}): OperatorPaymentResponse => ({
  id: "order_01KA7M3Q",
  payment: "pi_3SVc7kLx2e",
  account: owner,
  product: "balance",
  automatic: false,
  amount: 25,
  currency: "usd",
  paid_at: ago(HOUR_MS),
  state: "part_refunded",
  refunded: 5,
  left: 20,
  disputed: false,
  ...changes,
});

const payment = ({ left: _left, disputed: _disputed, ...item }: OperatorPaymentResponse) => item;

export const operatorPayments = (
  changes: Partial<OperatorPaymentsResponse> = {},
): OperatorPaymentsResponse => ({
  items: [
    payment(operatorPayment()),
    payment(operatorPayment({ id: "order_2", state: "disputed", refunded: 0, automatic: true })),
    {
      ...payment(
        operatorPayment({ id: "order_3", product: "api_key", currency: "inr", amount: 100, state: "paid" }),
      ),
      refunded: null,
    },
  ],
  total: 3,
  page: 1,
  pages: 1,
  ...changes,
});

export const operatorEvent = (changes: Partial<PaymentEventItem> = {}): PaymentEventItem => ({
  id: "evt_1SVc7kLx2e",
  type: "checkout.session.completed",
  object: "cs_test_1",
  received_at: ago(HOUR_MS),
  last_at: ago(HOUR_MS / 2),
  deliveries: 6,
  error: "order_mismatch",
  closed: null,
  order: {
    id: "order_01KA7M3Q",
    account: owner,
    product: "balance",
    amount: 50,
    currency: "usd",
    booked: false,
  },
  ...changes,
});

const summary: PaymentSummaryResponse = {
  from: ago(24 * HOUR_MS),
  top_ups: { count: 27, amount: 1248 },
  refunds: { count: 1, amount: 25 },
  plans: { count: 3, amount: 300 },
  events: { total: 143, failing: 2, closed: 1 },
  alert_notices: { total: 61, failing: 0 },
};

export const operatorComparison = (changes: Partial<ComparisonResponse> = {}): ComparisonResponse => ({
  stage: null,
  last: {
    started_at: ago(2 * HOUR_MS),
    finished_at: ago(2 * HOUR_MS),
    compared: 28,
    repairs: 1,
    repaired: ["refunds pi_3SVaKp2"],
    problem_count: 1,
    closed: 0,
    problems: [{ subject: "pi_3SVa9Tf", code: "amount_differs", account: owner }],
  },
  ...changes,
});

const hoursAgo = (hours: number) =>
  new Date(Math.floor(Date.now() / HOUR_MS - hours) * HOUR_MS).toISOString();

export const operatorOverview = (changes: Partial<OverviewResponse> = {}): OverviewResponse => ({
  from: hoursAgo(23),
  as_of: ago(0),
  unit: "hour",
  revenue: { amount: 1223, payments: 27, refunds: 1, change: 6.4 },
  spend: { amount: 833.11, by_plans: 0, change: 9.8 },
  margin: {
    provider_cost: 651.65,
    margin: 181.46,
    margin_percent: 21.78,
    known_share: 100,
    change_points: -1.2,
  },
  accounts: { active: 1038, total: 10_412, created: 64, change: 2.1 },
  requests: 482_916,
  errors: 3477,
  average_response_time: 196,
  series: Array.from({ length: 24 }, (_, at) => ({
    start: hoursAgo(23 - at),
    requests: 20_000 + at,
    errors: at,
    average_response_time: 196,
    spend: 30 + at,
  })),
  models: [
    {
      model: "demo-large",
      requests: 464_012,
      errors: 2286,
      average_response_time: 180,
      spend: 636.69,
      provider_cost: 480.57,
      margin: 156.12,
      margin_percent: 24.52,
    },
    {
      model: "demo-reason",
      requests: 18_904,
      errors: 1191,
      average_response_time: 6840,
      spend: 196.42,
      provider_cost: 171.08,
      margin: 25.34,
      margin_percent: 12.9,
    },
  ],
  costs: { price_list: 14, every: 1 },
  cron: { ran_at: ago(40_000), late: false },
  stuck: {
    checked_at: ago(0),
    uncredited: { count: 1, amount: 50 },
    events: { count: 2, oldest_at: ago(165 * 60_000) },
    notices: { count: 1, attempts: 5 },
    emails: { count: 3, oldest_at: ago(41 * 60_000) },
    orders: { count: 0, oldest_at: null },
    usage: { count: 12, oldest_at: ago(20_000), late: false },
    recent: { requests: 5000, partial: true, orphaned: 4, above_hold: 0 },
  },
  ...changes,
});

const RUNBOOK = "https://wiki.example.com/operations";

const unhandled = {
  acknowledged_at: null,
  acknowledged_by: null,
  closed_at: null,
  closed_by: null,
  note: null,
};

export const operatorFiring = (changes: Partial<FiringAlert> = {}): FiringAlert => ({
  id: 7,
  rule: "provider_errors",
  title: "Provider error share",
  severity: "critical",
  subject: "demo-reason",
  summary: "demo-reason: the provider failed 18% of the requests.",
  started_at: ago(34 * 60_000),
  notices_sent: 2,
  ...unhandled,
  notified_at: ago(34 * 60_000),
  notified_by: ["email", "webhook"],
  muted_until: null,
  runbook: `${RUNBOOK}#provider-error-share`,
  ...changes,
});

export const operatorRule = (changes: Partial<AlertRuleItem> = {}): AlertRuleItem => ({
  name: "provider_errors",
  title: "Provider error share",
  severity: "critical",
  checks: "The provider fails over 5% of a model's requests.",
  state: "firing",
  firing: 1,
  muted_until: null,
  runbook: `${RUNBOOK}#provider-error-share`,
  ...changes,
});

export const operatorAlerts = (changes: Partial<OperatorAlertsResponse> = {}): OperatorAlertsResponse => ({
  checked_at: ago(30_000),
  late: false,
  firing: [operatorFiring()],
  rules: [
    operatorRule(),
    operatorRule({ name: "ledger_unequal", title: "Ledger doesn't add up", state: "ok", firing: 0 }),
    operatorRule({
      name: "refunds_overdue",
      title: "Refunds overdue",
      severity: "warning",
      firing: 0,
      state: "muted",
      muted_until: ago(-HOUR_MS),
    }),
  ],
  destinations: [
    { kind: "email", name: "ops@latchkey.example", last_sent_at: ago(34 * 60_000), failing: null },
    {
      kind: "webhook",
      name: "hooks.example.com",
      last_sent_at: null,
      failing: { error: "503", attempts: 5, next_at: ago(-26 * 60_000) },
    },
  ],
  ...changes,
});

export const operatorAlertHistory: AlertHistoryResponse = {
  items: [
    {
      id: 3,
      rule: "ledger_unequal",
      title: "Ledger doesn't add up",
      severity: "critical",
      subject: "",
      summary: "The sum of all balances is 5 micro-dollars.",
      notices_sent: 4,
      ...unhandled,
      started_at: "2026-11-18T03:12:00.000Z",
      recovered_at: "2026-11-18T03:19:00.000Z",
    },
  ],
  next_cursor: null,
};

/** The default response of every call of the operator's desk; a function's depends on the time of the call. */
export const operatorResponses = {
  "GET /api/operator": operatorSelf(),
  "GET /api/operator/overview": operatorOverview(),
  "GET /api/operator/accounts": operatorAccounts(),
  "GET /api/operator/accounts/:id": operatorAccount(),
  "GET /api/operator/accounts/:id/ledger": ledger,
  "GET /api/operator/accounts/:id/emails": { items: [operatorEmail()], next_cursor: null },
  "GET /api/operator/audit": audit,
  "GET /api/operator/prices": operatorPrices(),
  "POST /api/operator/prices/preview": operatorPreview(),
  "GET /api/operator/payments": operatorPayments(),
  "GET /api/operator/payments/summary": summary,
  "GET /api/operator/payments/events": {
    items: [operatorEvent()],
    next_cursor: null,
    counts: { failing: 1, all: 143 },
  },
  "GET /api/operator/payments/comparison": operatorComparison(),
  "GET /api/operator/payments/:id": operatorPayment(),
  "GET /api/operator/alerts": () => operatorAlerts(),
  "GET /api/operator/alerts/history": operatorAlertHistory,
};
