import { payOnHostedPage } from "#tests/support/hosted-page.ts";
import { newSession, newUser, stack, type User } from "./support.ts";

export type { User };

/** Matches a full key, to find it where it must not be. */
export const FULL_KEY = /lk_[A-Za-z0-9]{49}/;

/** One session per account, separate from the browser's. */
const tokens = new Map<string, Promise<string>>();

function tokenOf(user: User): Promise<string> {
  const known = tokens.get(user.email) ?? newSession(user).then(({ session }) => session.access_token);
  tokens.set(user.email, known);
  return known;
}

const send = async (user: User, path: string, init: RequestInit) =>
  fetch(new URL(path, stack.web), {
    ...init,
    headers: { "content-type": "application/json", authorization: `Bearer ${await tokenOf(user)}` },
  });

/** Calls the product API as `user`, the way the page does. */
async function call<T>(user: User, path: string, init: RequestInit = {}): Promise<T> {
  let response = await send(user, path, init);
  if (response.status === 401) {
    // The test has signed out everywhere.
    tokens.delete(user.email);
    response = await send(user, path, init);
  }
  if (!response.ok) throw new Error(`${path} returned ${response.status}: ${await response.text()}`);
  return (await response.json()) as T;
}

export const get = <T>(user: User, path: string) => call<T>(user, path);

export const post = (user: User, path: string, body: unknown) =>
  call<Record<string, string>>(user, path, { method: "POST", body: JSON.stringify(body) });

export const put = (user: User, path: string, body: unknown) =>
  call<unknown>(user, path, { method: "PUT", body: JSON.stringify(body) });

export const patch = (user: User, path: string, body: unknown) =>
  call<unknown>(user, path, { method: "PATCH", body: JSON.stringify(body) });

/** Pays a top-up of $25 on the hosted page. @returns its checkout session's id; nobody has claimed it yet. */
async function payTopUp(user: User): Promise<string> {
  const order = { amount: 25, product: "balance" };
  const { paymentLinkUrl } = await post(user, "/api/payment/create-payment-link", order);
  const landing = await payOnHostedPage(String(paymentLinkUrl));
  return String(new URL(landing).searchParams.get("session_id"));
}

/** A user with a balance of $25. */
export async function newFundedUser(name: string): Promise<User> {
  const user = await newUser(name);
  await post(user, "/api/account/payment-link-completion", { session_id: await payTopUp(user) });
  return user;
}

/** @returns the full key. */
export async function createKey(user: User, name: string): Promise<string> {
  const { key } = await post(user, "/api/keys", { name });
  return String(key);
}

/** Buys the one-year key on the hosted page. */
export async function buyPremium(user: User): Promise<void> {
  const { paymentLinkUrl } = await post(user, "/api/payment/create-payment-link", { amount: 100 });
  const landing = await payOnHostedPage(String(paymentLinkUrl));
  const session_id = new URL(landing).searchParams.get("session_id");
  await post(user, "/api/account/payment-link-completion", { session_id });
}
