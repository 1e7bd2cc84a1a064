import { apiKey } from "#core/contract/keys.ts";
import { paymentLinkResponse } from "#core/contract/payments.ts";
import { type AllWorkers, signInNewUser } from "#tests/support/all-workers.ts";
import { payOnHostedPage } from "#tests/support/hosted-page.ts";

export type User = Awaited<ReturnType<typeof signInNewUser>>;

export async function newKey({ call }: User, test = false) {
  return apiKey.parse(await (await call("/keys", { name: "Production", test })).json());
}

/** With $25. */
export async function fundedUser(workers: AllWorkers, email: string): Promise<User> {
  const user = await signInNewUser(workers, email);
  const link = await user.call("/payment/create-payment-link", { amount: 25, product: "balance" });
  const landing = await payOnHostedPage(paymentLinkResponse.parse(await link.json()).paymentLinkUrl);
  const session_id = new URL(landing).searchParams.get("session_id");
  await user.call("/account/payment-link-completion", { session_id });
  return user;
}

export const chat = (origin: string, key: string, content: string, more: object = {}) =>
  fetch(`${origin}/v1/chat/completions`, {
    method: "POST",
    headers: { authorization: `Bearer ${key}`, "content-type": "application/json" },
    body: JSON.stringify({ model: "demo-small", messages: [{ role: "user", content }], ...more }),
  });
