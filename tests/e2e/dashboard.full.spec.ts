import type { Page, Route } from "@playwright/test";
import { CONFIRM_EMAIL } from "#app/features/dashboard/messages.ts";
import { formatNumber } from "#app/lib/format.ts";
import type { AnalyticsResponse } from "#core/contract/analytics.ts";
import { expect, giveSession, holdBack, newUser, signIn, test, toasts } from "./support.ts";

const ANALYTICS = /\/api\/figures\?/;

const figuresShown = (page: Page) => expect(page.getByText(/^requests in the last/)).toBeVisible();

/** Opens the demo account's dashboard, which has past usage. @returns the API response it shows. */
async function openFigures(page: Page, search = ""): Promise<AnalyticsResponse> {
  await giveSession(page);
  const responsePromise = page.waitForResponse((response) => ANALYTICS.test(response.url()));
  await page.goto(`/${search}`);
  const figures = await (await responsePromise).json();
  await figuresShown(page);
  return figures;
}

test("the last chosen range is that of every page, and is shown before the page's code has loaded", async ({
  page,
}) => {
  await openFigures(page);
  await page.getByRole("button", { name: /^Time range/ }).click();
  await page.getByRole("button", { name: "Last 7 days" }).click();
  await expect(page.getByText("requests in the last 7 days")).toBeVisible();
  await page.getByRole("link", { name: "View requests" }).first().click();
  await expect(page).toHaveURL("/usage?range=7d");
  const chosen = page.getByRole("button", { name: "Time range: Last 7 days" });
  await expect(chosen).toBeVisible();
  const release = await holdBack(page, "**/assets/entry.client-*");
  await page.goto("/", { waitUntil: "commit" });
  await expect(chosen).toBeVisible();
  await release();
  await expect(page.getByText("requests in the last 7 days")).toBeVisible();
  await expect(chosen).toBeVisible();
  await expect(page).toHaveURL("/");
});

test("arrow keys move from point to point, each is announced, and Escape hides one until another is reached", async ({
  page,
}) => {
  const { series } = await openFigures(page, "?range=30d");
  const chart = page.getByRole("application", { name: "Requests over the last 30 days" });
  const said = chart.locator("..").getByRole("status");
  await page.keyboard.press("Tab");
  await chart.focus();
  await expect(said).toContainText(formatNumber(series[0]?.requests));
  await chart.press("ArrowRight");
  await expect(said).toContainText(formatNumber(series[1]?.requests));
  await chart.press("ArrowRight");
  await expect(said).toContainText(formatNumber(series[2]?.requests));
  await chart.press("ArrowLeft");
  await expect(said).toContainText(formatNumber(series[1]?.requests));
  const point = (share: number) => async () => {
    const { width = 0 } = (await chart.boundingBox()) ?? {};
    await chart.hover({ position: { x: width - 11 - share * (width / series.length), y: 60 } });
  };
  const [last, oneBefore] = [point(0), point(1)];
  await last();
  await expect(said).toContainText(`Requests${formatNumber(series.at(-1)?.requests)}`);
  await page.keyboard.press("Escape");
  await expect(said).toBeHidden();
  await oneBefore();
  await expect(said).toContainText(`Requests${formatNumber(series.at(-2)?.requests)}`);
  await page.keyboard.press("Escape");
  await expect(said).toBeHidden();
});

test("confirming the email address is the first step until the link is opened elsewhere", async ({
  page,
}) => {
  const user = await newUser("unconfirmed");
  await signIn(page, user);
  await page.evaluate(() => {
    const key = "latchkey-auth-token";
    const session = JSON.parse(localStorage.getItem(key) ?? "{}");
    session.user.email_confirmed_at = null;
    localStorage.setItem(key, JSON.stringify(session));
  });
  const unconfirmed = (route: Route) =>
    route
      .fetch()
      .then(async (response) =>
        route.fulfill({ response, json: { ...(await response.json()), email_confirmed_at: null } }),
      );
  await page.route("**/auth/v1/user", unconfirmed);
  const resent: string[] = [];
  await page.route("**/auth/v1/resend*", (route) => {
    resent.push(route.request().postData() ?? "");
    return route.fulfill({ json: {} });
  });
  await page.reload();
  await expect(page.locator("[aria-current=step]")).toContainText(CONFIRM_EMAIL.instruction(user.email));
  await expect(page.getByText("0 of 4")).toBeVisible();
  await page.getByRole("button", { name: CONFIRM_EMAIL.resend }).click();
  await expect(toasts(page)).toContainText(CONFIRM_EMAIL.resent.title);
  expect(JSON.parse(resent.join())).toMatchObject({ email: user.email, type: "signup" });
  await page.unroute("**/auth/v1/user");
  await expect(async () => {
    await page.evaluate(() => window.dispatchEvent(new Event("focus")));
    await expect(page.getByText(CONFIRM_EMAIL.done)).toBeVisible({ timeout: 1_000 });
  }).toPass();
  await expect(page.getByText("1 of 4")).toBeVisible();
});
