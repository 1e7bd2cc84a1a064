import { z } from "zod";
import type { Mail, Mailer, MailOutcome } from "#core/ports.ts";

const API_URL = "https://api.resend.com";
const TIMEOUT_MS = 5000;

interface ResendMailerConfig {
  apiKey: string;
  /** `Name <address>`, or an address. */
  from: string;
  /** Base address of the provider's API, without a trailing slash. */
  apiUrl?: string | undefined;
}

const failureBody = z.object({ name: z.string().max(80).catch("") }).catch({ name: "" });

/** Mails of the service, by Resend's `POST /emails`: one call, so no client library. */
export function createResendMailer({ apiKey, from, apiUrl = API_URL }: ResendMailerConfig): Mailer {
  return {
    async send(mail, idempotencyKey) {
      try {
        const answer = await fetch(`${apiUrl}/emails`, request({ apiKey, from, mail, idempotencyKey }));
        const { name } = failureBody.parse(await answer.json().catch(() => null));
        return outcomeOf(answer, name);
      } catch {
        return { outcome: "later", reason: "no answer" };
      }
    },
  };
}

interface Asked {
  apiKey: string;
  from: string;
  mail: Mail;
  idempotencyKey: string;
}

const request = ({ apiKey, from, mail, idempotencyKey }: Asked): RequestInit => ({
  method: "POST",
  headers: {
    authorization: `Bearer ${apiKey}`,
    "content-type": "application/json",
    "idempotency-key": idempotencyKey,
  },
  body: JSON.stringify({ from, to: [mail.to], subject: mail.subject, text: mail.text, html: mail.html }),
  // The key must not follow a redirect to another host.
  redirect: "manual",
  signal: AbortSignal.timeout(TIMEOUT_MS),
});

/** The same key with other words: the mail had been taken before its words or its address changed. */
const TAKEN_BEFORE = "invalid_idempotent_request";
/** What is wrong with this mail, and stays wrong; a wrong key or sender is the operator's to repair. */
const WRONG_MAIL = new Set([400, 413, 422]);

function outcomeOf({ ok, status }: Response, name: string): MailOutcome {
  if (ok || name === TAKEN_BEFORE) return { outcome: "sent", reason: "" };
  const reason = `${status} ${name}`.trim();
  return { outcome: WRONG_MAIL.has(status) && !/from|api_key/.test(name) ? "refused" : "later", reason };
}
