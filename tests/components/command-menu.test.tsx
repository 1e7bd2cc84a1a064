import { screen, waitFor, within } from "@testing-library/react";
import { expect, it } from "vitest";
import { menuMessages } from "#app/features/command-menu/messages.ts";
import { balance, paymentReceipt, requests } from "./support/account.ts";
import { expectNoAxeViolations } from "./support/expect-no-axe-violations.ts";
import { disconnect, fail, hold, recover, respond } from "./support/network.ts";
import { openScreen } from "./support/open-screen.tsx";

const SECTIONS = "GET /documentation/sections.json";

async function openMenu(path = "/activity") {
  const opened = await openScreen(path);
  await screen.findByRole("button", { name: /^Notifications/ });
  const open = async () => {
    await opened.user.keyboard("{Control>}k{/Control}");
    return within(await screen.findByRole("dialog", { name: menuMessages.name }));
  };
  return { ...opened, open, menu: await open() };
}

it("shows what it could not load, works with what is there, and loads the rest when it is opened again", async () => {
  disconnect("GET /api/keys");
  const { user, menu, open } = await openMenu();
  expect(await menu.findByText(menuMessages.keysFailed)).toBeVisible();
  for (const name of [/^Billing/, /^Settings/, /^Activity/, /^Purchase API Key/])
    expect(menu.getByRole("option", { name })).toBeVisible();
  await user.keyboard("{Escape}");
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
  recover();
  expect(await (await open()).findByRole("option", { name: /^Production/ })).toHaveTextContent("lk_");
});

it("says that nothing matches, is accessible, and starts afresh when it is opened again", async () => {
  const { user, menu, open } = await openMenu();
  await expectNoAxeViolations();
  await user.keyboard("no-such-thing");
  expect(await menu.findByText(menuMessages.noResults("no-such-thing"))).toBeVisible();
  await expectNoAxeViolations();
  await user.keyboard("{Escape}");
  expect((await open()).getByRole("combobox")).toHaveValue("");
});

it("leads a user who can't create a key yet to the button that says why", async () => {
  respond("GET /api/keys", []);
  respond("GET /api/account/balance", { ...balance, balance: 0, ever_funded: false });
  const { user, menu, address } = await openMenu("/api-keys");
  await user.keyboard("create");
  await waitFor(() =>
    expect(menu.getByRole("option", { name: /^Create API Key/ })).toHaveAttribute("aria-selected", "true"),
  );
  await user.keyboard("{Enter}");
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
  await waitFor(() => expect(screen.getAllByRole("button", { name: "Create API Key" })[0]).toHaveFocus());
  expect(address()).toBe("/api-keys");
});

const FIND = "GET /api/usage/find";
const ID = "019a3f0e-7c11-7abc-8def-0123456789ab";
const found = (...ids: string[]) => ({
  items: ids.flatMap((request_id) =>
    requests(1).map((request) => ({ ...request, request_id, timestamp: "2026-11-20T14:02:57.000Z" })),
  ),
});

it("finds a request by its whole ID, which can be opened, copied and seen in the log", async () => {
  respond(FIND, found(ID));
  const { user, menu, address } = await openMenu();
  await user.paste(ID);
  const first = await menu.findByRole("option", { name: new RegExp(ID) });
  expect(first).toHaveAttribute("aria-selected", "true");
  expect(first).toHaveTextContent(/Production.*\$0\.\d+/);
  expect(menu.getAllByRole("option").map(({ textContent }) => textContent)).toEqual([
    expect.stringContaining(ID),
    "Copy request ID",
    "Open Usage at this time",
  ]);
  await expectNoAxeViolations();
  await user.keyboard("{ArrowDown}{ArrowDown}{Enter}");
  await waitFor(() => expect(address()).toMatch(/^\/usage\?range=custom&from=2026-11-20T14/));
});

it("finds requests by how their ID begins, and drops those that what is typed next rules out", async () => {
  const others = ["019a3f0e-7c12-7abc-8def-0123456789ab", "019a3f0f-0000-7abc-8def-0123456789ab"];
  respond(FIND, found(ID, ...others));
  const { user, menu } = await openMenu();
  await user.paste("019a3f");
  expect(await menu.findAllByRole("option")).toHaveLength(3);
  await user.keyboard("0e-7c11");
  await waitFor(() => expect(menu.getAllByRole("option")).toHaveLength(1));
});

it("says that it looks for a request, and nothing of no results, until it knows", async () => {
  respond(FIND, found(ID));
  const slow = hold(FIND);
  const { user, menu } = await openMenu();
  await user.paste(ID);
  await waitFor(() => expect(slow.calls()).toBe(1));
  expect(menu.getByText(menuMessages.requestSearching)).toBeVisible();
  expect(menu.queryByText(menuMessages.noRequest(ID))).toBeNull();
  slow.release();
  expect(await menu.findByRole("option", { name: new RegExp(ID) })).toBeVisible();
  await waitFor(() => expect(menu.queryByText(menuMessages.requestSearching)).toBeNull());
});

it("says that no request has the ID, and that the search failed", async () => {
  respond(FIND, found());
  const { user, menu } = await openMenu();
  await user.paste("019a3f0e");
  expect(await menu.findByText(menuMessages.noRequest("019a3f0e"))).toBeVisible();
  fail(FIND, "Please try again.");
  await user.keyboard("7c");
  expect(await menu.findByText(menuMessages.requestFailed)).toBeVisible();
});

it("marks payments among the receipts that are not paid, and not the others", async () => {
  const of = (id: string, status: "paid" | "pending" | "failed" | "reversed", number: string | null) =>
    paymentReceipt({ id, status, number, amount: 50 });
  const items = [
    of("1", "pending", null),
    of("2", "failed", null),
    of("3", "reversed", "LK-3"),
    of("4", "paid", "LK-4"),
  ];
  respond("GET /api/receipts", { items, next_cursor: null });
  const { user, menu } = await openMenu();
  await user.keyboard("50");
  const options = await menu.findAllByRole("option", { name: /\$50\.00/ });
  expect(options.map(({ textContent }) => textContent)).toEqual([
    expect.stringMatching(/Pending$/),
    expect.stringMatching(/Failed$/),
    expect.stringMatching(/ReturnedLK-3$/),
    expect.stringMatching(/Visa •••• 4242LK-4$/),
  ]);
});

it("works without the receipts when they can't be loaded, and says so", async () => {
  fail("GET /api/receipts", "…", { status: 429, code: "rate_limited" });
  const { user, menu } = await openMenu();
  await user.keyboard("billing");
  expect(await menu.findByText(menuMessages.receiptsFailed)).toBeVisible();
  expect(menu.getByRole("option", { name: /^Billing/ })).toBeVisible();
});

it("finds receipts by number and amount, after the pages and before the documentation", async () => {
  respond(SECTIONS, [
    { topic: "billing", page: "Billing", id: "receipts", title: "Receipts", text: "Where your receipts are" },
  ]);
  const { user, menu, address } = await openMenu();
  await user.keyboard("receipt");
  const option = await menu.findByRole("option", { name: new RegExp(paymentReceipt().number ?? "") });
  const titles = [...menu.getByRole("listbox").querySelectorAll("[cmdk-group-heading]")];
  await waitFor(() =>
    expect(titles.map(({ textContent }) => textContent)).toEqual(["Go to", "Receipts", "Documentation"]),
  );
  // What was selected at first has left the list.
  const selected = menu.getByRole("option", { selected: true });
  await waitFor(() =>
    expect(menu.getByRole("combobox")).toHaveAttribute("aria-activedescendant", selected.id),
  );
  await user.click(option);
  await waitFor(() => expect(address()).toBe(`/billing/receipts/${paymentReceipt().id}`));
});
