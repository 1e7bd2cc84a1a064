import { expect, test } from "./support.ts";

test("who clicks before the page answers to input finds it working once it does", async ({ page }) => {
  // Between React's first look at the document and its work on it lies a task, long on a busy machine.
  await page.addInitScript(() => {
    const post = MessagePort.prototype.postMessage;
    MessagePort.prototype.postMessage = function (...message: unknown[]) {
      setTimeout(() => Reflect.apply(post, this, message), 300);
    };
  });
  await page.goto("/login", { waitUntil: "commit" });
  const submit = page.getByRole("button", { name: "Sign in", exact: true });
  await expect(async () => {
    await page.getByRole("heading", { level: 1 }).click();
    expect(await submit.isEnabled()).toBe(true);
  }).toPass({ intervals: [5], timeout: 15_000 });
});
