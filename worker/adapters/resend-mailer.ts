import { z } from "zod";
import type { Mail, Mailer, MailOutcome } from "#core/ports.ts";

const API_URL = "https://api.resend.com";
const TIMEOUT_MS = 5000;

interface ResendMailerConfig {
  apiKey: string;
  /** `Name <address>`, or an address. */
  from: string;
  apiUrl?: string | undefined;
  timeoutMs?: number | undefined;
}

const failureBody = z.object({ name: z.string().max(80).catch("") }).catch({ name: "" });

/** Sends email through Resend's `POST /emails`; a single call needs no client library. */
export function createResendMailer({
  apiKey,
  from,
  apiUrl = API_URL,
  timeoutMs = TIMEOUT_MS,
}: ResendMailerConfig): Mailer {
  return {
    async send(mail, idempotencyKey) {
      try {
        const response = await fetch(`${apiUrl}/emails`, {
          ...request({ apiKey, from, mail, idempotencyKey }),
          signal: AbortSignal.timeout(timeoutMs),
        });
        const { name } = failureBody.parse(await response.json().catch(() => null));
        return outcomeOf(response, name);
      } catch {
        return { outcome: "later", reason: "no response" };
      }
    },
  };
}

interface SendOptions {
  apiKey: string;
  from: string;
  mail: Mail;
  idempotencyKey: string;
}

const request = ({ apiKey, from, mail, idempotencyKey }: SendOptions): RequestInit => ({
  method: "POST",
  headers: {
    authorization: `Bearer ${apiKey}`,
    "content-type": "application/json",
    "idempotency-key": idempotencyKey,
  },
  body: JSON.stringify({ from, to: [mail.to], subject: mail.subject, text: mail.text, html: mail.html }),
  // The key must not follow a redirect to another host.
  redirect: "manual",
});

/** The same idempotency key with another body: Resend accepted the mail before its text or address changed. */
const ACCEPTED_BEFORE = "invalid_idempotent_request";
/** Retrying cannot help this mail. A wrong key or sender can be fixed by the operator. */
const PERMANENT = new Set([400, 413, 422]);

function outcomeOf({ ok, status }: Response, name: string): MailOutcome {
  if (ok || name === ACCEPTED_BEFORE) return { outcome: "sent", reason: "" };
  const reason = `${status} ${name}`.trim();
  return { outcome: PERMANENT.has(status) && !/from|api_key/.test(name) ? "refused" : "later", reason };
}
