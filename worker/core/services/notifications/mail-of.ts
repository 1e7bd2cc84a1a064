import { emailTextOf } from "#core/domain/notification-text.ts";
import type { NotificationPayload } from "#core/domain/notifications.ts";
import type { Mail } from "#core/ports.ts";
import { escaped, mailPage } from "./mail-page.ts";

const SETTINGS = "/profile#notifications";
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
  const { title, text, action, more } = emailTextOf(payload);
  const { label } = action;
  const href = appOrigin + action.path;
  const also = more === undefined ? null : { label: more.label, href: appOrigin + more.path };
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
