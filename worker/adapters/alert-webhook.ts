import { Webhook } from "standardwebhooks";
import type { AlertWebhook, MailOutcome } from "#core/ports.ts";

const TIMEOUT_MS = 5000;

interface AlertWebhookConfig {
  url: string;
  /** `whsec_` and base64. */
  secret: string;
}

/**
 * Posts JSON signed by Standard Webhooks (https://github.com/standard-webhooks/standard-webhooks/blob/main/spec/standard-webhooks.md).
 * Any status but 2xx is tried again, as the specification demands; 410 says that nobody wants it any more.
 */
export function createAlertWebhook({ url, secret }: AlertWebhookConfig): AlertWebhook {
  const webhook = new Webhook(secret);
  return {
    host: new URL(url).host,
    async send(message, id) {
      const body = JSON.stringify(message);
      const now = new Date();
      const headers = {
        "content-type": "application/json",
        "webhook-id": id,
        "webhook-timestamp": String(Math.floor(now.getTime() / 1000)),
        "webhook-signature": webhook.sign(id, now, body),
      };
      try {
        const signal = AbortSignal.timeout(TIMEOUT_MS);
        // A redirect could lead to a host that the operator didn't name.
        const response = await fetch(url, { method: "POST", headers, body, redirect: "manual", signal });
        await response.body?.cancel();
        return outcomeOf(response);
      } catch {
        return { outcome: "later", reason: "no response" };
      }
    },
  };
}

function outcomeOf({ ok, status }: Response): MailOutcome {
  if (ok) return { outcome: "sent", reason: "" };
  return { outcome: status === 410 ? "refused" : "later", reason: String(status) };
}
