import { act, screen, waitFor, within } from "@testing-library/react";
import { afterEach, describe, expect, it, vi } from "vitest";
import { overviewTexts as TEXTS } from "#app/features/operator/overview/messages.ts";
import { modelsCsv, trendOf } from "#app/features/operator/overview/overview-view.ts";
import { paths } from "#app/lib/paths.ts";
import type { OverviewResponse } from "#core/contract/operator-overview.ts";
import { MINUTE_MS } from "#core/domain/time.ts";
import { parseCsv } from "#tests/support/parse-csv.ts";
import { expectNoAxeViolations } from "./support/expect-no-axe-violations.ts";
import { fail, hold, queriesOf, recover, respond } from "./support/network.ts";
import { openScreen } from "./support/open-screen.tsx";
import { operatorAlerts, operatorFiring, operatorOverview } from "./support/operator.ts";

const OVERVIEW = "GET /api/operator/overview";
const ALERTS = "GET /api/operator/alerts";

afterEach(() => void vi.useRealTimers());

async function openOverview(query = "") {
  const opened = await openScreen(`/operator${query}`);
  await screen.findByRole("heading", { name: TEXTS.title, level: 1 });
  return opened;
}
const heading = (name: string) => screen.findByRole("heading", { name, level: 2 });
async function card(name: string) {
  const section = (await heading(name)).closest("section");
  if (section === null) throw new Error(`There is no card ${name}.`);
  return section;
}
const fullModel = operatorOverview().models[0] as OverviewResponse["models"][number];

describe("the operator's overview", () => {
  it("shows alerts, figures with their changes, and each model with its margin", async () => {
    await openOverview();
    expect(await heading("1 alert firing")).toBeVisible();
    expect(await card("1 alert firing")).toHaveTextContent("CriticalProvider error share");
    expect(await card("Revenue")).toHaveTextContent("$1,223.00");
    expect(await card("Revenue")).toHaveTextContent("6.4% up from the previous period");
    expect(await card("Revenue")).toHaveTextContent("27 payments, 1 refund");
    expect(await card("Spend")).toHaveTextContent("$833.11Charged for usage");
    expect(await card("Margin")).toHaveTextContent("1.2 pt down from the previous period");
    expect(await card("Margin")).toHaveTextContent("21.8%$181.46 after provider cost");
    expect(await card("Active accounts")).toHaveTextContent("1,038Of 10,412 · 64 new");
    const row = screen.getByRole("row", { name: /^demo-reason/ });
    expect(row).toHaveTextContent("18,9046.30%6.84 s$196.42$171.08$25.3412.9%");
    expect(screen.getByRole("row", { name: /^All models/ })).toHaveTextContent(
      "482,9160.72%196 ms$833.11$651.65$181.4621.8%",
    );
    expect(await card(TEXTS.models)).toHaveTextContent("Costs from price list 14");
    expect(screen.getByRole("link", { name: "Overview" })).toHaveAttribute("aria-current", "page");
    await expectNoAxeViolations();
  });

  it("says which alerts somebody has acknowledged, and why", async () => {
    const acknowledged = { acknowledged_at: new Date().toISOString(), acknowledged_by: "dana" };
    respond(
      ALERTS,
      operatorAlerts({
        firing: [operatorFiring(), operatorFiring({ id: 8, ...acknowledged, note: "Provider informed" })],
      }),
    );
    await openOverview();
    expect(await card("2 alerts firing, 1 acknowledged")).toHaveTextContent(
      "Acknowledged by dana: Provider informed",
    );
  });

  it("counts what is stuck, and each count leads to its page", async () => {
    const counts = [
      ["Paid, not credited", "1 payment, $50.00", "1", paths.operatorPayments],
      ["Stripe events not processed", "Oldest 2 h 45 min", "2", paths.operatorPayments],
      ["Alert notices failing", "5 attempts", "1", paths.operatorAlerts],
      ["Emails not sent", "Oldest 41 min", "3", paths.operatorAlerts],
      ["Unpaid orders", "None over a day old", "None", paths.operatorPayments],
      ["Orphaned requests", "Newest 5,000 requests", "4", paths.operatorAlerts],
      ["Unposted usage", "12 requests waiting", "None", paths.operatorAlerts],
      ["Usage above hold", "Newest 5,000 requests", "None", paths.operatorAlerts],
    ] as const;
    await openOverview();
    const links = within(await card(TEXTS.stuck)).getAllByRole("link");
    for (const [label, detail, count, address] of counts) {
      const link = links.find(({ textContent }) => textContent?.startsWith(label));
      expect(link, label).toHaveTextContent(`${label}${detail}${count}`);
      expect(link, label).toHaveAttribute("href", address);
    }
  });

  it("says how old the cron’s last run is, and warns while the page stays open", async () => {
    vi.useFakeTimers({ toFake: ["setInterval", "clearInterval"] });
    await openOverview();
    expect(await card(TEXTS.stuck)).toHaveTextContent(/Checked .* · Cron ran just now/);
    expect(screen.queryByText(new RegExp(TEXTS.cronStopped))).toBeNull();
    const ran_at = new Date(Date.now() - 9 * MINUTE_MS).toISOString();
    respond(OVERVIEW, operatorOverview({ cron: { ran_at, late: true } }));
    act(() => void vi.advanceTimersByTime(MINUTE_MS));
    expect(await screen.findByRole("note")).toHaveTextContent(`Cron ran 9 min ago. ${TEXTS.cronStopped}`);
    expect(await card(TEXTS.stuck)).not.toHaveTextContent("Cron");
  });

  it("warns before the cron’s first run", async () => {
    respond(OVERVIEW, operatorOverview({ cron: { ran_at: null, late: true } }));
    await openOverview();
    expect(await screen.findByRole("note")).toHaveTextContent(`The cron has never run. ${TEXTS.cronStopped}`);
    await expectNoAxeViolations();
  });

  it("keeps the range in the address, and leaves out one that means nothing", async () => {
    const sent = queriesOf(OVERVIEW);
    const { user, address } = await openOverview("?range=1y");
    await heading(TEXTS.models);
    expect(sent).toEqual([{ range: "24h" }]);
    await user.click(screen.getByRole("combobox", { name: "Time" }));
    await user.click(await screen.findByRole("option", { name: "Last 7 days" }));
    await waitFor(() => expect(address()).toBe("/operator?range=7d"));
    await waitFor(() => expect(sent.at(-1)).toEqual({ range: "7d" }));
    expect(await card(TEXTS.models)).toHaveTextContent("Last 7 days");
  });

  it("shows another figure in the chart, and all of them in a table", async () => {
    const { user } = await openOverview();
    await heading(TEXTS.models);
    expect(screen.getByRole("img", { name: "Requests, last 24 hours" })).toBeInTheDocument();
    await user.click(screen.getByRole("radio", { name: "Time" }));
    expect(await screen.findByRole("img", { name: "Response time, last 24 hours" })).toBeInTheDocument();
    await user.click(screen.getByRole("button", { name: "View as table" }));
    const table = within(await screen.findByRole("dialog")).getByRole("table");
    expect(
      within(table)
        .getAllByRole("columnheader")
        .map(({ textContent }) => textContent),
    ).toEqual(["Hour", "Requests", "Errors", "Avg time", "Spend"]);
    expect(within(table).getAllByRole("row")).toHaveLength(25);
  });

  it("never shows an unknown cost as zero, and says for which share the margin is known", async () => {
    const unknown = { provider_cost: null, margin: null, margin_percent: null };
    respond(
      OVERVIEW,
      operatorOverview({
        margin: { ...operatorOverview().margin, known_share: 76.4, margin_percent: -3.2, margin: -26.66 },
        spend: { amount: 833.11, by_plans: 12.5, change: null },
        models: [fullModel, { ...fullModel, model: "demo-new", ...unknown }],
        costs: { price_list: 14, every: 12 },
      }),
    );
    await openOverview();
    expect(await card("Margin")).toHaveTextContent("−3.2%Cost known for 76% of spend");
    expect(await card("Spend")).toHaveTextContent("$12.50 paid by plans");
    expect(screen.getByRole("row", { name: /^demo-new/ })).toHaveTextContent(/\$636\.69———$/);
    expect(await card(TEXTS.models)).toHaveTextContent("estimated from 1 in 12 requests");
    expect(await card(TEXTS.models)).toHaveTextContent("Last 24 hours · Cost known for 76% of spend");
  });

  it("says when there were no requests, and no price list", async () => {
    respond(ALERTS, operatorAlerts({ firing: [] }));
    respond(
      OVERVIEW,
      operatorOverview({
        requests: 0,
        errors: 0,
        average_response_time: null,
        models: [],
        series: [],
        margin: {
          provider_cost: null,
          margin: null,
          margin_percent: null,
          known_share: null,
          change_points: null,
        },
        costs: { price_list: null, every: 1 },
      }),
    );
    await openOverview();
    expect(await heading(TEXTS.noAlerts)).toBeVisible();
    expect(screen.getAllByText(TEXTS.noRequests)).toHaveLength(2);
    expect(await card("Margin")).toHaveTextContent("—Provider cost isn’t known");
    expect(screen.getByText("No price list is in force")).toBeVisible();
    expect(screen.queryByRole("button", { name: "View as table" })).toBeNull();
    await expectNoAxeViolations();
  });

  it("is loading until figures and alerts have arrived", async () => {
    const { release } = hold(ALERTS);
    await openOverview();
    expect(screen.getByRole("status", { name: TEXTS.loading })).toHaveAttribute("aria-busy", "true");
    expect(screen.queryByRole("heading", { level: 2, name: "Revenue" })).toBeNull();
    release();
    expect(await heading("Revenue")).toBeVisible();
  });

  it("shows the figures when only the alerts failed", async () => {
    fail(ALERTS);
    const { user } = await openOverview();
    expect(await screen.findByText(TEXTS.alertsFailed)).toBeVisible();
    expect(await card("Revenue")).toHaveTextContent("$1,223.00");
    recover();
    await user.click(screen.getByRole("button", { name: "Retry" }));
    expect(await heading("1 alert firing")).toBeVisible();
  });
});

it.each([
  [null, null],
  [0.04, { direction: "flat", text: "0.0%" }],
  [-0.06, { direction: "down", text: "0.1%" }],
  [6.44, { direction: "up", text: "6.4%" }],
  [12_345, { direction: "up", text: ">999%" }],
] as const)("a change of %s percent is shown as %j", (change, trend) => {
  expect(trendOf(change)).toEqual(trend);
});

it("the file of the models leaves empty what isn't known, and rounds averages", () => {
  const unpriced = { ...fullModel, model: "", provider_cost: null, margin: null, margin_percent: null };
  const averages = {
    average_response_time: (fullModel.average_response_time ?? 0) + 1 / 3,
    margin_percent: (fullModel.margin_percent ?? 0) + 1e-9,
  };
  const records = parseCsv(modelsCsv([{ ...fullModel, ...averages }, unpriced]));
  expect(records[0]).toEqual([
    "model",
    "requests",
    "errors",
    "average_response_time_ms",
    "spend_usd",
    "provider_cost_usd",
    "margin_usd",
    "margin_percent",
  ]);
  const { model, requests, errors, average_response_time, spend, ...margin } = fullModel;
  const usage = [requests, errors, average_response_time, spend].map(String);
  const { provider_cost, margin: kept, margin_percent } = margin;
  expect(records.slice(1)).toEqual([
    [model, ...usage, String(provider_cost), String(kept), String(margin_percent)],
    ["", ...usage, "", "", ""],
  ]);
});
