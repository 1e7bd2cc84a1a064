import { subjectOf, textOf } from "#core/domain/notification-text.ts";
import type { NotificationKind, NotificationPayload } from "#core/domain/notifications.ts";
import type { Mail } from "#core/ports.ts";

interface Action {
  label: string;
  path: (subject: string) => string;
}

const OPEN_KEYS: Action = { label: "Open API keys", path: () => "/api-keys" };

const ACTIONS: Record<NotificationKind, Action> = {
  low_balance: { label: "Add funds", path: () => "/add-balance" },
  payment_received: {
    label: "View receipt",
    path: (order) => `/billing/receipts/${encodeURIComponent(order)}`,
  },
  payment_failed: { label: "Try again", path: () => "/add-balance" },
  key_expiring: OPEN_KEYS,
  budget_reached: {
    label: "View usage",
    path: (key) => `/api-keys/${encodeURIComponent(key)}/usage`,
  },
  key_refused: {
    label: "See what is refused",
    path: (key) => `/api-keys/${encodeURIComponent(key)}/usage`,
  },
  new_sign_in: { label: "Review sessions", path: () => "/profile#sessions" },
  invitation_accepted: { label: "Open Latchkey", path: () => "/" },
  charging_changed: { label: "How requests are charged", path: () => "/documentation/charges" },
};

const SETTINGS = "/profile#notifications";

/** The email for a notification, in the dashboard's words, as text and as HTML with every value escaped. */
export function mailOf(
  payload: NotificationPayload,
  { to, appOrigin }: { to: string; appOrigin: string },
): Mail {
  const { title, text } = textOf(payload);
  const { label, path } = ACTIONS[payload.kind];
  const href = appOrigin + path(subjectOf(payload) ?? "");
  const settings = appOrigin + SETTINGS;
  return {
    to,
    subject: title,
    text: `${title}\n\n${text}\n\n${label}:\n${href}\n\nYou receive this email because of your notification settings:\n${settings}\n`,
    html: page({ title, text, label, href, settings }),
  };
}

const ENTITIES: Record<string, string> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&#34;",
  "'": "&#39;",
};
const escaped = (value: string) => value.replace(/[&<>"']/g, (sign) => ENTITIES[sign] ?? sign);

const STYLE = `:root { color-scheme: light dark }
  body { margin: 0; padding: 40px 16px; background: #f9fafb; color: #1a1c21; font: 15px/24px ui-sans-serif, system-ui, sans-serif }
  main { max-width: 440px; margin: 0 auto; padding: 32px; background: #fff; border: 1px solid #e4e6ea; border-radius: 12px }
  h1 { margin: 0 0 12px; font-size: 20px; line-height: 28px; letter-spacing: -.02em; overflow-wrap: anywhere }
  p { margin: 0 0 20px; overflow-wrap: anywhere }
  .brand { margin: 0 0 24px; font-weight: 600 }
  .action { display: inline-block; padding: 10px 18px; border-radius: 8px; background: #22252b; color: #fff; font-weight: 500; text-decoration: none }
  .quiet { margin: 0; color: #63676f; font-size: 13px; line-height: 20px }
  .quiet a { color: inherit }
  @media (prefers-color-scheme: dark) {
    body { background: #0d0e11; color: #f2f3f5 }
    main { background: #131519; border-color: #25282e }
    .action { background: #eff0f2; color: #15171b }
    .quiet { color: #999da6 }
  }`;

interface Page {
  title: string;
  text: string;
  label: string;
  href: string;
  settings: string;
}

const page = ({ title, text, label, href, settings }: Page) => `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>${escaped(title)}</title>
<style>
  ${STYLE}
</style>
</head>
<body>
<main>
<p class="brand">Latchkey</p>
<h1>${escaped(title)}</h1>
<p>${escaped(text)}</p>
<p><a class="action" href="${escaped(href)}">${escaped(label)}</a></p>
<p class="quiet">You receive this email because of <a href="${escaped(settings)}">your notification settings</a>.</p>
</main>
</body>
</html>
`;
