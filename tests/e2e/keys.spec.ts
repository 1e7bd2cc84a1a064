import { footerText } from "#app/features/keys/keys-view.ts";
import { keyMessages } from "#app/features/keys/messages.ts";
import { createKey, FULL_KEY, newFundedUser } from "./accounts.ts";
import {
  brokenServer,
  createButton,
  expectToast,
  FAILED_RESOURCE,
  openCreateDialog,
  openKeys,
  openOneKey,
  rowOf,
} from "./keys-support.ts";
import { expect, expectNoAxeViolations, newUser, test, toasts } from "./support.ts";

// As the specification has them.
const COPIED_FOR_MS = 2_000;
const HOVER_OPEN_MS = 700;
const HOVER_CLOSE_MS = 300;

test("Copy puts the whole key on the clipboard and says “Copied” for two seconds", async ({
  page,
  context,
}) => {
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  await page.clock.install();
  const { key } = await openOneKey(page, "copy");
  const copy = rowOf(page, "Production").getByRole("button", { name: /^Cop(y|ied)$/ });
  await page.clock.pauseAt(Date.now() + 1_000);
  await copy.click();
  await expect(copy).toHaveText("Copied");
  await expect(toasts(page)).toContainText(keyMessages.copied.title);
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(key);
  await page.clock.runFor(COPIED_FOR_MS - 1);
  await expect(copy).toHaveText("Copied");
  await page.clock.runFor(1);
  await expect(copy).toHaveText("Copy");
});

test("a clipboard that refuses is told, and nothing claims to be copied", async ({ page }) => {
  await page.addInitScript(() => {
    navigator.clipboard.writeText = () => Promise.reject(new DOMException("Denied", "NotAllowedError"));
  });
  await openOneKey(page, "refused");
  await rowOf(page, "Production").getByRole("button", { name: "Copy" }).click();
  await expect(toasts(page)).toContainText(keyMessages.copyFailed.description);
  await expect(page.getByText("Copied", { exact: true })).toHaveCount(0);
});

test("full keys are in the page only while the mask is off", async ({ page }) => {
  const { user, key } = await openOneKey(page, "mask");
  const second = await createKey(user, "Staging");
  await page.reload();
  const mask = page.getByRole("switch", { name: "Mask API Keys" });
  await expect(mask).toBeChecked();
  await expect(rowOf(page, "Production")).toContainText(`${key.slice(0, 8)}•`);
  expect(await page.content()).not.toMatch(FULL_KEY);

  await mask.click();
  await expect(rowOf(page, "Production")).toContainText(key);
  await expect(rowOf(page, "Staging")).toContainText(second);
  await mask.click();
  await expect(rowOf(page, "Staging")).toContainText(`${second.slice(0, 8)}•`);
  expect(await page.content()).not.toMatch(FULL_KEY);
});

test("the list stays inside its card at every width, with the mask on and off", async ({ page }) => {
  await openOneKey(page, "widths");
  const card = page.locator("section").filter({ has: page.getByRole("tablist") });
  const beyond = () =>
    card.evaluate((element) =>
      Math.max(element.scrollWidth - element.clientWidth, document.documentElement.scrollWidth - innerWidth),
    );
  for (const masked of [true, false]) {
    if (!masked) await page.getByRole("switch", { name: "Mask API Keys" }).click();
    await expect(page.getByText(FULL_KEY)).toHaveCount(masked ? 0 : 1);
    for (const width of [1280, 1279, 1024, 1023, 768, 767, 390, 320]) {
      await page.setViewportSize({ width, height: 844 });
      await expect.poll(beyond, { message: `${width} px, ${masked ? "masked" : "in full"}` }).toBe(0);
    }
    await page.setViewportSize({ width: 1280, height: 844 });
  }
});

test("no answer holds a full key but a creation and a reveal, and nothing is kept in the browser", async ({
  page,
}) => {
  const user = await newFundedUser("answers");
  const holders = new Set<string>();
  const reading: Promise<unknown>[] = [];
  page.on("response", (response) => {
    const note = (body: string) => {
      const address = new URL(response.url()).pathname.replace(/\/key_\w+|\/[0-9a-f-]{20,}/, "/{id}");
      if (FULL_KEY.test(body)) holders.add(`${response.request().method()} ${address}`);
    };
    // The body of a redirect, or of a page that was left, cannot be read.
    reading.push(response.text().then(note, () => undefined));
  });
  await openKeys(page, user);
  const dialog = await openCreateDialog(page);
  await dialog.getByLabel("Name").fill("Production");
  await dialog.getByRole("button", { name: "Create API Key" }).click();
  await expect(rowOf(page, "Production")).toBeVisible();
  await page.getByRole("switch", { name: "Mask API Keys" }).click();
  await expect(rowOf(page, "Production")).toContainText(FULL_KEY);
  await page.reload();
  await expect(rowOf(page, "Production")).toBeVisible();
  await Promise.all(reading);
  expect([...holders].sort()).toEqual(["POST /api/keys", "POST /api/keys/{id}/reveal"]);
  const kept = await page.evaluate(() =>
    JSON.stringify([{ ...localStorage }, { ...sessionStorage }, location]),
  );
  expect(kept).not.toMatch(FULL_KEY);
});

test("resting on a key opens a sample request that works as it stands; leaving closes it", async ({
  page,
}) => {
  await page.clock.install();
  const { key } = await openOneKey(page, "hover");
  const sample = page.getByRole("region", { name: "Sample request" });
  await page.clock.pauseAt(Date.now() + 1_000);
  await rowOf(page, "Production").getByRole("button", { name: /^lk_/ }).hover();
  await page.clock.runFor(HOVER_OPEN_MS - 1);
  await expect(sample).toHaveCount(0);
  await page.clock.runFor(1);
  await expect(sample).toContainText(`Authorization: Bearer ${key}`);
  await expect(sample).toContainText(`curl ${new URL(page.url()).origin}/v1/chat/completions`);

  await page.getByRole("heading", { name: "API Keys", level: 1 }).hover();
  await page.clock.runFor(HOVER_CLOSE_MS - 1);
  await expect(sample).toBeVisible();
  await page.clock.runFor(1);
  await expect(sample).toHaveCount(0);
  expect(await page.content()).not.toMatch(FULL_KEY);
});

test("a blank name cannot be sent, and Enter says why", async ({ page }) => {
  await openKeys(page, await newFundedUser("blank"));
  const dialog = await openCreateDialog(page);
  await expect(dialog).toContainText(keyMessages.price);
  await dialog.getByLabel("Name").fill("   ");
  await expect(dialog.getByRole("button", { name: "Create API Key" })).toBeDisabled();
  await dialog.getByLabel("Name").press("Enter");
  await expect(toasts(page)).toContainText(keyMessages.missingName.title);
  await expect(toasts(page)).toContainText(keyMessages.missingName.description);
  await expect(dialog).toBeVisible();
});

test("without a balance the button says why it does nothing", async ({ page }) => {
  await openKeys(page, await newUser("nofunds"));
  await expect(page.getByText(keyMessages.noActiveKeys)).toBeVisible();
  await expect(createButton(page)).toBeDisabled();
  await createButton(page).hover();
  await expect(page.getByRole("tooltip")).toHaveText(keyMessages.blocked.noFunds);
  await expectNoAxeViolations(page);
  await createButton(page).click({ force: true });
  await expect(page.getByRole("dialog")).toHaveCount(0);
});

test("a revoked key moves to the other tab, and both tabs count what they show", async ({ page }) => {
  const { user, key } = await openOneKey(page, "tabs");
  await createKey(user, "Staging");
  await page.reload();
  await expect(page.getByText(footerText(2, "active"))).toBeVisible();
  await expect(rowOf(page, "Staging")).toContainText(keyMessages.neverUsed);
  await page.getByRole("tab", { name: /Revoked Keys/ }).click();
  await expect(page.getByText(keyMessages.noRevokedKeys)).toBeVisible();
  await expect(page.getByText(footerText(0, "revoked"))).toBeVisible();

  await page.getByRole("tab", { name: /Active Keys/ }).click();
  await page.getByRole("button", { name: "Revoke Production" }).click();
  const dialog = page.getByRole("dialog", { name: "Revoke API Key" });
  await dialog.getByRole("button", { name: "Revoke API Key" }).click();
  await expect(toasts(page)).toContainText(keyMessages.revoked.title);
  await expect(page.getByText(footerText(1, "active"))).toBeVisible();
  await page.getByRole("tab", { name: /Revoked Keys/ }).click();
  await expect(page.getByText(footerText(1, "revoked"))).toBeVisible();
  await expect(rowOf(page, "Production")).toContainText(key.slice(-4));
  await expect(rowOf(page, "Production").getByRole("button")).toHaveCount(0);
});

test.describe("when a call is refused", () => {
  test.use({ expectedErrors: [FAILED_RESOURCE] });

  test("a name the server refuses is marked at its field, until it is changed", async ({ page }) => {
    await openKeys(page, await newFundedUser("invalid"));
    const dialog = await openCreateDialog(page);
    const name = dialog.getByLabel("Name");
    await name.fill("\u200b");
    await dialog.getByRole("button", { name: "Create API Key" }).click();
    await expect(name).toHaveAccessibleDescription(new RegExp(keyMessages.missingName.description));
    await expect(name).toHaveAttribute("aria-invalid", "true");
    await expectNoAxeViolations(page);
    await name.fill("Production");
    await expect(name).not.toHaveAttribute("aria-invalid", "true");
    await dialog.getByRole("button", { name: "Create API Key" }).click();
    await expect(rowOf(page, "Production")).toBeVisible();
  });

  test("a creation that fails keeps the name, and one toast stands for both tries", async ({ page }) => {
    await openKeys(page, await newFundedUser("failing"));
    await page.route("**/api/keys", (route) =>
      route.request().method() === "POST" ? route.fulfill(brokenServer) : route.continue(),
    );
    const dialog = await openCreateDialog(page);
    await dialog.getByLabel("Name").fill("Production");
    for (const _ of ["first", "second"]) {
      const answer = page.waitForResponse((response) => response.status() === 500);
      await dialog.getByRole("button", { name: "Create API Key" }).click();
      await answer;
      await expect(toasts(page)).toContainText(keyMessages.createFailed.description);
    }
    await expect(toasts(page)).toHaveCount(1);
    await expect(dialog.getByRole("button", { name: "Create API Key" })).toBeEnabled();
    await dialog.getByLabel("Name").fill(" ");
    await dialog.getByLabel("Name").press("Enter");
    await expect(toasts(page)).toContainText(keyMessages.missingName.title);
    await expect(toasts(page)).toHaveCount(1);
  });

  test("a revocation that fails says so, and the key stays active", async ({ page }) => {
    await openOneKey(page, "unrevoked");
    await page.route("**/api/keys/*/revoke", (route) => route.fulfill(brokenServer));
    await page.getByRole("button", { name: "Revoke Production" }).click();
    await page.getByRole("dialog").getByRole("button", { name: "Revoke API Key" }).click();
    await expect(toasts(page)).toContainText(keyMessages.revokeFailed.description);
    await expect(rowOf(page, "Production")).toBeVisible();
    await expect(page.getByText(footerText(1, "active"))).toBeVisible();
  });

  test("a balance spent meanwhile is told, and leads to adding more", async ({ page }) => {
    const user = await newUser("spent");
    const rich = { balance: 25, held: 0, currency: "USD" };
    await page.route("**/api/account/balance", (route) => route.fulfill({ json: rich }));
    await openKeys(page, user);
    const dialog = await openCreateDialog(page);
    await dialog.getByLabel("Name").fill("Production");
    const answer = page.waitForResponse((response) => response.status() === 402);
    await dialog.getByRole("button", { name: "Create API Key" }).click();
    await answer;
    await expect(page).toHaveURL(/\/add-balance$/);
    await expectToast(
      page,
      "Insufficient balance",
      "Please add funds to your account before creating an API key.",
    );
    await expect(page.getByRole("dialog")).toHaveCount(0);
  });

  test("a reveal that is refused leaves the key masked and says so", async ({ page }) => {
    await openOneKey(page, "unrevealed");
    await page.route("**/api/keys/*/reveal", (route) => route.fulfill(brokenServer));
    await page.getByRole("switch", { name: "Mask API Keys" }).click();
    await expect(toasts(page)).toContainText(keyMessages.revealFailed.description);
    await rowOf(page, "Production").getByRole("button", { name: "Copy" }).click();
    await expect(toasts(page)).toContainText(keyMessages.copyFailed.description);
    expect(await page.content()).not.toMatch(FULL_KEY);
  });
});
