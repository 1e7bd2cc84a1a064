import type { Page } from "playwright-core";
import { paths } from "#app/lib/paths.ts";
import { newFundedUser } from "./accounts.ts";
import { expect, signIn, stack, test } from "./support.ts";

test("a receipt names the seller, the card and the tax, is printed alone, and opens its invoice", async ({
  page,
  context,
}) => {
  const user = await newFundedUser("receipted");
  await signIn(page, user);
  await page.goto("/billing?tab=receipts");
  await page.getByRole("link", { name: /Receipt of/ }).click();
  const fact = (name: string) => page.locator("dl > div").filter({ hasText: name });
  await expect(fact("Receipt number")).toContainText(/LK-\d{8}-[0-9A-F]{8}/);
  await expect(fact("Seller")).toContainText("Latchkey Example Inc.");
  await expect(fact("Payment method")).toContainText("Visa •••• 4242");
  await expect(fact("Includes tax")).toContainText("$3.81");

  await page.emulateMedia({ media: "print", colorScheme: "dark" });
  await expect(page.getByRole("navigation")).toHaveCount(0);
  await expect(page.getByRole("button", { name: "Print" })).toBeHidden();
  await expect(fact("Seller")).toHaveCSS("color-scheme", "light");
  await page.emulateMedia({ media: "screen" });
  await expectPrintedStatement(page);

  const opening = context.waitForEvent("page");
  await page.getByRole("button", { name: "Invoice", exact: true }).click();
  const invoice = await opening;
  await invoice.waitForURL(`${stack.stripe.url}/i/**`);
  await expect(invoice.getByRole("heading", { name: /^Invoice LOCAL-\d{4,}$/ })).toBeVisible();
  await expect(invoice.getByRole("listitem").filter({ hasText: "Includes tax" })).toContainText("$3.81");
});

/** Light and without the page around it, on paper of both sizes; then goes back. */
async function expectPrintedStatement(page: Page): Promise<void> {
  const receipt = page.url();
  await page.goto(paths.statement(new Date().toISOString().slice(0, 7)));
  const sheet = page.locator("[data-printed-pages]");
  await expect(sheet).toContainText("Not a tax invoice");
  await page.emulateMedia({ media: "print", colorScheme: "dark" });
  await expect(page.getByRole("navigation")).toHaveCount(0);
  await expect(page.getByRole("button", { name: "Print or save as PDF" })).toBeHidden();
  await expect(sheet).toHaveCSS("color-scheme", "light");
  await expect(sheet).toHaveCSS("border-top-width", "0px");
  for (const format of ["A4", "Letter"]) {
    const file = (await page.pdf({ format })).toString("latin1");
    expect(file.match(/\/Type\s*\/Page\b/g)).toHaveLength(1);
  }
  await page.emulateMedia({ media: "screen" });
  await page.goto(receipt);
}
