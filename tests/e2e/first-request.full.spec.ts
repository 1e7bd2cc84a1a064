import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { FIRST_REQUEST_ARRIVED } from "#app/features/dashboard/messages.ts";
import { refusalMessages } from "#app/features/refusals/messages.ts";
import { paths } from "#app/lib/paths.ts";
import type { AnalyticsResponse } from "#core/contract/analytics.ts";
import { get, type User } from "./accounts.ts";
import { COMPLETION, card, clipboard, pasted, seenBy, userWithKey, watch } from "./first-request-support.ts";
import { openKeys, rowOf } from "./keys-support.ts";
import { expect, giveSession, signIn, stack, test, toasts } from "./support.ts";
import { storedKey, tokensOf } from "./usage-support.ts";

/** Requests are stored in batches, seconds later. */
const requestsOf = async (user: User) =>
  (await get<AnalyticsResponse>(user, "/api/figures?range=24h")).total_requests;

test("a key's sample request works when pasted into a shell as shown", async ({ page, context }) => {
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  const { user } = await userWithKey("pasted");
  await openKeys(page, user);
  await rowOf(page, "Production").getByRole("button", { name: /^lk_/ }).hover();
  const sample = page.getByRole("region", { name: "Sample request" });
  await expect(sample).toContainText(/Bearer lk_[0-9A-Za-z]{49}/);
  const shown = await sample.locator("pre").innerText();
  expect(JSON.parse(await pasted(shown))).toMatchObject(COMPLETION);
  await sample.getByRole("button", { name: "Copy sample request" }).click();
  expect(await clipboard(page)).toBe(shown);
});

test("the documentation's shell samples work as shown", async ({ page }) => {
  const { key } = await userWithKey("documented");
  const env = { LATCHKEY_API_KEY: key };
  const samples = (topic: string) =>
    page.goto(paths.documentationTopic(topic)).then(() => page.getByRole("tabpanel"));
  const first = await (await samples("authentication")).first().innerText();
  expect(JSON.parse(await pasted(first.replace("YOUR_API_KEY", key)))).toMatchObject(COMPLETION);
  const firstOf = async (topic: string) => await (await samples(topic)).first().innerText();
  const [models, stream, retried] = [
    await firstOf("models"),
    await firstOf("streaming"),
    await firstOf("rate-limits"),
  ];
  expect(JSON.parse(await pasted(models, env))).toMatchObject({ object: "list" });
  expect(await pasted(stream, env)).toMatch(/"usage":\{[\s\S]*data: \[DONE\]/);
  expect(JSON.parse(await pasted(retried, env))).toMatchObject(COMPLETION);
});

test("the dashboard replaces the first steps with figures after the first successful request", async ({
  page,
}) => {
  const { user, key } = await userWithKey("stepped");
  await signIn(page, user);
  await expect(page.locator("[aria-current=step]")).toContainText("Make your first request");
  const failing = { model: "demo-small", messages: [{ role: "user", content: "/fail 500" }] };
  const failed = await fetch(`${stack.web}/v1/chat/completions`, {
    method: "POST",
    headers: { authorization: `Bearer ${key}`, "content-type": "application/json" },
    body: JSON.stringify(failing),
  });
  expect(failed.status).toBe(500);
  await expect.poll(() => requestsOf(user)).toBe(1);
  await page.reload();
  await expect(page.getByText("1 error", { exact: true })).toBeVisible();
  await expect(page.locator("[aria-current=step]")).toContainText("Make your first request");
  await watch(page);
  const response = await fetch(`${stack.web}/v1/models`, { headers: { authorization: `Bearer ${key}` } });
  expect(response.status).toBe(200);
  await expect(page.getByText("Get started")).toHaveCount(0);
  await expect(toasts(page)).toContainText(FIRST_REQUEST_ARRIVED.title);
  await expect(page.getByText("/v1/models")).toBeVisible();
  await expect(card(page, "Subscription Status")).toContainText("2 of 10,000 requests today");
  expect(await seenBy(page)).not.toContain("a reload");
});

test("the traffic command sends what it reports, and the key's page shows it", async ({ page }) => {
  const { user, key } = await userWithKey("traffic");
  const stored = await storedKey(user, "Production");
  const options = ["--url", `${stack.web}/v1`, "--key", key, "--count", "12", "--fail-every", "6"];
  const { stdout } = await promisify(execFile)(process.execPath, ["scripts/traffic.ts", ...options]);
  const [, tokens] = /^10 succeeded with (\d+) tokens in [\d.]+ s\n2 × 500 demo\n$/.exec(stdout) ?? [stdout];
  await expect.poll(() => requestsOf(user)).toBe(12);
  await giveSession(page, user);
  await page.goto(paths.keyUsage(stored.publicId));
  await expect(card(page, "API Requests").locator("p").first()).toHaveText("12");
  await expect(card(page, refusalMessages.title)).toContainText("2 · 16.67% of requests");
  expect(Number(tokens)).toBe(await tokensOf(stored));
});
