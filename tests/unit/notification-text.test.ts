import { expect, it } from "vitest";
import { KINDS } from "#app/features/notifications/kinds.ts";
import { LASTING_CAUSES } from "#core/domain/gateway/refusal-causes.ts";
import { textOf } from "#core/domain/notification-text.ts";
import { type NotificationPayload, OPTIONAL_KINDS } from "#core/domain/notifications.ts";
import { mailOf } from "#core/services/notifications/mail-of.ts";
import { parsePayload } from "#core/services/notifications/payload.ts";

const AT = Date.UTC(2026, 10, 23);
const payment = { order: "order_1", product: "balance", currency: "usd", amount_minor: 2500 } as const;
const autoTopUp = { kind: "auto_top_up", order: "order_1", amount_minor: 5000 } as const;
const key = { key: "key_1", name: "Laptop" };
const budget = { ...key, period: "day", budget: 5_000_000, spent: 4_020_000, resets_at: AT } as const;

const refused = { ...key, since: AT, requests: 3, revoked: false };

const unknownPlace = { device: null, city: null, country: null };
const security = { kind: "security_changed", method: null, at: AT, ...unknownPlace } as const;
const WHEN = "Nov 23, 2026, 00:00 UTC";

const examples: { payload: NotificationPayload; title: string; text: string; path: string }[] = [
  {
    payload: { kind: "low_balance", balance: 4_970_000 },
    title: "Balance under $5.00",
    text: "$4.97 left. Add funds to continue using API keys.",
    path: "/add-balance",
  },
  {
    payload: { kind: "spend_alert", amount: 50_000_000, spent: 52_310_000, month: Date.UTC(2026, 10) },
    title: "Spend in November 2026 reached $50.00",
    text: "$52.31 spent since Nov 1, 2026, 00:00 UTC. Requests aren’t stopped. To stop them at an amount, set a spending limit.",
    path: "/billing?tab=settings#spend-alerts",
  },
  {
    payload: { kind: "payment_received", ...payment },
    title: "Payment received",
    text: "$25.00 was added to your balance.",
    path: "/billing/receipts/order_1",
  },
  {
    payload: { kind: "payment_pending", ...payment, arrives_by: AT },
    title: "$25.00 pending",
    text: `Your payment is on its way. It arrives in up to 5 days, by ${WHEN}. It isn’t in your balance yet.`,
    path: "/billing/receipts/order_1",
  },
  {
    payload: {
      kind: "payment_failed",
      ...payment,
      product: "api_key",
      currency: "inr",
      amount_minor: 10_000,
    },
    title: "Payment failed",
    text: "Your bank refused ₹100.00. Your plan has not changed.",
    path: "/add-balance",
  },
  {
    payload: { ...autoTopUp, event: "succeeded" },
    title: "Auto top-up added $50.00",
    text: "Your saved card was charged because your balance was low.",
    path: "/billing/auto-top-up/order_1",
  },
  {
    payload: { ...autoTopUp, event: "declined", reason: "Insufficient funds", card: "Visa •••• 4242" },
    title: "Auto top-up stopped: your card was declined",
    text: "Visa •••• 4242 could not be charged $50.00 (Insufficient funds). We won’t try again until you replace the card.",
    path: "/billing/auto-top-up/order_1",
  },
  {
    payload: { ...autoTopUp, event: "confirmation_needed", confirm_by: AT },
    title: "Confirm a charge of $50.00",
    text: `Your bank wants you to confirm this auto top-up. Your balance will update once you do. Confirm it by ${WHEN}.`,
    path: "/billing/auto-top-up/order_1",
  },
  {
    payload: { ...autoTopUp, event: "not_confirmed" },
    title: "Auto top-up stopped: a charge wasn’t confirmed",
    text: "The charge of $50.00 was canceled. We won’t try again until you replace the card.",
    path: "/billing/auto-top-up/order_1",
  },
  {
    payload: { kind: "auto_top_up", event: "limit_reached", limit_minor: 15_000, resets_at: AT },
    title: "Auto top-up reached its monthly limit",
    text: `Another charge would exceed your limit of $150.00 a month. It resets on ${WHEN}.`,
    path: "/billing?tab=settings",
  },
  {
    payload: { kind: "auto_top_up", event: "card_removed", card: "Visa •••• 4242" },
    title: "Visa •••• 4242 was removed",
    text: "Auto top-up is off until you save another card and turn it on again.",
    path: "/billing?tab=settings",
  },
  {
    payload: { kind: "key_expiring", ...key, expires_at: AT, days: 7 },
    title: "API key “Laptop” expires in 7 days",
    text: "It stops working on Nov 23, 2026, 00:00 UTC. Extend its expiry date or rotate it before then.",
    path: "/api-keys",
  },
  {
    payload: { kind: "budget_reached", ...budget, level: 80 },
    title: "“Laptop” has used 80% of its daily budget",
    text: "$4.02 of $5.00 spent. It resets on Nov 23, 2026, 00:00 UTC.",
    path: "/api-keys/key_1/usage",
  },
  {
    payload: { kind: "budget_reached", ...budget, level: 100 },
    title: "“Laptop” has reached its daily budget",
    text: "$4.02 of $5.00 spent. Requests that could cost more than what is left are refused until Nov 23, 2026, 00:00 UTC.",
    path: "/api-keys/key_1/usage",
  },
  {
    payload: { kind: "key_refused", ...refused, code: "insufficient_balance" },
    title: "Requests are refused: your balance is too low",
    text: "Since Nov 23, 2026, 00:00 UTC, requests with “Laptop” have been refused. None is charged. Add funds so that your keys work again.",
    path: "/api-keys/key_1/usage",
  },
  {
    payload: { kind: "key_refused", ...refused, code: "invalid_api_key", revoked: true },
    title: "“Laptop” is still in use, but revoked",
    text: "Since Nov 23, 2026, 00:00 UTC, requests with “Laptop” have been refused. None is charged. Replace it with a new key where it is used.",
    path: "/api-keys/key_1/usage",
  },
  {
    payload: { kind: "key_refused", ...refused, code: "key_expired" },
    title: "“Laptop” is still in use, but expired",
    text: "Since Nov 23, 2026, 00:00 UTC, requests with “Laptop” have been refused. None is charged. Extend its expiry date, or replace it with a new key where it is used.",
    path: "/api-keys/key_1/usage",
  },
  {
    payload: { kind: "new_sign_in", device: "Chrome on macOS", country: "PT" },
    title: "Sign-in from a new location",
    text: "Chrome on macOS, Portugal. If this wasn't you, end that session and change your password.",
    path: "/profile#sessions",
  },
  {
    payload: { kind: "invitation_accepted", email: "guest@example.com" },
    title: "Invitation accepted",
    text: "guest@example.com has joined Latchkey.",
    path: "/user-management",
  },
  {
    payload: { kind: "invitation_accepted", email: "" },
    title: "Invitation accepted",
    text: "Someone you invited has joined Latchkey.",
    path: "/user-management",
  },
  {
    payload: { ...security, change: "mfa_enabled" },
    title: "Two-factor authentication was turned on",
    text: `${WHEN}. If this wasn't you, change your password and contact support.`,
    path: "/activity?kind=access",
  },
  {
    payload: { ...security, change: "mfa_disabled" },
    title: "Two-factor authentication was turned off",
    text: `${WHEN}. If this wasn't you, change your password and turn it on again.`,
    path: "/activity?kind=access",
  },
  {
    payload: {
      ...security,
      change: "mfa_recovered",
      device: "Chrome on macOS",
      city: "Berlin",
      country: "DE",
    },
    title: "A recovery code turned off two-factor authentication",
    text: `${WHEN}, from Chrome on macOS, Berlin, Germany. You now sign in with a new password and without a code. All sessions were signed out, and your access tokens and other recovery codes no longer work. If this wasn't you, reset your password at once. Then set up two-factor authentication again.`,
    path: "/activity?kind=access",
  },
  {
    payload: { ...security, change: "password_changed" },
    title: "Your password was changed",
    text: `${WHEN}. Your other sessions were signed out. If this wasn't you, reset your password at once.`,
    path: "/activity?kind=access",
  },
  {
    payload: { ...security, change: "method_linked", method: "Google" },
    title: "Google was linked to your account",
    text: `${WHEN}. If this wasn't you, unlink it and change your password.`,
    path: "/activity?kind=access",
  },
  {
    payload: { ...security, change: "method_removed", method: "GitHub" },
    title: "GitHub was removed from your account",
    text: `${WHEN}. If this wasn't you, change your password and link it again.`,
    path: "/activity?kind=access",
  },
  {
    payload: { ...security, change: "keys_stopped" },
    title: "All your keys were stopped",
    text: `${WHEN}. Every request of your account is refused, and none is charged, until you start the keys again under Billing, Settings. If this wasn't you, change your password.`,
    path: "/activity?kind=access",
  },
  {
    payload: { ...security, change: "keys_started" },
    title: "Your keys were started again",
    text: `${WHEN}. Requests are accepted again. If this wasn't you, stop the keys and change your password.`,
    path: "/activity?kind=access",
  },
  {
    payload: { ...security, change: "account_suspended" },
    title: "Your account was suspended",
    text: `${WHEN}. Requests with your keys are refused, and none is charged. Your keys and your balance are kept, and you can still sign in and see your usage. To have the suspension lifted, contact support.`,
    path: "/activity?kind=access",
  },
  {
    payload: { ...security, change: "account_resumed" },
    title: "Your account is no longer suspended",
    text: `${WHEN}. Requests with your keys are accepted again. Your keys and your balance are as they were. If you have questions, contact support.`,
    path: "/activity?kind=access",
  },
  {
    payload: { ...security, change: "keys_revoked" },
    title: "All your API keys were revoked",
    text: `${WHEN}. We revoked them, and every request with one of them is refused. Create new keys and use them in your applications. Your balance is as it was. If you have questions, contact support.`,
    path: "/activity?kind=access",
  },
  {
    payload: { kind: "low_balance", balance: 9_970_000, threshold: 10_000_000 },
    title: "Balance under $10.00",
    text: "$9.97 left. Add funds to continue using API keys.",
    path: "/add-balance",
  },
  {
    payload: { kind: "new_sign_in", device: "Firefox on Windows", city: "Lisbon", country: "PT", at: AT },
    title: "Sign-in from a new location",
    text: `Firefox on Windows, Lisbon, Portugal. Signed in on ${WHEN}. If this wasn't you, end that session and change your password.`,
    path: "/profile#sessions",
  },
];

it("a security email names no settings, because nobody can turn it off", () => {
  const mail = mailOf(
    { ...security, change: "mfa_enabled" },
    { to: "maya@example.com", appOrigin: "https://latchkey.test" },
  );
  for (const content of [mail.text, mail.html]) {
    expect(content).toContain("it concerns the security of your account");
    expect(content).not.toContain("#notifications");
  }
  expect(mail.text).toContain("https://latchkey.test/activity?kind=access");
  expect(OPTIONAL_KINDS).not.toContain("security_changed");
});

it("an email about revoked keys leads to where new ones are created", () => {
  const mail = mailOf(
    { ...security, change: "keys_revoked" },
    { to: "maya@example.com", appOrigin: "https://latchkey.test" },
  );
  expect(mail.text).toContain("Open API keys:\nhttps://latchkey.test/api-keys\n");
});

it.each([
  ["mailto:help@latchkey.test", "contact support (help@latchkey.test)"],
  ["https://latchkey.test/help?a=1&b=2", "contact support (https://latchkey.test/help?a=1&b=2)"],
  [undefined, "contact support"],
])("“contact support” in an email leads to %s", (supportContact, words) => {
  const emails = [
    { ...security, change: "mfa_enabled" } as const,
    { kind: "key_refused", ...refused, code: "account_suspended" } as const,
  ].map((payload) => mailOf(payload, { to: "", appOrigin: "", supportContact }));
  for (const { text, html } of emails) {
    expect(text).toContain(`${words}.`);
    const link = `<a href="${supportContact?.replace("&", "&amp;")}">contact support</a>`;
    expect(html).toContain(supportContact === undefined ? "contact support." : `${link}.`);
  }
});

it("an email about a low balance also leads to the amount itself, and to auto top-up", () => {
  const mail = mailOf(
    { kind: "low_balance", balance: 9_970_000, threshold: 10_000_000 },
    { to: "maya@example.com", appOrigin: "https://latchkey.test" },
  );
  for (const content of [mail.text, mail.html]) {
    expect(content).toContain("https://latchkey.test/add-balance");
    expect(content).toContain("https://latchkey.test/billing?tab=settings");
  }
});

it.each(examples)(
  "$payload.kind has the title “$title” and links to its subject",
  ({ payload, title, text, path }) => {
    expect(textOf(payload)).toEqual({ title, text });
    const subject = "key" in payload ? payload.key : "order" in payload ? payload.order : null;
    expect(KINDS[payload.kind].path(subject)).toBe(path);
  },
);

it("shows a balance below zero and a country without a name as they are", () => {
  expect(textOf({ kind: "low_balance", balance: -3_000_000 }).text).toContain("−$3.00 left");
  expect(textOf({ kind: "new_sign_in", device: null, country: "XX" }).text).toContain(
    "An unknown device, XX.",
  );
  expect(textOf({ kind: "key_expiring", ...key, expires_at: AT, days: 1 }).title).toContain("within a day");
});

it("writes all digits of a budget that isn't whole cents, and of what was spent of it", () => {
  const small = { ...budget, budget: 100, spent: 80 };
  expect(textOf({ kind: "budget_reached", ...small, level: 80 }).text).toContain(
    "$0.000080 of $0.000100 spent.",
  );
});

it("every kind is read back as it was stored, and an unknown one is not a notification", () => {
  for (const { payload } of examples) {
    const { kind, ...data } = payload;
    expect(parsePayload({ kind, data: JSON.stringify(data) })).toEqual(payload);
  }
  expect(parsePayload({ kind: "from_the_future", data: "{}" })).toBeNull();
});

it("an email has the same text in both formats, and no value of it becomes markup", () => {
  const name = `<img src=x onerror="alert(1)">&'`;
  const payload: NotificationPayload = { kind: "key_expiring", key: 'k"><b>', name, expires_at: AT, days: 7 };
  const mail = mailOf(payload, { to: "maya@example.com", appOrigin: "https://latchkey.test" });
  expect(mail.subject).toBe(`API key “${name}” expires in 7 days`);
  expect(mail.text).toContain(name);
  expect(mail.text).toContain("https://latchkey.test/api-keys\n");
  expect(mail.html).not.toContain("<img");
  expect(mail.html).toContain("&lt;img src=x onerror=&#34;alert(1)&#34;&gt;&amp;&#39;");
  const usage = mailOf(
    { kind: "budget_reached", ...budget, key: 'k"><b>', level: 80 },
    { to: "", appOrigin: "" },
  );
  expect(usage.html).toContain('href="/api-keys/k%22%3E%3Cb%3E/usage"');
});

it("words every cause that lasts in its own way", () => {
  const titles = LASTING_CAUSES.map(({ code }) => textOf({ kind: "key_refused", ...refused, code }).title);
  expect(new Set(titles).size).toBe(LASTING_CAUSES.length);
  expect(titles).not.toContain(textOf({ kind: "key_refused", ...refused, code: "new_code" }).title);
});
