import { screen, waitFor, within } from "@testing-library/react";
import { describe, expect, it } from "vitest";
import { operatorMessages } from "#app/features/operator/messages.ts";
import { expectNoAxeViolations } from "./support/expect-no-axe-violations.ts";
import { queriesOf, respond } from "./support/network.ts";
import { openScreen } from "./support/open-screen.tsx";
import { operatorEntry } from "./support/operator.ts";

const TEXTS = operatorMessages.audit;
const AUDIT = "GET /api/operator/audit";
const NOTHING = { items: [], next_cursor: null, operators: [] };

async function openAudit(query = "") {
  const opened = await openScreen(`/operator/audit${query}`);
  await screen.findByRole("heading", { name: TEXTS.title, level: 1 });
  return opened;
}

describe("the operators' log", () => {
  it("says who did what to whom and why, and opens to the details", async () => {
    const { user } = await openAudit();
    const row = await screen.findByRole("row", { name: /Granted \$10\.00 credit/ });
    expect(row).toHaveTextContent(/danaDeskGranted \$10\.00 creditdev@quartzlabs\.exampleOutage on Nov 14/);
    expect(screen.getByRole("row", { name: /Published prices/ })).toHaveTextContent(
      "priyaCommandPublished pricesList 15, 4 models, from Dec 1, 2026December prices",
    );
    expect(screen.queryByText("req_01KA8R5D2M")).toBeNull();
    await user.click(within(row).getByRole("button", { name: /^Details: Granted/, expanded: false }));
    expect(screen.getByText("req_01KA8R5D2M")).toBeVisible();
    expect(screen.getByText("203.0.113.24")).toBeVisible();
    expect(screen.getByText("dollars").parentElement).toHaveTextContent("dollars10");
    await expectNoAxeViolations();
    await user.click(within(row).getByRole("button", { expanded: true }));
    expect(screen.queryByText("req_01KA8R5D2M")).toBeNull();
  });

  it("names each kind of action", async () => {
    const actions = [
      [{ action: "credit.taken_back", detail: { dollars: 15 } }, "Took back $15.00 credit"],
      [
        { action: "plan.set", detail: { plan: "Business", valid_until: "2027-11-17T23:59:59.999Z" } },
        "Set plan to Business",
      ],
      [{ action: "account.suspended", detail: { notified: true } }, "Suspended account"],
      [{ action: "account.resumed", detail: {} }, "Resumed account"],
      [{ action: "keys.revoked", detail: { keys: 1 } }, "Revoked all keys"],
      [{ action: "key.revoked", detail: { name: "CI" } }, "Revoked “CI”"],
      [
        { action: "prices.canceled", detail: { list: 15, from: "2026-12-01T00:00:00.000Z" } },
        "Canceled a price list",
      ],
      [{ action: "prices.rolled_back", detail: { list: 17, back_to: 13 } }, "Rolled back prices"],
    ] as const;
    const items = actions.map(([entry], at) => operatorEntry({ id: String(at), ...entry }));
    respond(AUDIT, { ...NOTHING, items });
    await openAudit();
    for (const [, text] of actions) expect(await screen.findByText(text)).toBeVisible();
    expect(screen.getByText("Until Nov 17, 2027")).toBeVisible();
    expect(screen.getByText("1 key")).toBeVisible();
    expect(screen.getByText("List 15, from Dec 1, 2026")).toBeVisible();
    expect(screen.getByText("List 17, with the prices of list 13")).toBeVisible();
  });

  it("says which event, difference or alert was closed", async () => {
    const entries = [
      [{ action: "event.closed", detail: { event: "evt_1", type: "charge.updated" } }, "charge.updated"],
      [{ action: "difference.closed", detail: { subject: "pi_1", code: "amount_differs" } }, "pi_1"],
      [{ action: "alert.closed", detail: { alert: 7, title: "Refunds overdue" } }, "Refunds overdue"],
    ] as const;
    respond(AUDIT, {
      ...NOTHING,
      items: entries.map(([entry], at) => operatorEntry({ id: String(at), account: null, ...entry })),
    });
    await openAudit();
    const rows = await screen.findAllByRole("row", { name: /Closed an? / });
    expect(rows).toHaveLength(entries.length);
    for (const [at, [, note]] of entries.entries()) expect(rows[at]).toHaveTextContent(note);
  });

  it("keeps its filters in the address, and can leave out the account", async () => {
    const sent = queriesOf(AUDIT);
    const { user, address } = await openAudit("?account=1042&action=made-up&days=30");
    await waitFor(() => expect(sent).toEqual([{ account: "1042", days: "30" }]));
    await user.click(await screen.findByRole("combobox", { name: "By" }));
    await user.click(await screen.findByRole("option", { name: "priya" }));
    await waitFor(() => expect(sent.at(-1)).toEqual({ account: "1042", days: "30", by: "priya" }));
    await user.click(screen.getByRole("combobox", { name: "Action" }));
    await user.click(await screen.findByRole("option", { name: "Set plan" }));
    await user.click(await screen.findByRole("button", { name: "Account 1042: show every account" }));
    await waitFor(() => expect(sent.at(-1)).toEqual({ days: "30", by: "priya", action: "plan.set" }));
    await user.type(screen.getByRole("searchbox", { name: TEXTS.search }), "ticket");
    await waitFor(() => expect(address()).toContain("search=ticket"));
  });

  it("grows by the next page", async () => {
    respond(AUDIT, { ...NOTHING, items: [operatorEntry()], next_cursor: "next" });
    const { user } = await openAudit();
    await screen.findByRole("row", { name: /Granted/ });
    respond(AUDIT, {
      ...NOTHING,
      items: [operatorEntry({ id: "5", action: "account.resumed", detail: {} })],
    });
    const cursors = queriesOf(AUDIT);
    await user.click(screen.getByRole("button", { name: "Load more" }));
    expect(await screen.findByRole("row", { name: /Resumed account/ })).toBeVisible();
    expect(screen.getByRole("row", { name: /Granted/ })).toBeVisible();
    expect(cursors).toEqual([{ cursor: "next" }]);
  });

  it.each([
    ["", TEXTS.noneHint],
    ["?search=nobody", TEXTS.noMatchHint],
  ])("with nothing to show for “%s” says why", async (query, hint) => {
    respond(AUDIT, NOTHING);
    await openAudit(query);
    expect(await screen.findByText(hint)).toBeVisible();
    await expectNoAxeViolations();
  });
});
