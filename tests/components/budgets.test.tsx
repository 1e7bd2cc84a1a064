import { screen, waitFor, within } from "@testing-library/react";
import { describe, expect, it } from "vitest";
import { accountBudgets, apiKey, budgetTrial, FULL_KEY } from "./support/account.ts";
import { fill } from "./support/fill.ts";
import { bodiesOf, fail, recover, respond } from "./support/network.ts";
import { openScreen } from "./support/open-screen.tsx";

const HOUR_MS = 3_600_000;
const resets_at = new Date(Date.now() + 240 * HOUR_MS).toISOString();
const month = (spent: number, amount: number) => ({ period: "month" as const, amount, spent, resets_at });

const rowOf = (name: string) => screen.findByRole("row", { name: new RegExp(name) });

describe("the key list", () => {
  it("shows each key's month, free test keys, and what all keys have spent", async () => {
    respond("GET /api/keys", [
      apiKey({ id: "key_1", name: "Full", budgets: [month(50, 50)], spent_this_month: 50 }),
      apiKey({ id: "key_2", name: "Near", budgets: [month(19.52, 20)], spent_this_month: 19.52 }),
      apiKey({ id: "key_3", name: "Open", spent_this_month: 8.87 }),
      apiKey({ id: "key_4", name: "Trial", key: "lkt_abcd••••••••1234" }),
    ]);
    await openScreen("/api-keys");
    const full = within(await rowOf("Full"));
    expect(full.getByText("Out of budget")).toBeVisible();
    expect(full.getByText(/^Monthly \$50\.00 used, resets /)).toBeVisible();
    const near = within(await rowOf("Near"));
    expect(near.getByText(/^\$0\.48 left until /)).toBeVisible();
    expect(near.getByRole("progressbar")).toHaveAttribute("aria-valuenow", "98");
    const open = within(await rowOf("Open"));
    expect(open.getByText("$8.87")).toBeVisible();
    expect(open.getByText("No budget")).toBeVisible();
    expect(open.queryByRole("progressbar")).toBeNull();
    expect(within(await rowOf("Trial")).getByText("Free, simulated responses")).toBeVisible();
    expect(await screen.findByText(/spent this month/)).toHaveTextContent("$61.84 spent this month (UTC)");
  });
});

describe("the account's spending limits", () => {
  it("are linked from the balance card", async () => {
    await openScreen("/api-keys");
    const link = await screen.findByRole("link", { name: "Set a limit for your account’s spending" });
    expect(link).toHaveAttribute("href", "/billing?tab=settings#spending-limits");
  });

  it("show the one that is used most on the balance card", async () => {
    respond("GET /api/account/budgets", { ...accountBudgets, budgets: [month(61.84, 100)] });
    await openScreen("/");
    const edit = await screen.findByRole("link", { name: "of $100.00, edit spending limits" });
    expect(edit).toHaveAttribute("href", "/billing?tab=settings#spending-limits");
    expect(screen.getByRole("progressbar", { name: "Spent this month (UTC)" })).toHaveAttribute(
      "aria-valuenow",
      "62",
    );
  });

  it("say so when they can't be loaded, beside the balance", async () => {
    fail("GET /api/account/budgets");
    await openScreen("/api-keys");
    expect(await screen.findByText("Couldn’t load your spending.")).toBeVisible();
    expect(screen.queryByText(/spent this month/)).toBeNull();
    recover();
  });
});

describe("a new key's budgets", () => {
  async function openForm() {
    const { user } = await openScreen("/api-keys");
    await rowOf("Production");
    const button = await screen.findByRole("button", { name: "Create API Key" });
    await waitFor(() => expect(button).not.toHaveAttribute("aria-disabled", "true"));
    await user.click(button);
    return { user, dialog: within(await screen.findByRole("dialog", { name: "Create New API Key" })) };
  }
  const blocked = {
    blocked_amount: 4.18,
    blocked_requests: 1204,
    blocked_days: ["2026-11-03", "2026-11-04"],
  };

  it("are tried on another key's requests and sent with the name", async () => {
    respond("POST /api/keys/:id/budgets/trial", { ...budgetTrial, together: blocked });
    const { user, dialog } = await openForm();
    expect(dialog.getByText("Enter a budget to see which requests it would have refused.")).toBeVisible();
    await fill(user, dialog.getByLabelText("Name"), "Mobile app");
    await fill(user, dialog.getByLabelText("Budget per day"), "2");
    await fill(user, dialog.getByLabelText("Budget per week"), "9");
    await fill(user, dialog.getByLabelText("Budget per month"), "30");
    const text = "This budget would have refused 1,204 requests worth $4.18 on 2 days.";
    expect(await dialog.findByText(text)).toBeVisible();
    respond("POST /api/keys", { ...apiKey({ id: "key_2", name: "Mobile app" }), key: FULL_KEY }, 201);
    const sent = bodiesOf("POST /api/keys");
    await user.click(dialog.getByRole("button", { name: "Create API Key" }));
    await waitFor(() => expect(sent).toHaveLength(1));
    expect(sent[0]).toEqual({
      name: "Mobile app",
      budgets: [
        { period: "day", amount: 2 },
        { period: "week", amount: 9 },
        { period: "month", amount: 30 },
      ],
    });
    await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
  });

  it("are not offered for a test key", async () => {
    const { user, dialog } = await openForm();
    await user.click(dialog.getByRole("checkbox", { name: "Test key" }));
    expect(dialog.queryByLabelText("Budget per day")).toBeNull();
  });
});
