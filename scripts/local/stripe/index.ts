import { join } from "node:path";
import { createEmulator, defineEmulator } from "emulate";
import { isLoopbackHost, MISDIRECTED } from "../loopback-server.ts";
import { type App, defineApi } from "./api/define-api.ts";
import { createCourier } from "./deliveries.ts";
import { createEmulation } from "./emulation.ts";
import { defineHostedPage } from "./hosted-page/routes.ts";
import { defineRoutes } from "./routes.ts";
import type { Webhook } from "./signed-post.ts";
import { emptyState, type StripeState } from "./state.ts";
import { loadState, stateSaver } from "./state-file.ts";
import { defineTestControls } from "./test-controls.ts";

export interface StripeOptions {
  port: number;
  /** Stores its state between starts. */
  folder: string;
  webhookUrl: string;
  webhookSecret: string;
  /** How long the webhook may take; ten seconds unless stated. */
  webhookTimeoutMs?: number | undefined;
  /** The only API key it accepts. */
  secretKey: string;
}

export interface LocalStripe {
  url: string;
  secretKey: string;
  webhookSecret: string;
  stop: () => Promise<void>;
}

/** Stripe for one machine: the API the product uses, the hosted page, signed webhooks. No money moves. */
export async function startStripe(options: StripeOptions): Promise<LocalStripe> {
  const file = join(options.folder, "stripe.json");
  const server = await createEmulator({
    service: stripeEmulator(options, file),
    seed: await loadState(file),
    port: options.port,
    baseUrl: `http://127.0.0.1:${options.port}`,
  });
  return {
    url: server.url,
    secretKey: options.secretKey,
    webhookSecret: options.webhookSecret,
    stop: () => server.close(),
  };
}

interface MountOptions {
  app: App;
  state: StripeState;
  baseUrl: string;
  signal: AbortSignal;
  webhook: Webhook;
  secretKey: string;
  save: () => Promise<void>;
}

/** Adds everything to `app`, which may be a server or called in the same process. */
export function mountStripe({ app, state, baseUrl, signal, webhook, secretKey, save }: MountOptions) {
  const courier = createCourier({ state, webhook, signal });
  const emulation = createEmulation(state, baseUrl, courier);
  defineRoutes(defineApi({ app, state, secretKey, save }), emulation);
  defineHostedPage({ app, emulation, save });
  defineTestControls({ app, emulation, courier, save });
  return { courier, emulation };
}

function stripeEmulator(options: StripeOptions, file: string) {
  const { webhookUrl, webhookSecret, webhookTimeoutMs, secretKey } = options;
  return defineEmulator({
    name: "stripe",
    state: emptyState,
    cors: false,
    setup({ app, state, baseUrl, signal, onDispose }) {
      app.use(async (c, next) => {
        if (!isLoopbackHost(c.req.header("host") ?? "")) return c.text(MISDIRECTED.text, MISDIRECTED.status);
        await next();
      });
      const save = stateSaver(file, state);
      const webhook = { url: webhookUrl, secret: webhookSecret, timeoutMs: webhookTimeoutMs };
      const { courier } = mountStripe({ app, state, baseUrl, signal, webhook, secretKey, save });
      void courier.resume();
      onDispose(save);
    },
  });
}
