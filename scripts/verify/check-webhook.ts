import { randomBytes } from "node:crypto";
import { VERIFICATION_EVENT } from "#core/services/payments/handle-payment-event.ts";
import { type Finding, findingOf } from "#scripts/deploy/findings.ts";
import { postSigned } from "#scripts/local/stripe/signed-post.ts";
import { type Check, notChecked } from "./target.ts";

const PATH = "/api/stripe/webhook";
const WRONG_SIGNATURE = 400;
const PATIENCE_MS = 10_000;

const webhook = findingOf("Stripe webhook");

/** Sends an event that the service accepts and forgets, signed rightly and wrongly. */
export const checkWebhook: Check = {
  name: "Stripe webhook",
  async run({ origin, settings: { STRIPE_WEBHOOK_SECRET } }) {
    const refusesStrangers = await send(origin, `whsec_${randomBytes(24).toString("hex")}`);
    if (refusesStrangers !== WRONG_SIGNATURE) return [unguarded(refusesStrangers)];
    if (!STRIPE_WEBHOOK_SECRET)
      return [
        notChecked(
          "Stripe webhook",
          "STRIPE_WEBHOOK_SECRET",
          "Copy the endpoint's signing secret from Stripe (Developers, Webhooks) to the file of secrets",
        ),
      ];
    return [acceptance(await send(origin, STRIPE_WEBHOOK_SECRET))];
  },
};

const send = (origin: string, secret: string) =>
  postSigned({ url: origin + PATH, secret }, event(), AbortSignal.timeout(PATIENCE_MS));

const event = () => ({
  id: `evt_verification_${randomBytes(8).toString("hex")}`,
  object: "event" as const,
  api_version: "",
  created: Math.floor(Date.now() / 1000),
  data: { object: {} },
  livemode: false as const,
  pending_webhooks: 1,
  request: { id: null, idempotency_key: null },
  type: VERIFICATION_EVENT,
});

function unguarded(status: number): Finding {
  if (status === 200)
    return webhook(
      "failed",
      `${PATH} accepted an event that Stripe hadn't signed.`,
      "Take the service offline: anyone can report payments to it",
    );
  return webhook(
    "failed",
    `${PATH} ${responded(status)} to an event with a wrong signature, not ${WRONG_SIGNATURE}.`,
    "Check that nothing in front of the service (a firewall, a bot filter) stops requests to it",
  );
}

function acceptance(status: number): Finding {
  if (status === 200) return webhook("ok", "It accepts events with the right signature, and refuses others.");
  if (status === WRONG_SIGNATURE)
    return webhook(
      "failed",
      "It refuses events signed with STRIPE_WEBHOOK_SECRET: the service has another secret.",
      "Copy the endpoint's signing secret from Stripe (Developers, Webhooks) to the file of secrets, and deploy",
    );
  return webhook(
    "failed",
    `${PATH} ${responded(status)} to a signed event.`,
    "Check the log: npx wrangler tail latchkey-api",
  );
}

const responded = (status: number) => (status === 0 ? "did not respond" : `returned ${status}`);
