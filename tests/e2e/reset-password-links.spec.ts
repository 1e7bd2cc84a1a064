import { test } from "./elsewhere.ts";
import { linkMailedTo } from "./mail.ts";
import {
  alert,
  choose,
  counter,
  NEW_PASSWORD,
  openUpdate,
  recoveryLink,
  sendButton,
  storedSession,
  UPDATED,
} from "./reset-support.ts";
import { canSignIn, STORAGE_KEY } from "./settings.ts";
import { expect, newAddress, newSession, newUser, visitor } from "./support.ts";

const LINK_SPENT = "This link has expired or was already used.";

// The browser itself logs the provider's error status.
test.use({ expectedErrors: [/Failed to load resource/] });

const tokenOf = (link: string) => new URL(link).searchParams.get("token") ?? "";

test("a link without its token shows an error, and a new one can be requested", async ({ page }) => {
  await openUpdate(page, "/reset-password?type=recovery&token=");
  const calls = counter(page, "POST", "/auth/v1/verify");
  const place = () => page.getByRole("heading", { level: 1 }).boundingBox();
  const before = await place();
  await choose(page, NEW_PASSWORD);
  await expect(alert(page)).toContainText("Invalid or missing reset token");
  expect(await place(), "the heading stays where it is").toEqual(before);
  expect(calls()).toBe(0);
  await page.getByRole("link", { name: "Request a new link" }).click();
  await expect(sendButton(page)).toBeVisible();
});

test("a token is read from the path, the query and the hash, and removed from the address immediately", async ({
  page,
}) => {
  const addresses = ["/T", "?token=T", "?access_token=T&type=recovery", "#token=T", "#access_token=T"];
  for (const address of addresses) {
    await page.goto("/terms");
    const asking = page.waitForRequest("**/auth/v1/verify");
    await page.route("**/auth/v1/verify", (route) => route.abort());
    await openUpdate(page, `/reset-password${address}`);
    await expect(page, address).toHaveURL(/\/reset-password$/);
    await choose(page, NEW_PASSWORD);
    expect((await asking).postDataJSON(), address).toMatchObject({ token_hash: "T", type: "recovery" });
    await expect(alert(page)).toBeVisible();
  }
  for (const address of ["", "?token=T&type=signup", "/T?type=magiclink"]) {
    await page.goto(`/reset-password${address}`);
    await expect(sendButton(page), address).toBeEnabled();
  }
});

test("both kinds of token work: in the path, and as a session in the hash", async ({ page }) => {
  const byPath = await newUser("by-path");
  const link = await recoveryLink(page, byPath.email);
  await openUpdate(page, `/reset-password/${tokenOf(link)}`);
  await choose(page, NEW_PASSWORD);
  await expect(page.getByText(UPDATED)).toBeVisible();
  await page.waitForURL("**/login");
  expect(await canSignIn({ ...byPath, password: NEW_PASSWORD })).toBe(true);

  const byHash = await newUser("by-hash");
  const { session: tokens } = await newSession(byHash);
  const { access_token, refresh_token } = tokens;
  const hash = new URLSearchParams({ access_token, refresh_token, type: "recovery" });
  await openUpdate(page, `/reset-password#${hash}`);
  await expect(page).toHaveURL(/\/reset-password$/);
  expect(await storedSession(page)).toBeNull();
  await choose(page, NEW_PASSWORD);
  await expect(page.getByText(UPDATED)).toBeVisible();
  await page.waitForURL("**/login");
  expect(await canSignIn({ ...byHash, password: NEW_PASSWORD })).toBe(true);
});

test("used, tampered and foreign tokens are rejected, and the password stays the same", async ({
  page,
  elsewhere,
}) => {
  const user = await newUser("spent");
  const link = await recoveryLink(page, user.email);
  const tampered = link.replace(/token=(.)/, (_, first) => `token=${first === "0" ? "1" : "0"}`);
  const foreign = await confirmationToken();
  for (const bad of [tampered, `/reset-password?token=${foreign}&type=recovery`]) {
    await openUpdate(elsewhere, bad);
    await choose(elsewhere, "Stolen-horse-1");
    await expect(alert(elsewhere)).toContainText(LINK_SPENT);
    expect(await storedSession(elsewhere)).toBeNull();
  }
  await openUpdate(page, link);
  await choose(page, NEW_PASSWORD);
  await expect(page.getByText(UPDATED)).toBeVisible();

  await openUpdate(elsewhere, link);
  await choose(elsewhere, "Stolen-horse-1");
  await expect(alert(elsewhere)).toContainText(LINK_SPENT);
  await elsewhere.getByRole("link", { name: "Request a new link" }).click();
  await expect(sendButton(elsewhere)).toBeVisible();
  expect(await canSignIn({ ...user, password: NEW_PASSWORD })).toBe(true);
});

/** A valid token for another purpose. */
async function confirmationToken(): Promise<string> {
  const email = newAddress("foreign");
  const { error } = await visitor().signUp({ email, password: NEW_PASSWORD });
  if (error) throw error;
  return new URL(await linkMailedTo(email)).searchParams.get("token_hash") ?? "";
}

test("a refused password can be corrected, and the token is redeemed only once", async ({ page }) => {
  const user = await newUser("picky");
  await page.clock.install();
  await openUpdate(page, await recoveryLink(page, user.email));
  const redemptions = counter(page, "POST", "/auth/v1/verify");
  await choose(page, "abc");
  await expect(alert(page)).toHaveText(
    "This password is too easy to guess. Use at least 8 characters, and none that you use elsewhere.",
  );
  await choose(page, user.password);
  await expect(alert(page)).toHaveText("Your new password must be different from the old one.");
  await page.clock.fastForward(10_000);
  await expect(page).toHaveURL(/\/reset-password$/);
  await choose(page, NEW_PASSWORD);
  await expect(page.getByText(UPDATED)).toBeVisible();
  expect(redemptions()).toBe(1);
  expect(await canSignIn({ ...user, password: NEW_PASSWORD })).toBe(true);
});

test("a correction never changes the password of another user who signed in meanwhile in another tab", async ({
  page,
  context,
}) => {
  const [owner, bystander] = [await newUser("owner"), await newUser("bystander")];
  await openUpdate(page, await recoveryLink(page, owner.email));
  await choose(page, "abc");
  await expect(alert(page)).toBeVisible();
  const tab = await context.newPage();
  await tab.goto("/terms");
  const { session: tokens } = await newSession(bystander);
  await tab.evaluate(([key, value]) => localStorage.setItem(key, value), [
    STORAGE_KEY,
    JSON.stringify(tokens),
  ] as const);
  await choose(page, NEW_PASSWORD);
  await expect(alert(page)).toContainText("Failed to update password");
  expect(await canSignIn(bystander)).toBe(true);
  expect(await canSignIn({ ...bystander, password: NEW_PASSWORD })).toBe(false);
});
