import { screen, waitFor, within } from "@testing-library/react";
import { describe, expect, it } from "vitest";
import { accountsAddress } from "#app/features/operator/accounts/accounts-view.ts";
import { operatorMessages } from "#app/features/operator/messages.ts";
import { expectNoAxeViolations } from "./support/expect-no-axe-violations.ts";
import { disconnect, queriesOf, recover, respond } from "./support/network.ts";
import { openScreen } from "./support/open-screen.tsx";
import { operatorAccounts, operatorItem } from "./support/operator.ts";
import { expectToast } from "./support/toasts.ts";

const TEXTS = operatorMessages.accounts;
const ACCOUNTS = "GET /api/operator/accounts";
const DEFAULTS = { view: "all", sort: "spend", direction: "desc", page: "1" };
const rows = () => within(screen.getByRole("tabpanel")).getAllByRole("row").slice(1);

async function openAccounts(query = "") {
  const opened = await openScreen(`/operator/accounts${query}`);
  await screen.findByRole("heading", { name: TEXTS.title, level: 1 });
  return opened;
}

describe("the accounts", () => {
  it("are listed with their states, in words too", async () => {
    await openAccounts();
    expect(await screen.findByRole("link", { name: "dev@quartzlabs.example" })).toHaveAttribute(
      "href",
      "/operator/accounts/1042",
    );
    const [, suspended, low] = rows();
    expect(suspended).toHaveTextContent(/2214.*Suspended.*Negative balance −\$18\.42/);
    expect(low).toHaveTextContent("Low balance $3.18");
    expect(screen.getByRole("tab", { name: "Suspended 1" })).toBeVisible();
    expect(screen.getByText("3 accounts")).toBeVisible();
    expect(screen.getByText("1 – 3 of 3")).toBeVisible();
    await expectNoAxeViolations();
  });

  it("keep their order and filters in the address", async () => {
    const sent = queriesOf(ACCOUNTS);
    const { user, address } = await openAccounts("?view=low&page=2");
    await waitFor(() => expect(sent.at(-1)).toEqual({ ...DEFAULTS, view: "low", page: "2" }));
    await user.click(await screen.findByRole("button", { name: "Balance" }));
    await waitFor(() => expect(address()).toBe("/operator/accounts?view=low&sort=balance"));
    expect(sent.at(-1)).toEqual({ ...DEFAULTS, view: "low", sort: "balance" });
    const heading = screen.getByRole("columnheader", { name: "Balance" });
    await waitFor(() => expect(heading).toHaveAttribute("aria-sort", "descending"));
    await user.click(screen.getByRole("button", { name: "Balance" }));
    await waitFor(() => expect(heading).toHaveAttribute("aria-sort", "ascending"));
    await user.click(screen.getByRole("combobox", { name: "Plan" }));
    await user.click(await screen.findByRole("option", { name: "Business" }));
    await waitFor(() => expect(address()).toContain("plan=Business"));
    await user.click(screen.getByRole("tab", { name: /^All/ }));
    await waitFor(() => expect(address()).not.toContain("view"));
    expect(sent.at(-1)).toEqual({ ...DEFAULTS, sort: "balance", direction: "asc", plan: "Business" });
  });

  it("are searched once the reader pauses, and Clear shows all again", async () => {
    const { user, address } = await openAccounts();
    await screen.findByText("3 accounts");
    respond(ACCOUNTS, operatorAccounts({ items: [], total: 0, pages: 0 }));
    const sent = queriesOf(ACCOUNTS);
    await user.type(screen.getByRole("searchbox", { name: TEXTS.search }), " nobody ");
    expect(await screen.findByText(TEXTS.noMatch)).toBeVisible();
    expect(address()).toBe("/operator/accounts?search=nobody");
    recover();
    await user.click(screen.getByRole("button", { name: TEXTS.clear }));
    await screen.findByText("3 accounts");
    expect(address()).toBe("/operator/accounts");
    expect(screen.getByRole("searchbox", { name: TEXTS.search })).toHaveValue("");
    expect(sent.map(({ search }) => search)).toEqual(["nobody"]);
  });

  it("are shown page by page, and the buttons stop at both ends", async () => {
    const page = (number: number, count: number) =>
      respond(
        ACCOUNTS,
        operatorAccounts({
          items: Array.from({ length: count }, (_, at) => operatorItem({ id: number * 100 + at })),
          total: 10_412,
          page: number,
          pages: 417,
        }),
      );
    page(1, 25);
    const { user, address } = await openAccounts();
    expect(await screen.findByText("1 – 25 of 10,412")).toBeVisible();
    expect(screen.getByRole("button", { name: "Previous" })).toHaveAttribute("aria-disabled", "true");
    page(2, 25);
    await user.click(screen.getByRole("button", { name: "Next" }));
    expect(await screen.findByText("26 – 50 of 10,412")).toBeVisible();
    expect(address()).toBe("/operator/accounts?page=2");
    await user.click(screen.getByRole("button", { name: "Previous" }));
    await waitFor(() => expect(address()).toBe("/operator/accounts"));
  });

  it("keep the focus on the button that reached the last page", async () => {
    const page = { total: 30, pages: 2, items: [operatorItem()] };
    respond(ACCOUNTS, operatorAccounts({ ...page, page: 1 }));
    const { user } = await openAccounts();
    await screen.findByText("1 – 1 of 30");
    respond(ACCOUNTS, operatorAccounts({ ...page, page: 2 }));
    await user.click(screen.getByRole("button", { name: "Next" }));
    await screen.findByText("26 – 26 of 30");
    const next = screen.getByRole("button", { name: "Next" });
    expect(next).toHaveFocus();
    expect(next).toHaveAttribute("aria-disabled", "true");
  });

  it("of a page past the end lead to the first one", async () => {
    respond(ACCOUNTS, operatorAccounts({ items: [], total: 3, page: 9, pages: 1 }));
    const { user, address } = await openAccounts("?page=9");
    await user.click(await screen.findByRole("button", { name: TEXTS.firstPage }));
    await waitFor(() => expect(address()).toBe("/operator/accounts"));
  });

  it("of a new product are none yet", async () => {
    respond(ACCOUNTS, operatorAccounts({ items: [], total: 0, pages: 0 }));
    await openAccounts();
    expect(await screen.findByText(TEXTS.noneHint)).toBeVisible();
    await expectNoAxeViolations();
  });

  it("say when the file can't be downloaded", async () => {
    disconnect("GET /api/operator/accounts.csv");
    const { user } = await openAccounts();
    await user.click(screen.getByRole("button", { name: "Download CSV" }));
    await expectToast("Error", operatorMessages.download.description);
  });
});

describe("the desk's search", () => {
  it("is reached by its shortcut, and leads from any page to the accounts that match", async () => {
    const { user, address } = await openScreen("/operator/audit");
    await screen.findByRole("heading", { name: operatorMessages.audit.title, level: 1 });
    await user.keyboard("{Control>}k{/Control}");
    const field = screen.getByRole("searchbox", { name: operatorMessages.find });
    expect(field).toHaveFocus();
    await user.keyboard("  {Enter}");
    expect(address()).toBe("/operator/audit");
    await user.keyboard("ben & co{Enter}");
    await waitFor(() => expect(address()).toBe("/operator/accounts?search=ben+%26+co"));
  });
});

it("parameters that mean nothing are left out", () => {
  const search = new URLSearchParams(
    "view=rich&plan=Gold&status=x&active=1y&sort=name&direction=up&page=1.5",
  );
  const none = accountsAddress.read(new URLSearchParams());
  for (const odd of [search, new URLSearchParams("page=0"), new URLSearchParams("page=100001")])
    expect(accountsAddress.read(odd)).toEqual(none);
});
