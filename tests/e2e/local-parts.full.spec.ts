import { mkdtempSync, rmSync } from "node:fs";
import { createServer } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Page } from "@playwright/test";
import Stripe from "stripe";
import { freePorts } from "#scripts/local/free-port.ts";
import { startInbox } from "#scripts/local/inbox/index.ts";
import { expect, expectNoAxeViolations, newUser, payWith, stack, test, visitor } from "./support.ts";

const WIDTHS = [1280, 390];
const REFUSAL = /Blocked script execution|Refused to execute the redirect|Content Security Policy/;
/** Tries every way for an email to run code or load something, each of which would leave a mark. */
const hostileMail = (outside: string) => `<p>Hostile</p>
<script>document.body.dataset.ran = "script"</script>
<img src="${outside}/pixel" onerror="document.body.dataset.ran = 'handler'">
<svg onload="document.body.dataset.ran = 'svg'"></svg>
<iframe srcdoc="<script>top.document.body.dataset.ran = 'frame'</script>"></iframe>
<meta http-equiv="refresh" content="0;url=${outside}/away"><link rel="stylesheet" href="${outside}/style">`;
const { hostname, port } = new URL(stack.stripe.url);
const stripe = new Stripe(stack.stripe.secretKey, {
  host: hostname,
  port,
  protocol: "http",
  telemetry: false,
});

async function expectReadable(page: Page): Promise<void> {
  for (const colorScheme of ["light", "dark"] as const) {
    await page.emulateMedia({ colorScheme });
    await expectNoAxeViolations(page);
  }
  const overflow = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
  expect(overflow, page.url()).toBeLessThanOrEqual(0);
}

/** A checkout without an order, to test the hosted page alone. */
async function newCheckout(): Promise<{ id: string; url: string }> {
  const price_data = { currency: "usd", unit_amount: 2500, product_data: { name: "Balance" } };
  const { id, url } = await stripe.checkout.sessions.create({
    mode: "payment",
    line_items: [{ quantity: 1, price_data }],
    success_url: `${stack.web}/login?paid={CHECKOUT_SESSION_ID}`,
    cancel_url: `${stack.web}/add-balance`,
  });
  if (!url) throw new Error("The checkout has no page.");
  return { id, url };
}

const statusOf = async (id: string) => {
  const { status, payment_status } = await stripe.checkout.sessions.retrieve(id);
  return [status, payment_status];
};

/** A separate inbox with one such email, and the server that it tries to load resources from. */
async function startHostileInbox() {
  const folder = mkdtempSync(join(tmpdir(), "latchkey-inbox-"));
  const [inboxPort = 0, outsidePort = 0] = await freePorts(2);
  const requested: (string | undefined)[] = [];
  const server = createServer((request, response) => {
    requested.push(request.url);
    response.end();
  });
  await new Promise<void>((resolve) => server.listen(outsidePort, "127.0.0.1", resolve));
  const inbox = await startInbox({ port: inboxPort, folder, mailApiKey: "re_test" });
  const mail = hostileMail(`http://127.0.0.1:${outsidePort}`);
  await inbox.deliver({ to: "a@example.com", subject: mail, text: mail, html: mail });
  return {
    inbox: inbox.url,
    outside: { requested },
    async stop() {
      await inbox.stop();
      server.close();
      rmSync(folder, { recursive: true });
    },
  };
}

test.describe("the inbox", () => {
  // Inspecting a message's frame counts as running a script in it, which is blocked.
  test.use({ expectedErrors: [REFUSAL] });

  test("shows a new message without a reload, and its link leads to the site", async ({ page, context }) => {
    const { email } = await newUser("inbox");
    await page.goto(stack.inbox);
    await expect(page.getByRole("heading", { name: "Inbox" })).toBeVisible();
    expect((await visitor().resetPasswordForEmail(email)).error).toBeNull();
    const mail = page.getByRole("link").filter({ hasText: `To ${email}` });
    await expect(mail).toContainText("Reset your password");
    await mail.click();
    await expect(page.getByRole("heading", { name: "Reset your password", level: 1 })).toBeVisible();

    const requested = context.waitForEvent("request", (request) => request.url().startsWith(stack.web));
    const opening = context.waitForEvent("page");
    const message = page.frameLocator('iframe[title="Message"]');
    await message.getByRole("link", { name: "Choose a new password" }).click();
    expect((await requested).url()).toMatch(/\/reset-password\?token=[0-9a-f]{64}&type=recovery$/);
    await expect((await opening).getByRole("link", { name: "Latchkey" }).first()).toBeVisible();
  });

  test("runs no code of a message, framed or on its own, and loads nothing from elsewhere", async ({
    page,
  }) => {
    const { inbox, outside, stop } = await startHostileInbox();
    await page.goto(inbox);
    await page.getByRole("link").first().click();
    await expect(page.frameLocator("iframe").getByText("Hostile")).toBeVisible();
    await page.getByText("Plain text").click();
    const shown = page.url();
    for (const frame of page.frames()) await expect(frame.locator("[data-ran]")).toHaveCount(0);
    await page.goto(`${shown}/body`);
    await expect(page.getByText("Hostile")).toBeVisible();
    await expect(page.locator("[data-ran]")).toHaveCount(0);
    expect(page.url()).toBe(`${shown}/body`);
    expect(outside.requested).toEqual([]);
    await stop();
  });

  for (const width of WIDTHS) {
    test(`is readable at ${width} px, light and dark`, async ({ page }) => {
      await page.setViewportSize({ width, height: 844 });
      const { email } = await newUser("reader");
      expect((await visitor().resetPasswordForEmail(email)).error).toBeNull();
      await page.goto(stack.inbox);
      await expectReadable(page);
      await page.getByRole("link").filter({ hasText: email }).first().click();
      await page.getByText("Plain text").click();
      const message = page.getByTitle("Message");
      const mail = new URL(String(await message.getAttribute("src")), stack.inbox);
      // No check can run in a frame without scripts, so the message is checked on its own.
      await message.evaluate((frame) => frame.remove());
      await expectReadable(page);
      await page.setContent(await (await fetch(mail)).text());
      await expectReadable(page);
    });
  }

  test.describe("opening a message that is gone", () => {
    test.use({ expectedErrors: [/status of 404/] });

    test("says so", async ({ page }) => {
      await page.goto(`${stack.inbox}/inbox/0`);
      await expect(page.getByRole("heading", { name: "This message is gone" })).toBeVisible();
      await expectReadable(page);
    });
  });
});

/** These checkouts belong to no order, so the product would refuse their events, and Stripe would resend them. */
async function deliverEvents(mode: "drop" | "normal"): Promise<void> {
  const headers = { "content-type": "application/json" };
  const address = `${stack.stripe.url}/_test/deliveries`;
  const response = await fetch(address, { method: "POST", headers, body: JSON.stringify({ mode }) });
  expect(response.status).toBe(200);
}

test.describe("Stripe's hosted page", () => {
  test.beforeAll(() => deliverEvents("drop"));
  test.afterAll(() => deliverEvents("normal"));

  for (const width of WIDTHS) {
    test(`is readable at ${width} px, light and dark, in every state`, async ({ page }) => {
      await page.setViewportSize({ width, height: 844 });
      const [open, debit, late] = await Promise.all([newCheckout(), newCheckout(), newCheckout()]);
      await page.goto(open.url);
      await expectReadable(page);
      await payWith(page, /Declined card/);
      await expect(page.getByRole("alert")).toBeVisible();
      await expectReadable(page);

      await page.goto(debit.url);
      await payWith(page, /Bank debit/);
      await page.waitForURL(`${stack.web}/login?paid=*`);
      await page.goto(debit.url);
      await expect(page.getByRole("heading", { name: "Bank debit on its way" })).toBeVisible();
      await expectReadable(page);

      await stripe.checkout.sessions.expire(late.id);
      await page.goto(late.url);
      await expect(page.getByRole("heading", { name: "Checkout expired" })).toBeVisible();
      await expectReadable(page);
    });
  }

  test("says why a card was declined, keeps the checkout open, and accepts one payment by another card", async ({
    page,
    context,
  }) => {
    const { id, url } = await newCheckout();
    const secondTab = await context.newPage();
    await page.goto(url);
    await secondTab.goto(url);
    for (const [method, reason] of [
      [/Declined card/, "Your card was declined."],
      [/Card without funds/, "Your card has insufficient funds."],
    ] as const) {
      await payWith(page, method);
      await expect(page.getByRole("alert")).toContainText(reason);
      await expect(page.getByRole("alert")).toBeFocused();
      expect(await statusOf(id)).toEqual(["open", "unpaid"]);
    }
    await payWith(page, /Card that pays/);
    await page.waitForURL(`${stack.web}/login?paid=${id}`);

    await payWith(secondTab, /Card that pays/);
    await secondTab.waitForURL(`${stack.web}/login?paid=${id}`);
    await page.goto(url);
    await expect(page.getByText("$25.00 is paid. This checkout cannot be paid again.")).toBeVisible();
    await expect(page.getByRole("button", { name: /Pay/ })).toHaveCount(0);
    const { payment_intent } = await stripe.checkout.sessions.retrieve(id);
    expect((await stripe.charges.list({ payment_intent: String(payment_intent) })).data).toHaveLength(1);
  });

  test("takes no payment for a checkout that expired while it was open in a tab", async ({ page }) => {
    const { id, url } = await newCheckout();
    await page.goto(url);
    await stripe.checkout.sessions.expire(id);
    await payWith(page, /Card that pays/);
    await expect(page.getByRole("heading", { name: "Checkout expired" })).toBeVisible();
    expect(await statusOf(id)).toEqual(["expired", "unpaid"]);
    await page.getByRole("link", { name: "Go back" }).click();
    await expect(page).toHaveURL(new RegExp(`^${stack.web}/`));
  });
});
