import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { freePorts } from "#scripts/local/free-port.ts";
import { startStripe } from "#scripts/local/stripe/index.ts";

/** A Stripe account in which nothing is ever paid, so that it has no webhook to call. */
export async function startUnusedStripe(secretKey: string) {
  const folder = mkdtempSync(join(tmpdir(), "latchkey-stripe-"));
  const [port = 0] = await freePorts(1);
  const webhook = { webhookUrl: "http://127.0.0.1:9", webhookSecret: "whsec_unused" };
  const stripe = await startStripe({ port, folder, secretKey, ...webhook });
  return {
    url: stripe.url,
    async stop() {
      await stripe.stop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
