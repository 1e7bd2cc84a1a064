import { findingOf } from "#scripts/deploy/findings.ts";
import { createResendMailer } from "#worker/adapters/resend-mailer.ts";
import { type Check, notChecked } from "./target.ts";

/** Resend's own address for tests: it accepts everything, and nobody reads it. */
const NOBODY = "delivered@resend.dev";
const MAIL = {
  to: NOBODY,
  subject: "npm run verify",
  text: "Sent to check that the email provider accepts this sender.",
  html: "<p>Sent to check that the email provider accepts this sender.</p>",
};

const email = findingOf("email");

/** Sends one email, which only an accepted key and a verified sender can, and which reaches nobody. */
export const checkEmail: Check = {
  name: "email",
  async run({ settings: { MAIL_FROM: from, MAIL_API_KEY: apiKey, MAIL_API_URL: apiUrl } }) {
    const set = "Set it as described in docs/operations/deploy.md, and deploy";
    if (!from) return [email("warning", "The service sends no emails, because MAIL_FROM is empty.", set)];
    if (!apiKey) return [notChecked("email", "MAIL_API_KEY", set)];
    const mailer = createResendMailer({ from, apiKey, apiUrl: apiUrl || undefined });
    const { outcome, reason } = await mailer.send(MAIL, crypto.randomUUID());
    if (outcome === "sent")
      return [email("ok", `The provider accepts the sender. The test email went to ${NOBODY}.`)];
    return [
      email(
        "failed",
        `The provider refused a test email from MAIL_FROM (${reason}).`,
        "Check at Resend that the domain of MAIL_FROM is verified and that MAIL_API_KEY may send for it",
      ),
    ];
  },
};
