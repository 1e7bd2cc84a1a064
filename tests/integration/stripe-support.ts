import { mkdtempSync, rmSync } from "node:fs";
import { createServer } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import Stripe from "stripe";
import { freePorts } from "#scripts/local/free-port.ts";
import { type LocalStripe, startStripe } from "#scripts/local/stripe/index.ts";

export const SECRET_KEY = "sk_test_local";
export const WEBHOOK_SECRET = "whsec_local";
const SUCCESS_URL = "http://app.test/payment/success?session_id={CHECKOUT_SESSION_ID}";

interface Received {
  type: string;
  objectId: string;
}
export type LocalStage = Awaited<ReturnType<typeof startLocalStripe>>;

/** The Stripe server with a receiver that verifies and records its webhooks; `down` makes it return 500. */
export async function startLocalStripe() {
  const folder = mkdtempSync(join(tmpdir(), "latchkey-stripe-"));
  const [port = 0, webhookPort = 0] = await freePorts(2);
  const received: Received[] = [];
  const receiving = { down: false };
  const receiver = createServer({ keepAliveTimeout: 0 }, async (request, response) => {
    let body = "";
    for await (const chunk of request) body += chunk;
    const signature = String(request.headers["stripe-signature"]);
    const event = await new Stripe("sk").webhooks.constructEventAsync(body, signature, WEBHOOK_SECRET);
    const { object } = event.data;
    if (!receiving.down)
      received.push({ type: event.type, objectId: "id" in object ? String(object.id) : "" });
    response.writeHead(receiving.down ? 500 : 200).end();
  });
  await new Promise<void>((resolve) => receiver.listen(webhookPort, "127.0.0.1", resolve));
  const webhookUrl = `http://127.0.0.1:${webhookPort}/`;
  const start = () =>
    startStripe({ port, folder, webhookUrl, webhookSecret: WEBHOOK_SECRET, secretKey: SECRET_KEY });
  let server: LocalStripe = await start();
  return {
    url: server.url,
    sdk: sdkFor(port),
    wrongKey: sdkFor(port, "sk_test_wrong"),
    received,
    receiving,
    async restart() {
      await server.stop();
      server = await start();
    },
    async stop() {
      await server.stop();
      await new Promise((resolve) => receiver.close(resolve));
      rmSync(folder, { recursive: true, force: true });
    },
    page: (session: { id: string }) => fetch(`${server.url}/c/pay/${session.id}`).then((page) => page.text()),
    pay: (session: { id: string }, number = "4242424242424242") =>
      submit(`${server.url}/c/pay/${session.id}`, { email: "payer@example.com", number }),
    submit: (path: string, fields: Record<string, string>) => submit(server.url + path, fields),
    async control(path: string, body: object = {}): Promise<number> {
      const headers = { "content-type": "application/json" };
      const init = { method: "POST", headers, body: JSON.stringify(body) };
      return (await fetch(`${server.url}/_test${path}`, init)).status;
    },
  };
}

const sdkFor = (port: number, secretKey = SECRET_KEY) =>
  new Stripe(secretKey, {
    host: "127.0.0.1",
    port,
    protocol: "http",
    telemetry: false,
    maxNetworkRetries: 0,
  });

async function submit(url: string, fields: Record<string, string>): Promise<string> {
  const response = await fetch(url, {
    method: "POST",
    body: new URLSearchParams(fields),
    redirect: "manual",
  });
  return response.headers.get("location") ?? "";
}

type Params = Stripe.Checkout.SessionCreateParams;

/** Parameters of a checkout of $25.00, changed by `change`. */
export function checkoutOf(
  change: Partial<Params> = {},
  price: { currency?: string; unit_amount?: number } = {},
): Params {
  const price_data = { currency: "usd", unit_amount: 2500, product_data: { name: "Balance" }, ...price };
  return {
    mode: "payment",
    line_items: [{ quantity: 1, price_data }],
    success_url: SUCCESS_URL,
    cancel_url: "http://app.test/add-balance",
    ...change,
  };
}
