import { unitKind } from "#core/domain/gateway/charged-units.ts";
import { OPERATOR_CREDIT, STRIPE_USD, USAGE_REVENUE } from "#core/domain/ledger.ts";
import { counter, gauge, type MetricFamily, type MetricSample } from "#core/domain/metrics-text.ts";
import { dollarsFromMicros } from "#core/domain/money.ts";
import type { MetricReadings } from "#core/storage/metrics.ts";

const SINCE_MIDNIGHT = "since 00:00 UTC, once rolled up";

/** Requests, money and accounts. */
export const businessFamilies = (readings: MetricReadings): MetricFamily[] => [
  ...usageFamilies(readings),
  ...moneyFamilies(readings),
  ...accountFamilies(readings),
];

type Usage = MetricReadings["usage"][number];

function usageFamilies({ usage, units, refusals }: MetricReadings): MetricFamily[] {
  const byModel = (figureOf: (row: Usage) => number): MetricSample[] =>
    usage.map((row) => ({ labels: { model: row.model }, value: figureOf(row) }));
  const byModelAnd = (label: string, parts: Record<string, (row: Usage) => number>): MetricSample[] =>
    usage.flatMap((row) =>
      Object.entries(parts).map(([part, figureOf]) => ({
        labels: { model: row.model, [label]: part },
        value: figureOf(row),
      })),
    );
  return [
    counter(
      "requests_total",
      `Requests by model and outcome ${SINCE_MIDNIGHT}.`,
      byModelAnd("outcome", { success: (row) => row.requests - row.errors, error: (row) => row.errors }),
    ),
    counter(
      "response_time_seconds_total",
      `Added response times of these requests ${SINCE_MIDNIGHT}.`,
      byModel((row) => row.response_time_sum / 1000),
    ),
    counter(
      "tokens_total",
      `Tokens by model and kind ${SINCE_MIDNIGHT}; each token has one kind.`,
      byModelAnd("kind", {
        input: (row) => row.tokens_in - row.tokens_cached,
        cached_input: (row) => row.tokens_cached,
        output: (row) => row.tokens_out,
      }),
    ),
    counter(
      "units_total",
      `Units that requests were charged by instead of tokens ${SINCE_MIDNIGHT}.`,
      units.map(({ model, unit, quantity }) => ({
        labels: { model, unit: unitKind(unit) },
        value: quantity,
      })),
    ),
    counter(
      "charges_dollars_total",
      `What requests cost ${SINCE_MIDNIGHT}, with the part that plans paid.`,
      byModel((row) => dollarsFromMicros(row.cost_micros)),
    ),
    counter(
      "refused_requests_total",
      "Requests with a key that were refused before they reached the upstream provider, since 00:00 UTC.",
      refusals.map(({ code, requests }) => ({ labels: { code }, value: requests })),
    ),
  ];
}

function moneyFamilies({ ledger }: MetricReadings): MetricFamily[] {
  const micros = (name: string) => ledger.find(({ account }) => account === name)?.micros ?? 0;
  const dollars = (amount: number): MetricSample[] => [{ value: dollarsFromMicros(amount) }];
  const [paid, spent, granted] = [-micros(STRIPE_USD), micros(USAGE_REVENUE), -micros(OPERATOR_CREDIT)];
  return [
    counter("spend_dollars_total", "What all balances have ever paid for usage.", dollars(spent)),
    gauge("payments_dollars", "Payments less refunds and disputes, over all time.", dollars(paid)),
    gauge(
      "operator_credit_dollars",
      "Credit granted less credit taken back, over all time.",
      dollars(granted),
    ),
    gauge("balances_dollars", "The sum of all balances.", dollars(paid + granted - spent)),
  ];
}

const accountFamilies = ({ accounts, active }: MetricReadings): MetricFamily[] => [
  gauge(
    "accounts",
    "Accounts by state: `stopped` by their owner, `suspended` by the operator.",
    ["open", "stopped", "suspended", "closed"].map((state) => ({
      labels: { state },
      value: accounts.find((row) => row.state === state)?.accounts ?? 0,
    })),
  ),
  gauge(
    "active_accounts",
    "Accounts with requests in this hour or the 23 hours before it (UTC), once rolled up.",
    active.map((row) => ({ labels: { window: "24h" }, value: row.accounts })),
  ),
];
