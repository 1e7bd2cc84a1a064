import { screen, waitFor, within } from "@testing-library/react";
import type { UserEvent } from "@testing-library/user-event";
import { describe, expect, it } from "vitest";
import { operatorMessages, problemMessages } from "#app/features/operator/messages.ts";
import { expectNoAxeViolations } from "./support/expect-no-axe-violations.ts";
import { fill } from "./support/fill.ts";
import { bodiesOf, fail, hold, queriesOf, respond } from "./support/network.ts";
import { openScreen } from "./support/open-screen.tsx";
import {
  operatorAlertHistory,
  operatorAlerts,
  operatorFiring,
  operatorRule,
  operatorSelf,
} from "./support/operator.ts";
import { expectToast } from "./support/toasts.ts";

const TEXTS = operatorMessages.alerts;
const ALERTS = "GET /api/operator/alerts";
const HISTORY = "GET /api/operator/alerts/history";
const MUTE = "/api/operator/alerts/rules/:rule/mute";
const TEST = "POST /api/operator/alerts/test";

async function openAlerts() {
  const opened = await openScreen("/operator/alerts");
  await screen.findByRole("heading", { name: TEXTS.title, level: 1 });
  return opened;
}
const card = async (title: string) => {
  const heading = await screen.findByRole("heading", { name: title, level: 2 });
  const section = heading.closest("section");
  if (!section) throw new Error(`${title} has no card.`);
  return section;
};
const ruleRow = (title: string) => screen.findByRole("row", { name: new RegExp(`^${title}`) });
const closed = () => waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());

describe("the alerts page", () => {
  it("shows what fires, every rule, where notices go, and what fired before", async () => {
    await openAlerts();
    const firing = await card("Provider error share");
    expect(firing).toHaveTextContent(/Critical.*18% of the requests.*Aboutdemo-reason/);
    expect(firing).toHaveTextContent(/Firing since.*34 min.*Notified.* by email and webhook/);
    expect(within(firing).getByRole("link", { name: "Open runbook" })).toHaveAttribute(
      "href",
      "https://wiki.example.com/operations#provider-error-share",
    );
    expect(await ruleRow("Provider error share")).toHaveTextContent(/CriticalFiring/);
    expect(await ruleRow("Refunds overdue")).toHaveTextContent(/WarningMutedUntil/);
    expect(await card("Rules")).toHaveTextContent(/Checked \d\d:\d\d.*3 rules · 1 firing, 1 muted/);
    const destinations = await card("Destinations");
    expect(destinations).toHaveTextContent(/ops@latchkey\.exampleOKEmailLast sent/);
    expect(destinations).toHaveTextContent(
      /hooks\.example\.comFailingSigned webhook.*503, 5 attempts\. Next try/,
    );
    expect(await card("History")).toHaveTextContent(/Ledger doesn't add up.*7 min.*4 sent/);
    await expectNoAxeViolations();
  });

  it("without an alert says so, and without a destination can't send a test", async () => {
    const rules = [operatorRule()];
    respond(ALERTS, operatorAlerts({ firing: [], rules, destinations: [], late: true, checked_at: null }));
    respond(HISTORY, { items: [], next_cursor: null });
    const { user } = await openAlerts();
    expect(await screen.findByText(TEXTS.none)).toBeVisible();
    expect(screen.getByText(TEXTS.historyNone)).toBeVisible();
    expect(screen.getByText(TEXTS.late, { exact: false })).toBeVisible();
    expect(screen.getByText(TEXTS.noDestination)).toBeVisible();
    await user.click(screen.getByRole("button", { name: "Send test alert" }));
    expect(screen.queryByRole("dialog")).toBeNull();
    await expectNoAxeViolations();
  });

  it("loads more of the history", async () => {
    respond(HISTORY, { ...operatorAlertHistory, next_cursor: "next" });
    const { user } = await openAlerts();
    const table = within(await card("History"));
    respond(HISTORY, {
      items: [{ ...operatorAlertHistory.items[0], id: 1, title: "Emails not sent" }],
      next_cursor: null,
    });
    const cursors = queriesOf(HISTORY);
    await user.click(table.getByRole("button", { name: "Load more" }));
    expect(await table.findByText("Emails not sent")).toBeVisible();
    expect(cursors).toEqual([{ limit: "10", cursor: "next" }]);
  });
});

describe("muting", () => {
  it("needs a reason, is sent once, and the page shows it", async () => {
    const { user } = await openAlerts();
    respond(`PUT ${MUTE}`, { muted_until: "2030-01-01T00:00:00.000Z" });
    const sent = bodiesOf(`PUT ${MUTE}`);
    const menu = within(await ruleRow("Provider error share")).getByRole("button", {
      name: "More actions for Provider error share",
    });
    await user.click(menu);
    expect(screen.queryByRole("menuitem", { name: "Unmute" })).toBeNull();
    await user.click(await screen.findByRole("menuitem", { name: "Mute for 4 hours" }));
    const dialog = within(await screen.findByRole("dialog", { name: "Mute this alert for 4 hours?" }));
    await user.click(dialog.getByRole("button", { name: "Mute for 4 hours" }));
    expect(dialog.getByLabelText("Reason")).toHaveAccessibleDescription(problemMessages.reasonMissing);
    expect(sent).toEqual([]);
    await fill(user, dialog.getByLabelText("Reason"), " Known ");
    await expectNoAxeViolations();
    const muted = operatorRule({ state: "muted", muted_until: new Date(Date.now() + 60_000).toISOString() });
    respond(ALERTS, operatorAlerts({ rules: [muted] }));
    await user.dblClick(dialog.getByRole("button", { name: "Mute for 4 hours" }));
    await closed();
    await expectToast("Muted for 4 hours", "Provider error share");
    expect(sent).toEqual([{ hours: 4, reason: "Known" }]);
    await waitFor(async () =>
      expect(await ruleRow("Provider error share")).toHaveTextContent(/MutedFiring, until/),
    );
    expect(menu).toHaveFocus();
  });

  it("starts at the alert too; the focus stays near if its card has gone", async () => {
    const { user } = await openAlerts();
    respond(`PUT ${MUTE}`, { muted_until: "2030-01-01T00:00:00.000Z" });
    const firing = within(await card("Provider error share"));
    await user.click(firing.getByRole("button", { name: "Mute for 1 hour: Provider error share" }));
    const dialog = within(await screen.findByRole("dialog"));
    await fill(user, dialog.getByLabelText("Reason"), "Known");
    respond(ALERTS, operatorAlerts({ firing: [] }));
    await user.click(dialog.getByRole("button", { name: "Mute for 1 hour" }));
    await closed();
    expect(await screen.findByText(TEXTS.none)).toBeVisible();
  });

  it("ends early, for a reason", async () => {
    const { user } = await openAlerts();
    respond(`DELETE ${MUTE}`, { muted_until: null });
    const sent = bodiesOf(`DELETE ${MUTE}`);
    await user.click(within(await ruleRow("Refunds overdue")).getByRole("button"));
    await user.click(await screen.findByRole("menuitem", { name: "Unmute" }));
    const dialog = within(await screen.findByRole("dialog", { name: "Unmute this alert?" }));
    await fill(user, dialog.getByLabelText("Reason"), "Fixed");
    await user.click(dialog.getByRole("button", { name: "Unmute" }));
    await closed();
    await expectToast("Unmuted", "Refunds overdue");
    expect(sent).toEqual([{ reason: "Fixed" }]);
  });
});

describe("handling an alert", () => {
  const ACKNOWLEDGE = "POST /api/operator/alerts/:id/acknowledge";
  const CLOSE = "POST /api/operator/alerts/:id/close";
  const handling = { acknowledged_at: null, acknowledged_by: null, closed_at: null, closed_by: null };
  const openAs = async (user: UserEvent, label: string) => {
    const firing = within(await card("Provider error share"));
    await user.click(firing.getByRole("button", { name: `${label}: Provider error share` }));
    return within(await screen.findByRole("dialog", { name: `${label} this alert?` }));
  };

  it("acknowledging needs no note; the card then says who did it and when", async () => {
    const { user } = await openAlerts();
    respond(ACKNOWLEDGE, { ...handling, note: null });
    const sent = bodiesOf(ACKNOWLEDGE);
    const dialog = await openAs(user, "Acknowledge");
    await expectNoAxeViolations();
    const acknowledged = {
      acknowledged_at: "2026-11-20T10:00:00.000Z",
      acknowledged_by: "dana",
      note: "Provider informed",
    };
    respond(ALERTS, operatorAlerts({ firing: [operatorFiring(acknowledged)] }));
    const { release } = hold(ALERTS);
    await user.dblClick(dialog.getByRole("button", { name: "Acknowledge" }));
    await closed();
    await expectToast(TEXTS.acknowledged, "Provider error share");
    release();
    expect(sent).toEqual([{}]);
    const firing = await card("Provider error share");
    await waitFor(() => expect(firing).toHaveTextContent(/AcknowledgedNov 20, 2026.* by dana/));
    expect(firing).toHaveTextContent("NoteProvider informed");
    expect(within(firing).queryByRole("button", { name: /^Acknowledge/ })).toBeNull();
    expect(screen.getByRole("region", { name: TEXTS.list })).toHaveFocus();
    expect(within(firing).getByRole("button", { name: /^Close/ })).toBeVisible();
  });

  it("sends the note of an acknowledgement, and refuses one that is too long", async () => {
    const { user } = await openAlerts();
    respond(ACKNOWLEDGE, { ...handling, note: "On it" });
    const sent = bodiesOf(ACKNOWLEDGE);
    const dialog = await openAs(user, "Acknowledge");
    const field = dialog.getByLabelText("Note (optional)");
    await fill(user, field, "x".repeat(201));
    await user.click(dialog.getByRole("button", { name: "Acknowledge" }));
    expect(field).toHaveAccessibleDescription(problemMessages.noteTooLong);
    await fill(user, field, " On it ");
    await user.click(dialog.getByRole("button", { name: "Acknowledge" }));
    await closed();
    expect(sent).toEqual([{ note: "On it" }]);
  });

  it("closing needs a note, takes the card away, and keeps the focus near", async () => {
    const { user } = await openAlerts();
    respond(CLOSE, { ...handling, note: "Known" });
    const sent = bodiesOf(CLOSE);
    const dialog = await openAs(user, "Close");
    await user.click(dialog.getByRole("button", { name: "Close alert" }));
    expect(dialog.getByLabelText("Note")).toHaveAccessibleDescription(problemMessages.noteMissing);
    expect(sent).toEqual([]);
    await fill(user, dialog.getByLabelText("Note"), " Known ");
    await expectNoAxeViolations();
    respond(ALERTS, operatorAlerts({ firing: [] }));
    const { release } = hold(ALERTS);
    await user.click(dialog.getByRole("button", { name: "Close alert" }));
    await closed();
    await expectToast(TEXTS.closed, "Provider error share");
    expect(sent).toEqual([{ note: "Known" }]);
    release();
    expect(await screen.findByText(TEXTS.none)).toBeVisible();
    expect(screen.getByRole("region", { name: TEXTS.list })).toHaveFocus();
  });

  it("shows a refusal, such as of an alert that has recovered meanwhile", async () => {
    const { user } = await openAlerts();
    const message = "This alert has already recovered. There is nothing left to do.";
    fail(CLOSE, message, { status: 422, code: "invalid_request" });
    const dialog = await openAs(user, "Close");
    await fill(user, dialog.getByLabelText("Note"), "Known");
    await user.click(dialog.getByRole("button", { name: "Close alert" }));
    expect(await dialog.findByRole("alert")).toHaveTextContent(message);
  });

  it("the history shows who closed or acknowledged an alert, and why", async () => {
    const [item] = operatorAlertHistory.items;
    respond(HISTORY, {
      items: [
        {
          ...item,
          id: 5,
          recovered_at: null,
          closed_at: "2026-11-18T03:17:00.000Z",
          closed_by: "dana",
          note: "Known, ticket 2401",
        },
        { ...item, id: 4, title: "Emails not sent", recovered_at: null, acknowledged_by: "priya" },
      ],
      next_cursor: null,
    });
    await openAlerts();
    expect(await ruleRow(".*Ledger doesn't add up.*Closed")).toHaveTextContent(
      /Closed by dana: Known, ticket 2401.*Closed5 min/,
    );
    expect(await ruleRow(".*Emails not sent")).toHaveTextContent(/Acknowledged by priya.*Firing/);
  });
});

describe("a test alert", () => {
  it.each([
    [false, TEXTS.testSent],
    [true, TEXTS.testRepeated],
  ])(
    "names the destinations and says what happens (repeated: %s)",
    async (repeated, { title, description }) => {
      const { user } = await openAlerts();
      await card("Destinations");
      respond(TEST, { destinations: 2, repeated });
      const sent = bodiesOf(TEST);
      await user.click(screen.getByRole("button", { name: "Send test alert" }));
      const element = await screen.findByRole("dialog", { name: "Send a test alert?" });
      const dialog = within(element);
      expect(element).toHaveTextContent(/Emailops@latchkey\.example.*Signed webhookhooks\.example\.com/);
      await fill(user, dialog.getByLabelText("Reason"), "New receiver");
      await user.click(dialog.getByRole("button", { name: "Send test alert" }));
      await closed();
      await expectToast(title, description);
      expect(sent).toEqual([{ reason: "New receiver" }]);
    },
  );
});

describe("the frame of the desk", () => {
  it("counts what fires, leads there, and links the runbook", async () => {
    const runbook = "https://wiki.example.com/operations";
    respond("GET /api/operator", operatorSelf({ firing_alerts: 2, runbook }));
    const { user, address } = await openScreen("/operator/audit");
    const desk = within(await screen.findByRole("navigation", { name: "Operator" }));
    expect(desk.getByRole("link", { name: /^Alerts ?2$/ })).toBeVisible();
    expect(desk.getByRole("link", { name: "Runbook" })).toHaveAttribute("href", runbook);
    await user.click(screen.getByRole("link", { name: "2 alerts firing" }));
    await waitFor(() => expect(address()).toBe("/operator/alerts"));
  });

  it("shows no count, button or link without them", async () => {
    await openScreen("/operator/audit");
    const desk = within(await screen.findByRole("navigation", { name: "Operator" }));
    expect(desk.getByRole("link", { name: "Alerts" })).toBeVisible();
    expect(desk.queryByRole("link", { name: "Runbook" })).toBeNull();
    expect(screen.queryByRole("link", { name: /firing/ })).toBeNull();
  });

  it("says one alert in the singular", async () => {
    respond("GET /api/operator", operatorSelf({ firing_alerts: 1 }));
    await openScreen("/operator/audit");
    expect(await screen.findByRole("link", { name: "1 alert firing" })).toBeVisible();
  });
});

it("an alert that nobody was notified of says why", async () => {
  const unsent = { notified_at: null, notified_by: [] };
  const muted_until = new Date(Date.now() + 60_000).toISOString();
  respond(
    ALERTS,
    operatorAlerts({ firing: [operatorFiring(unsent), operatorFiring({ ...unsent, id: 8, muted_until })] }),
  );
  await openAlerts();
  expect(await screen.findByText("Not yet")).toBeVisible();
  expect(screen.getByText("Not while it’s muted")).toBeVisible();
  expect(screen.getByRole("button", { name: "Unmute: Provider error share" })).toBeVisible();
});
