import type { Page } from "@playwright/test";
import { accountMessages } from "#app/features/account/messages.ts";
import { authMessages } from "#app/features/auth/messages.ts";
import { button, dashboard, enrolFactor, expectRefused, FAILED_RESOURCE, field } from "./login-support.ts";
import { linkMailedTo } from "./mail.ts";
import { canSignIn, STORAGE_KEY, userOf } from "./settings.ts";
import { confirmAddress, open, signUp } from "./sign-up-support.ts";
import {
  browserOf,
  expect,
  fillSignIn,
  giveSession,
  newAddress,
  newSession,
  newUser,
  stack,
  test,
  type User,
} from "./support.ts";

const owners = browserOf({ expectedErrors: [FAILED_RESOURCE] });
const attackers = browserOf({ expectedErrors: [FAILED_RESOURCE] });

const STOLEN = "Stolen-horse-1";
const NEW_PASSWORD = "Another-horse-7";

/** Calls the API as the page would, with the session that the browser still holds. Reads without a body. */
const statusOf = (page: Page, path: string, body: unknown = null) =>
  page.evaluate(
    async ([key, address, json]) => {
      const { access_token } = JSON.parse(localStorage.getItem(key) ?? "{}");
      const headers = { authorization: `Bearer ${access_token}`, "content-type": "application/json" };
      const change = json === null ? {} : { method: "POST", body: JSON.stringify(json) };
      return (await fetch(address, { headers, ...change })).status;
    },
    [STORAGE_KEY, path, body] as const,
  );

const statusWith = async (token: string) =>
  (await fetch(`${stack.web}/api/usage`, { headers: { authorization: `Bearer ${token}` } })).status;

/** The full text of a token for reading usage, made in the session of `access_token`. */
async function createToken(access_token: string): Promise<string> {
  const response = await fetch(`${stack.web}/api/tokens`, {
    method: "POST",
    headers: { authorization: `Bearer ${access_token}`, "content-type": "application/json" },
    body: JSON.stringify({ name: "Script", scopes: ["usage:read"], expires_in_days: 7 }),
  });
  expect(response.status).toBe(201);
  return ((await response.json()) as { token: string }).token;
}

test("whoever signed up with an address first can’t sign in once its owner has confirmed it", async () => {
  const [owner, attacker] = [owners(), attackers()];
  const email = newAddress("owner");
  await open(attacker);
  await signUp(attacker, email, STOLEN);
  await expect(attacker).toHaveURL(/\/login$/);
  const first = await linkMailedTo(email);

  // The second sign-up is emailed a minute after the first at the earliest; the link is of the same kind.
  await owner.goto(first);
  await expect(owner.getByText(authMessages.firstPassword.afterSignUp(email))).toBeVisible();
  await expect(owner).toHaveURL(`${stack.web}/login`);
  await expectRefusedBeforeConfirmation(attacker, { email, password: STOLEN });
  await confirmAddress(owner, NEW_PASSWORD);
  await expect(dashboard(owner)).toBeVisible();

  await expectRefused(attacker, { email, password: STOLEN });
  expect(await canSignIn({ email, password: NEW_PASSWORD })).toBe(true);
  await owner.reload();
  await expect(dashboard(owner)).toBeVisible();
});

async function expectRefusedBeforeConfirmation(page: Page, user: User): Promise<void> {
  await fillSignIn(page, user);
  await expect(page.getByRole("alert")).toContainText("Your email address isn’t confirmed yet.");
}

test("a recovery code shuts out whoever knew the password, with their sessions and tokens", async () => {
  const [owner, attacker] = [owners(), attackers()];
  const user = await newUser("recovering");
  const { device } = await enrolFactor(user);
  const { data } = await device.getSession();
  const confirmed = data.session?.access_token ?? "";
  const created = await fetch(`${stack.web}/api/account/recovery-codes`, {
    method: "POST",
    headers: { authorization: `Bearer ${confirmed}` },
  });
  const { codes } = (await created.json()) as { codes: string[] };
  const token = await createToken(confirmed);
  await attacker.goto("/login");
  await fillSignIn(attacker, user);
  const challenge = attacker.getByRole("heading", { name: authMessages.secondFactor.title });
  await expect(challenge).toBeVisible();
  expect(await statusOf(attacker, "/api/keys", { name: "Theirs" })).toBe(403);
  for (const path of ["/api/keys", "/api/audit", "/api/auto-top-up", "/api/receipts"])
    expect([path, await statusOf(attacker, path)]).toEqual([path, 403]);

  await owner.goto("/login");
  await fillSignIn(owner, user);
  await button(owner, authMessages.recoveryCode.use).click();
  await field(owner, authMessages.recoveryCode.label).fill(codes[0] ?? "");
  const password = field(owner, authMessages.recoveryCode.password);
  await password.fill(user.password);
  await button(owner, authMessages.recoveryCode.signIn).click();
  await expect(owner.getByText("Your new password must be different from the old one.")).toBeVisible();
  await password.fill(NEW_PASSWORD);
  await button(owner, authMessages.recoveryCode.signIn).click();
  await expect(dashboard(owner)).toBeVisible();
  const recovered = { ...user, password: NEW_PASSWORD };
  expect((await userOf(recovered)).factors ?? []).toEqual([]);

  expect(await statusOf(attacker, "/api/keys", { name: "Theirs" })).toBe(401);
  expect(await statusOf(attacker, "/api/tokens", { name: "T", scopes: [], expires_in_days: 1 })).toBe(401);
  expect(await statusWith(token)).toBe(401);
  await attacker.context().setStorageState({ cookies: [], origins: [] });
  await expectRefused(attacker, user);
});

test("an open session is not enough for a new password, which ends the other sessions and the tokens", async () => {
  const [owner, attacker] = [owners(), attackers()];
  const user = await newUser("left-open");
  const { session } = await newSession(user);
  const token = await createToken(session.access_token);
  for (const page of [owner, attacker]) {
    await giveSession(page, user);
    await page.goto("/user-management?tab=password");
  }
  const change = async (page: Page, current: string) => {
    await field(page, "Current password").fill(current);
    await field(page, "New password").fill(NEW_PASSWORD);
    await field(page, "Confirm password").fill(NEW_PASSWORD);
    await button(page, authMessages.updatePassword).click();
  };
  await change(attacker, STOLEN);
  await expect(attacker.getByText("This isn’t your current password.")).toBeVisible();
  await expect(field(attacker, "Current password")).toHaveAttribute("aria-invalid", "true");
  expect(await canSignIn(user)).toBe(true);

  await owner.getByRole("checkbox", { name: accountMessages.accessTokens.alsoRevoke(1) }).check();
  await change(owner, user.password);
  await expect(owner.getByText(authMessages.success.passwordUpdate)).toBeVisible();
  expect(await statusOf(attacker, "/api/keys", { name: "Theirs" })).toBe(401);
  expect(await statusWith(token)).toBe(401);
  expect(await canSignIn({ ...user, password: NEW_PASSWORD })).toBe(true);
});
