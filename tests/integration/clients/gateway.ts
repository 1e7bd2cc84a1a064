import { z } from "zod";
import { apiKey } from "#core/contract/keys.ts";
import { paymentLinkResponse } from "#core/contract/payments.ts";
import { EXAMPLE_PRICES } from "#scripts/local/example-prices.ts";
import { freePorts } from "#scripts/local/free-port.ts";
import { listenOnLoopback } from "#scripts/local/loopback-server.ts";
import { createUpstreamApp } from "#scripts/local/upstream/app.ts";
import { signInNewUser, startAllWorkers } from "#tests/support/all-workers.ts";
import { payOnHostedPage } from "#tests/support/hosted-page.ts";
import { startRecorder } from "./recorder.ts";

const CREDENTIAL = "sk-demo-clients";
/** The demo model behind every name that clients send by default. */
const DEMO_MODEL = "demo-reasoning";
/** Claude Code and Codex ask for these unless another model is chosen. */
export const DEFAULT_MODELS = { claude: "claude-opus-5-5", codex: "gpt-5.5" } as const;
const PRICE = { input: 100, output: 100, context: 1_000_000, max_output: 128_000, reasoning: true };
const NAMED = [...Object.values(DEFAULT_MODELS), "claude-haiku-4-5-20251001"];
const PRICES = [...EXAMPLE_PRICES, ...NAMED.map((model) => ({ ...PRICE, model }))];

/** All workers with a funded account, the demo provider behind them, and a recorder in front. */
export async function startGateway() {
  const provider = await startProvider();
  const workers = await startAllWorkers({ upstreamUrl: `${provider.url}/v1`, prices: PRICES });
  const { call } = await signInNewUser(workers, "clients@example.com");
  const order = { amount: 25, product: "balance" };
  const link = await call("/payment/create-payment-link", order);
  const landing = await payOnHostedPage(paymentLinkResponse.parse(await link.json()).paymentLinkUrl);
  const session = { session_id: new URL(landing).searchParams.get("session_id") };
  await call("/account/payment-link-completion", session);
  const recorder = await startRecorder(workers.origin);
  return {
    origin: recorder.origin,
    take: recorder.take,
    newKey: async (name: string) =>
      apiKey.parse(await (await call("/keys", { name: name.slice(0, 100) })).json()).key ?? "",
    async stop() {
      await recorder.stop();
      await workers.stop();
      await provider.stop();
    },
  };
}

/** The demo provider, which serves a model that it doesn't know as one that it does. */
async function startProvider() {
  const [port = 0] = await freePorts(1);
  const app = createUpstreamApp(CREDENTIAL, { tokenMs: 0 });
  return await listenOnLoopback(port, async (request) => {
    const fields = z.looseObject({ model: z.string() }).parse(await request.json());
    const isKnown = EXAMPLE_PRICES.some(({ model }) => model === fields.model);
    const headers = new Headers(request.headers);
    headers.set("authorization", `Bearer ${CREDENTIAL}`);
    headers.delete("content-length");
    const body = JSON.stringify(isKnown ? fields : { ...fields, model: DEMO_MODEL });
    return app.fetch(new Request(request.url, { method: "POST", headers, body, signal: request.signal }));
  });
}
