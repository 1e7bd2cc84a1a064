import { describe, expect, it } from "vitest";
import { type AlertFacts, ageText, findingsOf } from "#core/domain/alert-findings.ts";
import { alertingOf } from "#worker/rollup/optional-adapters.ts";

const NOW = Date.UTC(2026, 10, 20, 14, 32);
const MINUTE = 60_000;
const ago = (minutes: number) => NOW - minutes * MINUTE;

const MODEL = {
  model: "demo-small",
  requests: 20,
  failed: 0,
  throttled: 0,
  aboveHold: 0,
  lastAboveHold: null,
};
const NONE = { count: 0, since: null, items: [] };

const WELL: AlertFacts = {
  steps: [{ name: "usage", succeededAt: ago(1), failed: false }],
  recent: [{ ...MODEL, requests: 1000, failed: 50, throttled: 50 }],
  ledgerSum: 0,
  differences: NONE,
  failingEvents: NONE,
  lastEventAt: null,
  unannounced: NONE,
  overdueRefunds: NONE,
  rejectedUsage: NONE,
  unrolledSince: ago(15),
  waitingMails: { count: 0, since: null },
};

const found = (facts: Partial<AlertFacts>) =>
  findingsOf({ ...WELL, ...facts }, NOW).map(({ name, subject, summary }) => [name, subject, summary]);

it("finds nothing in a service that is well, at the edge of each rule", () => {
  expect(found({})).toEqual([]);
  expect(found({ recent: [{ ...MODEL, requests: 19, failed: 19, throttled: 19 }] })).toEqual([]);
});

it.each<[string, Partial<AlertFacts>, string[][]]>([
  [
    "a step that keeps failing, or has never succeeded",
    {
      steps: [
        { name: "emails", succeededAt: ago(6), failed: true },
        { name: "usage", succeededAt: null, failed: true },
      ],
    },
    [
      ["cron_step_failing", "emails", 'The step "emails" last succeeded at 2026-11-20 14:26 UTC.'],
      ["cron_step_failing", "usage", 'The step "usage" has never succeeded.'],
    ],
  ],
  [
    "a provider that fails more than a twentieth of a model's requests",
    { recent: [{ ...MODEL, model: "demo-reason", requests: 1000, failed: 51 }] },
    [
      [
        "provider_errors",
        "demo-reason",
        "demo-reason: the provider failed 5.1% of the requests of the last 15 minutes. The limit is 5%.",
      ],
    ],
  ],
  [
    "a provider that throttles more than a twentieth of a model's requests",
    { recent: [{ ...MODEL, throttled: 2 }] },
    [
      [
        "provider_throttling",
        "demo-small",
        "demo-small: the provider returned 429 for 10% of the requests of the last 15 minutes. The limit is 5%.",
      ],
    ],
  ],
  [
    "usage above the hold",
    { recent: [{ ...MODEL, model: "demo-large", requests: 1, aboveHold: 1, lastAboveHold: 7 }] },
    [
      [
        "usage_above_hold",
        "demo-large",
        "demo-large: 1 request of the last 15 minutes cost more than was held.",
      ],
    ],
  ],
  [
    "a ledger that doesn't add up",
    { ledgerSum: -3 },
    [
      [
        "ledger_unequal",
        "",
        "All balances of the ledger should add up to 0, but their sum is -3 micro-dollars.",
      ],
    ],
  ],
  [
    "discrepancies with the payment provider",
    { differences: { count: 2, items: [] } },
    [["payments_differ", "", "The last daily comparison found 2 discrepancies that a person must look at."]],
  ],
  [
    "events that fail or don't arrive",
    {
      failingEvents: { count: 1, since: ago(135), items: [] },
      lastEventAt: ago(300),
      unannounced: { count: 2, items: [] },
    },
    [
      ["stripe_events_failing", "", "1 event keeps failing, the oldest for 2 h 15 min."],
      [
        "stripe_events_missing",
        "",
        "2 payments were settled without an event from Stripe. The last one arrived 5 h ago.",
      ],
    ],
  ],
  [
    "what is overdue",
    {
      overdueRefunds: { count: 1, since: ago(61), items: [] },
      unrolledSince: ago(16),
      waitingMails: { count: 1200, since: ago(62) },
    },
    [
      ["refunds_overdue", "", "1 refund is still due, the oldest for 1 h 1 min."],
      ["usage_behind", "", "Usage from 16 min ago isn't rolled up yet."],
      ["emails_waiting", "", "1,200 emails wait to be sent, the oldest for 1 h 2 min."],
    ],
  ],
])("finds %s", (_what, facts, findings) => expect(found(facts)).toEqual(findings));

it.each([
  [0, "0 s"],
  [59_999, "59 s"],
  [MINUTE, "1 min"],
  [59 * MINUTE, "59 min"],
  [60 * MINUTE, "1 h"],
  [47 * 60 * MINUTE, "47 h"],
  [48 * 60 * MINUTE, "2 days"],
])("writes %i ms as %s", (ms, text) => expect(ageText(ms)).toBe(text));

describe("the targets of alerts", () => {
  const SECRET = `whsec_${Buffer.alloc(32, 7).toString("base64")}`;
  const SENDING = {
    MAIL_FROM: "notices@latchkey.test",
    MAIL_API_KEY: "re_1",
    APP_ORIGIN: "https://latchkey.test",
  };

  it("are none unless set, and then each address once", () => {
    expect(alertingOf({})).toEqual({
      emails: [],
      mailer: null,
      webhook: null,
      runbook: "docs/operations/runbook.md",
    });
    const both = { ...SENDING, ALERT_EMAILS: "a@latchkey.test, b@latchkey.test,a@latchkey.test" };
    expect(alertingOf(both).emails).toEqual(["a@latchkey.test", "b@latchkey.test"]);
  });

  it.each<[Record<string, string>, string]>([
    [{ ALERT_EMAILS: "a@latchkey.test" }, "ALERT_EMAILS needs MAIL_FROM"],
    [{ ...SENDING, ALERT_EMAILS: "nobody" }, "ALERT_EMAILS must be at most 10 email addresses"],
    [{ ALERT_WEBHOOK_URL: "https://alerts.test" }, "ALERT_WEBHOOK_SECRET is missing"],
    [{ ALERT_WEBHOOK_URL: "alerts.test", ALERT_WEBHOOK_SECRET: SECRET }, "ALERT_WEBHOOK_URL must be"],
    [
      { ALERT_WEBHOOK_URL: "https://alerts.test", ALERT_WEBHOOK_SECRET: "whsec_short" },
      "ALERT_WEBHOOK_SECRET must",
    ],
  ])("are refused by name: %o", (settings, message) => expect(() => alertingOf(settings)).toThrow(message));
});
