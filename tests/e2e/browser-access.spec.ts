import { createServer, type Server } from "node:http";
import type { Page } from "@playwright/test";
import { choose, expectToast, keyGroup, moreButton, openOneKey } from "./keys-support.ts";
import { expect, stack, test } from "./support.ts";

/** A site on another origin, as a developer would have. */
async function otherSite(): Promise<{ origin: string; server: Server }> {
  const server = createServer((_, response) => {
    response
      .setHeader("content-type", "text/html")
      .end("<!doctype html><title>Shop</title><link rel=icon href=data:>");
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("no port");
  return { origin: `http://127.0.0.1:${address.port}`, server };
}

/** What a script on the page can read of a request made with the key the way OpenAI's client does. */
const callFrom = (page: Page, key: string, model: string) =>
  page.evaluate(
    async ([address = "", bearer = "", name = ""]) => {
      try {
        const response = await fetch(address, {
          method: "POST",
          headers: {
            authorization: `Bearer ${bearer}`,
            "content-type": "application/json",
            "x-stainless-retry-count": "0",
            "openai-organization": "org",
          },
          body: JSON.stringify({ model: name, messages: [{ role: "user", content: "Hello" }] }),
        });
        await response.json();
        return { status: response.status, cost: response.headers.get("x-latchkey-cost") };
      } catch (error) {
        return String(error);
      }
    },
    [new URL("/v1/chat/completions", stack.web).href, key, model],
  );

const BLOCKED = "TypeError: Failed to fetch";

test.describe("a page of another origin", () => {
  test.use({ expectedErrors: [/Failed to load resource|blocked by CORS policy/] });

  test("can use a key only while its owner allows that origin", async ({ page, context }) => {
    const [allowed, other] = [await otherSite(), await otherSite()];
    const { key } = await openOneKey(page, "browser");
    const [shop, stranger] = [await context.newPage(), await context.newPage()];
    await shop.goto(allowed.origin);
    await stranger.goto(other.origin);
    expect(await callFrom(shop, key, "demo-small")).toBe(BLOCKED);

    let dialog = await choose(page, "Production", "Restrictions…");
    await dialog.getByLabel("Allowed origins").fill(`${allowed.origin}/\n`);
    await dialog.getByRole("button", { name: "Save restrictions" }).click();
    await expectToast(
      page,
      "API Key Restrictions Saved",
      "Requests with “Production” that they don’t allow are refused from now on.",
    );
    await expect(moreButton(page, "Production")).toBeFocused();
    await expect(keyGroup(page, "Production").getByText("Restricted", { exact: true })).toBeVisible();
    const cost = expect.stringMatching(/^0\.\d{6}$/);
    expect(await callFrom(shop, key, "demo-small")).toEqual({ status: 200, cost });
    expect(await callFrom(shop, key, "no-such-model")).toEqual({ status: 404, cost });
    expect(await callFrom(stranger, key, "demo-small")).toBe(BLOCKED);
    expect(await callFrom(page, key, "demo-small")).toMatchObject({ status: 403 });

    dialog = await choose(page, "Production", "Restrictions…");
    await expect(dialog.getByLabel("Allowed origins")).toHaveValue(allowed.origin);
    await dialog.getByLabel("Allowed origins").fill("");
    await dialog.getByRole("button", { name: "Save restrictions" }).click();
    await expectToast(page, "API Key Restrictions Saved", "“Production” has no restrictions.");
    expect(await callFrom(shop, key, "demo-small")).toBe(BLOCKED);
    await expect(keyGroup(page, "Production").getByText("Restricted", { exact: true })).toHaveCount(0);
    for (const { server } of [allowed, other]) server.close();
  });
});
