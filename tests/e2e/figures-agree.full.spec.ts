import { readFile } from "node:fs/promises";
import type { Page } from "@playwright/test";
import { balanceMessages } from "#app/features/balance/messages.ts";
import { formatCost, formatDollars, formatNumber } from "#app/lib/format.ts";
import { paths } from "#app/lib/paths.ts";
import { formatMonth, zoneName } from "#app/lib/wall-clock.ts";
import type { BalanceResponse } from "#core/contract/account.ts";
import type { AnalyticsResponse } from "#core/contract/analytics.ts";
import type { PresentedKeyView } from "#core/contract/keys.ts";
import type { StatementSummary } from "#core/contract/statement.ts";
import type { UsageReceipt } from "#core/contract/usage.ts";
import { DAYS_AFTER_A_MONTH } from "#core/domain/ledger.ts";
import { addMonths, utcMonthOf } from "#core/domain/months.ts";
import { DAY_MS, isoTime } from "#core/domain/time.ts";
import { parseCsv } from "#tests/support/parse-csv.ts";
import { get } from "./accounts.ts";
import {
  ledgerOf,
  microsIn,
  microsOfDollars,
  monthIn,
  openWith,
  type SpendingAccount,
  spendingAccount,
  spendOf,
  sumOf,
  ZONES,
} from "./figures-support.ts";
import { mailAfterCron } from "./mail.ts";
import { expect, giveSession, stack, test } from "./support.ts";

let account: SpendingAccount | undefined;
test.beforeAll(async () => {
  account = await spendingAccount("figures");
});
function owner(): SpendingAccount {
  if (!account) throw new Error("The account is there only in tests.");
  return account;
}

/** What the requests of the UTC month cost, whenever they were recorded. */
const spentInMonth = ({ made, month }: SpendingAccount) =>
  spendOf(made.filter(({ at }) => utcMonthOf(at) === month));

const card = (page: Page, title: string) =>
  page.locator("section").filter({ has: page.getByRole("heading", { name: title, exact: true }) });

/** Every request so far, over the change of clocks. */
const everything = ({ from }: SpendingAccount) =>
  new URLSearchParams({ range: "custom", from, to: isoTime(Date.now() + DAY_MS) });

/** The dashboard's total above its chart of the spend, on screen and in the response that it is from. */
async function dashboardTotal(page: Page, search: URLSearchParams, zone: string): Promise<number> {
  const figures = await openWith<AnalyticsResponse>(page, `/?${search}`, "/api/figures");
  await page.getByRole("radio", { name: "Spend", exact: true }).click();
  await expect(page.getByText(`, ${zoneName(figures.as_of, zone)}`)).toBeVisible();
  const series = sumOf(figures.series.map(({ cost }) => microsOfDollars(cost)));
  expect(series).toBe(microsOfDollars(figures.cost));
  const figure = card(page, "Spend").locator("p span[title]").first();
  await expect(figure).toHaveText(formatDollars(figures.cost));
  const shown = microsIn(await figure.getAttribute("title"));
  expect(shown).toBe(series);
  return shown;
}

const BREAKDOWNS = [
  { view: "Keys", title: "Spend by key", nameOf: "key" },
  { view: "Endpoints", title: "Spend by endpoint", nameOf: "endpoint" },
  { view: "Models", title: "Spend by model", nameOf: "model" },
] as const;

/** Each list has exactly what its requests cost, and adds up to the total above it. */
async function expectBreakdowns(page: Page, { made }: SpendingAccount): Promise<void> {
  for (const { view, title, nameOf } of BREAKDOWNS) {
    await page.getByRole("radiogroup", { name: "Spend by" }).getByRole("radio", { name: view }).click();
    const list = card(page, title);
    const rows = list.getByRole("listitem");
    const groups = Map.groupBy(made, (request) => request[nameOf]);
    await expect(rows).toHaveCount(groups.size);
    const titles = await rows.evaluateAll((all) => all.map((row) => row.getAttribute("title") ?? ""));
    const shown = titles.map((text) => [text.split(" · ")[0], microsIn(text)] as const);
    const expected = [...groups].map(([name, requests]) => [name, spendOf(requests)] as const);
    expect(new Map(shown), title).toEqual(new Map(expected));
    expect(microsIn(await list.locator("header [title]").first().getAttribute("title"))).toBe(spendOf(made));
  }
}

/** The log's total, the file's sum and the sum of all receipts. */
async function expectLog(page: Page, owned: SpendingAccount, zone: string): Promise<void> {
  const { made } = owned;
  await page.goto(`${paths.usage}?${everything(owned)}`);
  const total = page.getByText(/^requests? .* errors · \$/);
  await expect(total).toContainText(formatDollars(spendOf(made) / 1_000_000));
  expect(microsIn(await total.getAttribute("title"))).toBe(spendOf(made));
  await expect(page.getByText(formatNumber(made.length), { exact: true })).toBeVisible();
  await expect(page.getByText(`newest first · ${zoneName(Date.now(), zone)}`)).toBeVisible();

  const downloading = page.waitForEvent("download");
  await page.getByRole("button", { name: "Download CSV" }).click();
  const [head = [], ...records] = parseCsv(await readFile(await (await downloading).path(), "utf8"));
  const column = (name: string) => records.map((record) => record[head.indexOf(name)] ?? "");
  expect(sumOf(column("cost_usd").map((cost) => microsOfDollars(Number(cost))))).toBe(spendOf(made));
  const offsets = column("time").map((time) => [Date.parse(time), time.slice(-6)] as const);
  for (const [at, offset] of offsets) expect(offset).toBe(offsetIn(zone, at));

  const ids = column("request_id");
  const receipts = await Promise.all(ids.map((id) => get<UsageReceipt>(owned.user, `/api/usage/${id}`)));
  const charges = receipts.map(({ charged }) => microsOfDollars(charged));
  expect(sumOf(charges)).toBe(spendOf(made));
  const lines = receipts.map(({ price_lines }) =>
    price_lines?.map(({ amount }) => microsOfDollars(amount ?? 0)),
  );
  for (const [index, amounts] of lines.entries()) if (amounts) expect(sumOf(amounts)).toBe(charges[index]);
  await page.getByRole("link", { name: `Receipt of request ${ids[0]}` }).click();
  await expect(page.getByRole("dialog", { name: "Receipt" })).toContainText(formatCost(receipts[0]?.charged));
}

/** `+05:45` */
function offsetIn(zone: string, at: number): string | undefined {
  const format = new Intl.DateTimeFormat("en-US", { timeZone: zone, timeZoneName: "longOffset" });
  return format
    .formatToParts(at)
    .find(({ type }) => type === "timeZoneName")
    ?.value.replace("GMT", "");
}

/** The balance card beside the figures: its month is UTC and says so, whatever the reader's zone. */
async function expectBalanceCard(page: Page, owned: SpendingAccount): Promise<void> {
  const { balance, held } = await openWith<BalanceResponse>(page, "/", "/api/account/balance");
  expect(held).toBe(0);
  const ledger = await ledgerOf(owned.user);
  expect(microsOfDollars(balance)).toBe(sumOf(ledger.map(({ amount }) => microsOfDollars(amount))));
  const usage = ledger.filter(({ kind }) => kind === "usage").map(({ amount }) => microsOfDollars(amount));
  expect(-sumOf(usage)).toBe(spendOf(owned.made));
  const shown = card(page, balanceMessages.title);
  await expect(shown.locator("p").first()).toHaveText(formatDollars(balance));
  const line = shown
    .locator("div")
    .filter({ has: page.getByText(balanceMessages.spentThisMonth, { exact: true }) });
  expect(balanceMessages.spentThisMonth).toContain("(UTC)");
  expect(microsIn(await line.last().locator("[title]").first().getAttribute("title"))).toBe(
    spentInMonth(owned),
  );
}

/** What requests of earlier months cost that were recorded in `month`, after their own months were closed. */
function lateIn(month: string): number {
  const closedBefore = Date.now() - DAYS_AFTER_A_MONTH * DAY_MS;
  const end = (at: number) => Date.parse(`${addMonths(utcMonthOf(at), 1)}-01`);
  return spendOf(owner().made.filter(({ at }) => utcMonthOf(at) < month && end(at) <= closedBefore));
}

/** A statement's usage on screen, without what it names as usage of another period. */
async function statementUsage(page: Page, month: string | null): Promise<number> {
  const statement = await openWith<StatementSummary>(
    page,
    month === null ? `${paths.billing}?month=all` : paths.billing,
    "/api/statement",
  );
  expect(statement.month).toBe(month);
  const sum = page.getByRole("definition").nth(2).locator("[title]");
  const shown = microsIn(await sum.getAttribute("title"));
  expect(shown).toBe(microsOfDollars(statement.usage));
  const models = card(page, "Usage by model");
  await expect(models).toContainText("(UTC)");
  await expect(models.locator("tfoot")).toContainText(formatDollars(-statement.usage));
  const amounts = statement.models.map(({ charged }) => microsOfDollars(charged));
  const differences = statement.differences.map(({ kind, amount }) => ({
    kind,
    micros: microsOfDollars(amount),
  }));
  expect(sumOf([...amounts, ...differences.map(({ micros }) => micros)])).toBe(-shown);
  const late = month === null ? 0 : lateIn(month);
  expect(differences).toEqual(late === 0 ? [] : [{ kind: "late", micros: late }]);
  await expect(models.getByText("Usage of earlier months, recorded late")).toHaveCount(late === 0 ? 0 : 1);
  const closing = microsIn(
    await page.getByRole("definition").nth(3).locator("[title]").getAttribute("title"),
  );
  expect(closing).toBe(microsOfDollars(statement.closing));
  return sumOf(amounts);
}

for (const zone of ZONES) {
  test.describe(`read in ${zone}`, () => {
    test.use({ timezoneId: zone });

    test("the dashboard, the log, its file, the receipts, the statement and the balance agree to the micro-dollar", async ({
      page,
    }) => {
      const owned = owner();
      const { user, made, month, begunMonth } = owned;
      await page.addInitScript(() => {
        Reflect.deleteProperty(window, "showSaveFilePicker");
      });
      await giveSession(page, user);

      expect(await dashboardTotal(page, everything(owned), zone)).toBe(spendOf(made));
      await expectBreakdowns(page, owned);
      await expectLog(page, owned, zone);

      // A calendar month is the reader's, unlike the statement's, and the figures say in which zone.
      const own = spendOf(made.filter(({ at }) => monthIn(zone, at) === begunMonth));
      const inUtc = spendOf(made.filter(({ at }) => utcMonthOf(at) === begunMonth));
      expect(own).not.toBe(inUtc);
      expect(await dashboardTotal(page, new URLSearchParams({ range: begunMonth }), zone)).toBe(own);

      await expectBalanceCard(page, owned);
      expect(await statementUsage(page, month)).toBe(spentInMonth(owned));
      expect(await statementUsage(page, null)).toBe(spendOf(made));
    });
  });
}

test("the statement’s month, the keys’ budgets, the ledger and the spend alert’s email agree", async ({
  page,
}) => {
  const owned = owner();
  const { user, keys, month, alert } = owned;
  const { text } = await mailAfterCron(
    user.email,
    `Spend in ${formatMonth(month)} reached ${formatDollars(alert)}`,
  );
  await giveSession(page, user);
  const spent = await statementUsage(page, month);
  expect(spent).toBe(spentInMonth(owned));
  const first = new Date(`${month}-01`).toLocaleDateString("en-US", { dateStyle: "medium", timeZone: "UTC" });
  expect(text).toContain(`${formatDollars(spent / 1_000_000)} spent since ${first}, 00:00 UTC.`);

  const views = await Promise.all(Object.values(keys).map(presented));
  const budgets = views.flatMap((view) => view.budgets);
  expect(sumOf(budgets.map((budget) => microsOfDollars(budget.spent)))).toBe(spent);
  const nextMonth = isoTime(Date.parse(`${addMonths(utcMonthOf(Date.parse(month)), 1)}-01`));
  expect(budgets.map(({ period, resets_at }) => [period, resets_at])).toEqual(
    Object.keys(keys).map(() => ["month", nextMonth]),
  );

  const ledger = await ledgerOf(user);
  const ofMonth = ledger.filter(({ usage_day }) => usage_day?.startsWith(month));
  expect(-sumOf(ofMonth.map(({ amount }) => microsOfDollars(amount)))).toBe(spent);
  const { balance } = await get<BalanceResponse>(user, "/api/account/balance");
  expect(views.map((view) => view.balance)).toEqual(views.map(() => balance));

  // Payments have receipts of their own, which add up to the top-ups of the ledger.
  await page.goto(paths.receipts);
  const amounts = page.getByRole("tabpanel").locator("tbody tr td").filter({ hasText: /^\$/ });
  await expect(amounts).toHaveCount(1);
  const paid = (await amounts.allTextContents()).map(microsIn);
  const topUps = ledger.filter(({ kind }) => kind === "top_up").map(({ amount }) => microsOfDollars(amount));
  expect(sumOf(paid)).toBe(sumOf(topUps));
});

async function presented(key: string): Promise<PresentedKeyView> {
  const response = await fetch(new URL("/v1/key", stack.web), {
    headers: { authorization: `Bearer ${key}` },
  });
  expect(response.status).toBe(200);
  return response.json();
}
