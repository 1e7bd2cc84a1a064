import { newFundedUser } from "./accounts.ts";
import { keyGroup, openCreateDialog, openKeys, rowOf } from "./keys-support.ts";
import { expect, stack, test, toasts } from "./support.ts";

const chat = (key: string, model: string) =>
  fetch(new URL("/v1/chat/completions", stack.web), {
    method: "POST",
    headers: { authorization: `Bearer ${key}`, "content-type": "application/json" },
    body: JSON.stringify({ model, messages: [{ role: "user", content: "Hello" }] }),
  });

test.use({ permissions: ["clipboard-read", "clipboard-write"] });

test("a test key is created on request, is marked in the list, and simulates errors", async ({ page }) => {
  await openKeys(page, await newFundedUser("test-key"));
  const dialog = await openCreateDialog(page);
  const box = dialog.getByRole("checkbox", { name: "Test key" });
  await expect(box).not.toBeChecked();
  await expect(box).toHaveAccessibleDescription(/Free, and never reaches a model/);
  await dialog.getByLabel("Name").fill("Retries");
  await dialog.getByText("Test key", { exact: true }).click();
  await dialog.getByRole("button", { name: "Create API Key" }).click();
  await expect(keyGroup(page, "Retries").getByText("Test", { exact: true })).toBeVisible();
  await expect(rowOf(page, "Retries")).toContainText("lkt_");
  await rowOf(page, "Retries").getByRole("button", { name: "Copy", exact: true }).click();
  await expect(toasts(page)).toContainText("API Key Copied");
  const key = await page.evaluate(() => navigator.clipboard.readText());
  const responses = [await chat(key, "any"), await chat(key, "test-402"), await chat(key, "test-503")];
  expect(responses.map(({ status }) => status)).toEqual([200, 402, 503]);
  expect(responses[0]?.headers.get("x-latchkey-cost")).toBe("0.000000");

  const again = await openCreateDialog(page);
  await expect(again.getByRole("checkbox", { name: "Test key" })).not.toBeChecked();
  await again.getByLabel("Name").fill("Real");
  await again.getByRole("button", { name: "Create API Key" }).click();
  await expect(rowOf(page, "Real")).toContainText("lk_");
  await expect(keyGroup(page, "Real").getByText("Test", { exact: true })).toHaveCount(0);
});
