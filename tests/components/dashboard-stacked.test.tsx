import { screen, waitFor, within } from "@testing-library/react";
import { expect, it, vi } from "vitest";
import { STACK_FAILED } from "#app/features/analytics/messages.ts";
import type { StackedResponse } from "#core/contract/stacked.ts";
import { analytics, apiKey } from "./support/account.ts";
import { expectNoAxeViolations } from "./support/expect-no-axe-violations.ts";
import { fail, hold, queriesOf, recover, respond } from "./support/network.ts";
import { openScreen } from "./support/open-screen.tsx";

const GET = "GET /api/figures/stacked";
const dates = analytics.series.map(({ date }) => date);
/** All of it in the last hour. */
const last = (value: number) => dates.map((_, at) => (at === dates.length - 1 ? value : 0));
const values = (requests: number, errors: number, cost: number) => ({
  requests: last(requests),
  errors: last(errors),
  cost: last(cost),
  imported_cost: last(0),
});
const NAMES = ["Production", "Staging", "Nightly", "Website", "Playground"];
const stacked: StackedResponse = {
  range: "24h",
  from: analytics.from,
  to: analytics.to,
  as_of: analytics.as_of,
  by: "key",
  dates,
  series: NAMES.map((name, at) => ({
    id: `key_${at + 1}`,
    name,
    status: "active",
    ...values(10 - at, at === 1 ? 1 : 0, 0.002),
  })),
  other: { count: 4, ...values(2, 0, 0.002) },
  exact_from: null,
};

async function openChart(address = "/") {
  respond("GET /api/keys", [apiKey()]);
  const opened = await openScreen(address);
  const heading = await screen.findByRole("heading", { name: "Requests" });
  const chart = heading.closest("section");
  if (!chart) throw new Error("The chart is not in a card.");
  await within(chart).findByText(/^requests in the last/);
  return { ...opened, chart: within(chart) };
}

const legend = async (chart: ReturnType<typeof within>) => within(await chart.findByRole("list"));
const texts = (elements: HTMLElement[]) => elements.map(({ textContent }) => textContent);

it("the chart stacks keys when asked, and a name in the legend shows only that key", async () => {
  respond(GET, stacked);
  const queries = queriesOf(GET);
  const { user, address, chart } = await openChart();
  expect(queries).toEqual([]);
  await user.click(chart.getByRole("combobox", { name: "Stacked by" }));
  await user.click(await screen.findByRole("option", { name: "Keys" }));
  expect(texts((await legend(chart)).getAllByRole("button"))).toEqual([
    "Production1023.8%",
    "Staging921.4%",
    "Nightly819.0%",
    "Website716.7%",
    "Playground614.3%",
    "Other (4 keys)24.8%",
  ]);
  expect(queries).toEqual([expect.objectContaining({ by: "key", range: "24h" })]);
  expect(address()).toBe("/?stack=keys");
  expect(chart.getByText("42")).toBeVisible();
  expect(chart.getByRole("img")).toHaveAccessibleName("Requests by key over the last 24 hours");

  const staging = (await legend(chart)).getByRole("button", { name: /Staging/ });
  await user.click(staging);
  expect(address()).toBe("/?stack=keys&only=key_2");
  expect(staging).toHaveAttribute("aria-pressed", "true");
  await expectNoAxeViolations();
  await user.click(staging);
  expect(address()).toBe("/?stack=keys");

  await user.click(chart.getByRole("radio", { name: "Errors" }));
  expect(texts((await legend(chart)).getAllByRole("button"))).toEqual(["Staging1100.0%"]);
  await user.click(chart.getByRole("radio", { name: "Time" }));
  expect(chart.queryByRole("list")).toBeNull();
});

it("the table and its file have a column per series", async () => {
  respond(GET, stacked);
  const save = vi.spyOn(URL, "createObjectURL").mockReturnValue("blob:csv");
  const { user, chart } = await openChart("/?stack=keys");
  await legend(chart);
  await user.click(chart.getByRole("radio", { name: "Spend" }));
  await user.click(chart.getByRole("button", { name: "View as table" }));
  const dialog = within(await screen.findByRole("dialog", { name: "Spend by key" }));
  const columns = [...NAMES, "Other (4 keys)", "Total"];
  expect(texts(dialog.getAllByRole("columnheader"))).toEqual(["Hour", ...columns]);
  const [, newest] = dialog.getAllByRole("row");
  expect(texts(within(newest ?? document.body).getAllByRole("cell"))).toEqual([
    ...Array.from({ length: 6 }, () => "<$0.01"),
    "$0.01",
  ]);
  await expectNoAxeViolations();
  await user.click(dialog.getByRole("button", { name: "Download CSV" }));
  const [file] = save.mock.calls[0] ?? [];
  save.mockRestore();
  if (!(file instanceof Blob)) throw new Error("Nothing was saved.");
  const lines = (await file.text()).split("\r\n");
  expect([lines[0], lines.at(-2)]).toEqual([
    `date,${NAMES.join(",")},Other (4 keys),total`,
    `${dates.at(-1)},0.002,0.002,0.002,0.002,0.002,0.002,0.012`,
  ]);
});

it("the chart says that its series are loading, or couldn't be loaded, and loads them again", async () => {
  fail(GET);
  const { user, chart } = await openChart("/?stack=keys&only=key_1");
  expect(await chart.findByText(STACK_FAILED)).toBeVisible();
  recover();
  respond("GET /api/keys", [apiKey()]);
  respond(GET, stacked);
  const loading = hold(GET);
  await user.click(chart.getByRole("button", { name: "Retry" }));
  await waitFor(() => expect(loading.calls()).toBe(1));
  expect(chart.getByRole("status", { name: "Loading series" })).toBeInTheDocument();
  loading.release();
  const only = (await legend(chart)).getByRole("button", { name: /Production/ });
  expect(only).toHaveAttribute("aria-pressed", "true");
});

it("the series of another range are awaited beside the last ones", async () => {
  respond(GET, stacked);
  const { user, chart } = await openChart("/?stack=keys");
  await legend(chart);
  respond(GET, { ...stacked, series: stacked.series.slice(0, 1) });
  const slow = hold(GET);
  await user.click(screen.getByRole("button", { name: /Last 24 hours/ }));
  await user.click(await screen.findByRole("button", { name: "Last 7 days" }));
  await waitFor(() => expect(slow.calls()).toBe(1));
  expect(await legend(chart)).toSatisfy(({ getAllByRole }) => getAllByRole("button").length === 6);
  expect(chart.getByRole("img").closest(".opacity-60")).not.toBeNull();
  slow.release();
  await waitFor(async () => expect((await legend(chart)).getAllByRole("button")).toHaveLength(2));
  expect(chart.getByRole("img").closest(".opacity-60")).toBeNull();
});

it("a single key can be stacked by model alone", async () => {
  const queries = queriesOf(GET);
  const { user, chart } = await openChart("/?key=key_1&stack=keys");
  await user.click(chart.getByRole("combobox", { name: "Stacked by" }));
  expect(texts(await screen.findAllByRole("option"))).toEqual(["None", "Models"]);
  expect(queries).toEqual([]);
});
