import { subjectOf, textOf } from "#core/domain/notification-text.ts";
import type { AutoTopUpFacts, NotificationKind, NotificationPayload } from "#core/domain/notifications.ts";
import type { Mail } from "#core/ports.ts";
import { escaped, mailPage } from "./mail-page.ts";

interface Action {
  label: string;
  path: (subject: string) => string;
}

const OPEN_KEYS: Action = { label: "Open API keys", path: () => "/api-keys" };

const VIEW_RECEIPT: Action = {
  label: "View receipt",
  path: (order) => `/billing/receipts/${encodeURIComponent(order)}`,
};

const AUTO_TOP_UP: Record<AutoTopUpFacts["event"], Action> = {
  succeeded: VIEW_RECEIPT,
  declined: { label: "Replace the card", path: () => BILLING_SETTINGS },
  confirmation_needed: {
    label: "Confirm the charge",
    path: (order) => `/billing/auto-top-up/${encodeURIComponent(order)}`,
  },
  not_confirmed: { label: "Replace the card", path: () => BILLING_SETTINGS },
  limit_reached: { label: "Change the limit", path: () => BILLING_SETTINGS },
  card_removed: { label: "Open billing settings", path: () => BILLING_SETTINGS },
};

const ACTIONS: Record<Exclude<NotificationKind, "auto_top_up">, Action> = {
  low_balance: { label: "Add funds", path: () => "/add-balance" },
  spend_alert: { label: "Open spend alerts", path: () => `${BILLING_SETTINGS}#spend-alerts` },
  payment_pending: VIEW_RECEIPT,
  payment_received: VIEW_RECEIPT,
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
  security_changed: { label: "Review activity", path: () => "/activity?kind=access" },
};

function actionOf(payload: NotificationPayload): Action {
  if (payload.kind === "auto_top_up") return AUTO_TOP_UP[payload.event];
  if (payload.kind === "security_changed" && payload.change === "keys_revoked") return OPEN_KEYS;
  return ACTIONS[payload.kind];
}

/** A second way out, as a line of its own. */
const MORE: Partial<Record<NotificationKind, Action>> = {
  low_balance: { label: "Change this amount, or turn on auto top-up", path: () => BILLING_SETTINGS },
};

const SETTINGS = "/profile#notifications";
const BILLING_SETTINGS = "/billing?tab=settings";
const SECURITY_REASON = "You receive this email because it concerns the security of your account.";

export interface MailLinks {
  appOrigin: string;
  /** Target of every "contact support": `mailto:` or `https:`. Without it, those words are plain text. */
  supportContact?: string | undefined;
}

/** The email for a notification, in the dashboard's words, as text and as HTML with every value escaped. */
export function mailOf(
  payload: NotificationPayload,
  { to, appOrigin, supportContact }: MailLinks & { to: string },
): Mail {
  const { title, text } = textOf(payload);
  const { label, path } = actionOf(payload);
  const href = appOrigin + path(subjectOf(payload) ?? "");
  const more = MORE[payload.kind];
  const also = more === undefined ? null : { label: more.label, href: appOrigin + more.path("") };
  const settings = payload.kind === "security_changed" ? null : appOrigin + SETTINGS;
  const reason =
    settings === null
      ? SECURITY_REASON
      : `You receive this email because of your notification settings:\n${settings}`;
  return {
    to,
    subject: title,
    text: `${title}\n\n${withAddress(text, supportContact)}\n\n${label}:\n${href}\n\n${also ? `${also.label}:\n${also.href}\n\n` : ""}${reason}\n`,
    html: mailPage({
      title,
      text: withLink(text, supportContact),
      action: { label, href },
      also,
      reason:
        settings === null
          ? SECURITY_REASON
          : `You receive this email because of <a href="${escaped(settings)}">your notification settings</a>.`,
    }),
  };
}

const CONTACT_SUPPORT = /contact support/i;

/** `contact support (support@example.com)` */
const withAddress = (text: string, contact: string | undefined) =>
  text.replace(CONTACT_SUPPORT, (phrase) =>
    contact === undefined ? phrase : `${phrase} (${contact.replace(/^mailto:/, "")})`,
  );

/** As HTML. */
const withLink = (text: string, contact: string | undefined) =>
  escaped(text).replace(CONTACT_SUPPORT, (phrase) =>
    contact === undefined ? phrase : `<a href="${escaped(contact)}">${phrase}</a>`,
  );
