import { screen, waitFor, within } from "@testing-library/react";
import type { UserEvent } from "@testing-library/user-event";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { analytics } from "./support/account.ts";
import { expectNoAxeViolations } from "./support/expect-no-axe-violations.ts";
import { fill } from "./support/fill.ts";
import { queriesOf, respond } from "./support/network.ts";
import { openScreen } from "./support/open-screen.tsx";

const GET = "GET /api/figures";
const rangeButton = () => screen.findByRole("button", { name: /^Time range/ });

beforeEach(() => vi.useFakeTimers({ now: Date.parse("2026-11-20T13:32:00Z"), toFake: ["Date"] }));
afterEach(() => void vi.useRealTimers());

async function openPicker(user: UserEvent) {
  await user.click(await rangeButton());
  return within(await screen.findByRole("dialog", { name: "Choose a time range" }));
}

async function openCustom(user: UserEvent) {
  const picker = await openPicker(user);
  await user.click(picker.getByRole("button", { name: "Custom range" }));
  return { ...picker, from: picker.getByLabelText("From"), to: picker.getByLabelText("To") };
}

describe("the time range", () => {
  it("can be a month, is kept for the next page, and Back returns to the one before", async () => {
    const { user, address } = await openScreen("/");
    await screen.findByText("requests in the last 24 hours");
    const queries = queriesOf(GET);
    const picker = await openPicker(user);
    expect(picker.getByRole("button", { name: "Last 24 hours" })).toHaveAttribute("aria-current", "true");
    await user.click(picker.getByRole("button", { name: "October 2026" }));
    expect(address()).toBe("/?range=2026-10");
    expect(await rangeButton()).toHaveTextContent("Time range: October 2026");
    await waitFor(() => expect(queries[0]).toMatchObject({ range: "2026-10" }));
    expect(window.location.search).toBe("?range=24h");
    expect(localStorage.getItem("latchkey-range")).toBe("range=2026-10");
    expect(screen.queryByRole("dialog")).toBeNull();
    expect(await rangeButton()).toHaveFocus();
  });

  it("is the last chosen one where the address has none", async () => {
    localStorage.setItem("latchkey-range", "range=30d");
    const queries = queriesOf(GET);
    await openScreen("/");
    expect(await rangeButton()).toHaveTextContent("Last 30 days");
    await waitFor(() => expect(queries[0]).toMatchObject({ range: "30d" }));
  });

  it("of an address becomes the last chosen one", async () => {
    localStorage.setItem("latchkey-range", "range=30d");
    await openScreen("/?range=7d");
    expect(await rangeButton()).toHaveTextContent("Last 7 days");
    await waitFor(() => expect(localStorage.getItem("latchkey-range")).toBe("range=7d"));
  });
});

describe("a custom range", () => {
  it("can be typed, and is sent as instants of the reader's zone", async () => {
    const { user, address } = await openScreen("/");
    await screen.findByText("requests in the last 24 hours");
    const { from, to, getByRole, getByText } = await openCustom(user);
    expect(from).toHaveValue("Nov 20, 2026 00:00");
    expect(to).toHaveValue("Nov 20, 2026 24:00");
    await expectNoAxeViolations();
    await fill(user, from, "Nov 3");
    await fill(user, to, "2026-11-16");
    expect(getByText(/^14 days, UTC/)).toBeVisible();
    const queries = queriesOf(GET);
    const days = { from: new Date(2026, 10, 3).toISOString(), to: new Date(2026, 10, 17).toISOString() };
    respond(GET, { ...analytics, range: "custom", ...days });
    await user.click(getByRole("button", { name: "Apply" }));
    expect(address()).toBe(`/?${new URLSearchParams({ range: "custom", ...days })}`);
    expect(await screen.findByText("requests, Nov 3 – 16, 2026")).toBeVisible();
    expect(await rangeButton()).toHaveTextContent("Nov 3 – 16, 2026");
    expect(queries).toEqual([]);
  });

  it("that isn't one is refused at its field, and the panel stays", async () => {
    const { user, address } = await openScreen("/");
    const { from, to, getByRole, getByText } = await openCustom(user);
    await fill(user, from, "Nov 18");
    await fill(user, to, "Nov 3");
    await user.click(getByRole("button", { name: "Apply" }));
    expect(to).toHaveAttribute("aria-invalid", "true");
    expect(to).toHaveAccessibleDescription("The end must be after the start.");
    await fill(user, to, "tomorrow");
    await user.keyboard("{Enter}");
    expect(getByText("Enter a date, such as Nov 20, 2026 24:00.")).toBeVisible();
    expect(address()).toBe("/");
    await user.click(getByRole("button", { name: "Cancel" }));
    expect(screen.queryByRole("dialog")).toBeNull();
  });

  it("can be picked from the calendar by pointer, in either order, but not in the future", async () => {
    const { user } = await openScreen("/");
    const { from, to, getByRole } = await openCustom(user);
    await user.click(getByRole("button", { name: "Mon, Nov 16" }));
    expect([from, to].map((field) => (field as HTMLInputElement).value)).toEqual([
      "Nov 16, 2026 00:00",
      "Nov 16, 2026 24:00",
    ]);
    await user.click(getByRole("button", { name: "Sat, Nov 21" }));
    await user.click(getByRole("button", { name: "Tue, Nov 3" }));
    expect(from).toHaveValue("Nov 3, 2026 00:00");
    expect(to).toHaveValue("Nov 16, 2026 24:00");
    expect(getByRole("button", { name: "Tue, Nov 10" })).toHaveAttribute("aria-pressed", "true");
    expect(getByRole("button", { name: "Next month" })).toBeDisabled();
  });

  it("can be picked from the calendar by keyboard, across months", async () => {
    const { user } = await openScreen("/");
    const { from, to, getByRole, getByText } = await openCustom(user);
    const today = getByRole("button", { name: "Fri, Nov 20, today" });
    expect(today).toHaveAttribute("tabindex", "0");
    today.focus();
    await user.keyboard("{ArrowRight}");
    expect(today).toHaveFocus();
    await user.keyboard("{Home}{PageUp}");
    expect(getByText("October 2026", { selector: "p" })).toBeVisible();
    expect(getByRole("button", { name: "Fri, Oct 16" })).toHaveFocus();
    await user.keyboard("{Enter}{ArrowDown}{Enter}");
    expect(from).toHaveValue("Oct 16, 2026 00:00");
    expect(to).toHaveValue("Oct 23, 2026 24:00");
  });
});
