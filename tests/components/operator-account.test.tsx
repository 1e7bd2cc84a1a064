import { screen, within } from "@testing-library/react";
import { describe, expect, it } from "vitest";
import { operatorMessages } from "#app/features/operator/messages.ts";
import { expectNoAxeViolations } from "./support/expect-no-axe-violations.ts";
import { fail, respond } from "./support/network.ts";
import { openScreen } from "./support/open-screen.tsx";
import { operatorAccount, operatorEmail, operatorSelf } from "./support/operator.ts";

const TEXTS = operatorMessages.account;
const ACCOUNT = "GET /api/operator/accounts/:id";
const EMAILS = "GET /api/operator/accounts/:id/emails";
const EMAIL = "dev@quartzlabs.example";

async function openAccount() {
  const opened = await openScreen("/operator/accounts/1042");
  await screen.findByRole("heading", { name: EMAIL, level: 1 });
  return opened;
}

/** The card with this title. */
const card = (title: string) => {
  const section = screen.getByRole("heading", { name: title, level: 2 }).closest("section");
  if (!section) throw new Error(`${title} isn't in a card.`);
  return within(section);
};

describe("an account", () => {
  it("shows its figures with what they are compared to, its ledger, and its keys without a full one", async () => {
    const { user } = await openAccount();
    expect(card("Balance").getByText("$0.06 held for 3 requests")).toBeVisible();
    expect(card("Spend, 7 days").getByText("5.2%")).toBeVisible();
    expect(card("Requests, 24 h").getByText("48 errors, 0.74%")).toBeVisible();
    expect(screen.getByText(/^Last request \d+ minutes ago$/)).toBeVisible();
    await expectNoAxeViolations();
    const ledger = card("Ledger");
    expect(ledger.getByRole("row", { name: /Credit granted/ })).toHaveTextContent(
      "Outage on Nov 14, ticket 2381+$10.00$48.20",
    );
    expect(
      ledger.getByText(
        "Payments $175.00 + credits $10.00 − usage $136.80 = $48.20. The ledger matches the balance.",
      ),
    ).toBeVisible();
    const keys = card("API keys");
    expect(keys.getByRole("row", { name: /Production/ })).toHaveTextContent("lk_9fK2x••••••••Qe7T");
    await user.click(keys.getByRole("radio", { name: "Revoked 1" }));
    expect(keys.getByRole("row", { name: /^Old/ })).toHaveTextContent("Never");
    expect(keys.queryByRole("button", { name: /^Revoke/ })).toBeNull();
  });

  it("says when the ledger doesn't add up", async () => {
    const ledger = { ...operatorAccount().ledger, matches: false };
    respond(ACCOUNT, operatorAccount({ ledger }));
    await openAccount();
    expect(screen.getByText(/but the balance is \$48\.20\. The ledger doesn’t match it\.$/)).toBeVisible();
  });

  it("shows who its owner is, and says what isn't known", async () => {
    respond(ACCOUNT, operatorAccount({ identity: null }));
    await openAccount();
    expect(card("Identity").getAllByText("Unknown")).toHaveLength(2);
    expect(card("Identity").getByText(/^The identity provider doesn’t respond/)).toBeVisible();
  });

  it("shows its plan and limits, usage and the newest operator actions", async () => {
    respond(ACCOUNT, operatorAccount({ spending_limits: [{ period: "day", amount: 5 }], auto_top_up: true }));
    await openAccount();
    const plan = card("Plan and limits");
    expect(plan.getByRole("progressbar", { name: "Requests today" })).toHaveAttribute("aria-valuenow", "65");
    expect(plan.getByText("$5.00 per day")).toBeVisible();
    expect(card("Usage").getByText("demo-large")).toBeVisible();
    expect(card("Audit").getByRole("link", { name: "Open in Audit" })).toHaveAttribute(
      "href",
      "/operator/audit?account=1042",
    );
  });

  it("shows its emails, and offers to resend those that don't wait", async () => {
    const items = [
      operatorEmail({ id: 3, subject: "Add funds", status: "waiting", sent_at: null }),
      operatorEmail({ id: 2, subject: "Key refused", status: "not_sent", attempts: 11, sent_at: null }),
      operatorEmail({ id: 1, subject: "New sign-in", resent: true }),
    ];
    respond(EMAILS, { items, next_cursor: null });
    await openAccount();
    const emails = card("Emails");
    expect(await emails.findByRole("row", { name: /Add funds/ })).toHaveTextContent("Waiting");
    expect(emails.getByRole("row", { name: /Key refused/ })).toHaveTextContent("Not sent");
    expect(emails.getByRole("row", { name: /New sign-in/ })).toHaveTextContent("SentResent");
    expect(emails.getAllByRole("button").map((button) => button.getAttribute("aria-label"))).toEqual([
      "Resend “Key refused”",
      "Resend “New sign-in”",
    ]);
    await expectNoAxeViolations();
  });

  it("without emails says so", async () => {
    respond(EMAILS, { items: [], next_cursor: null });
    await openAccount();
    expect(await screen.findByText(TEXTS.emailsEmpty)).toBeVisible();
  });

  it("that is suspended says since when, and offers to resume it", async () => {
    const suspended_at = "2026-11-18T10:12:00.000Z";
    respond(ACCOUNT, operatorAccount({ status: "suspended", suspended_at }));
    await openAccount();
    expect(screen.getByText(/^Suspended since Nov 18, 2026/)).toBeVisible();
    expect(screen.getByRole("button", { name: "Resume" })).toBeVisible();
    expect(screen.queryByRole("button", { name: "Suspend" })).toBeNull();
    await expectNoAxeViolations();
  });

  it("that its owner deleted offers no actions", async () => {
    respond(ACCOUNT, operatorAccount({ status: "closed", closed_at: "2026-11-18T10:12:00.000Z" }));
    await openAccount();
    expect(screen.getByText(/^Its owner deleted this account on Nov 18, 2026/)).toBeVisible();
    for (const name of [
      "Grant credit",
      "Set plan",
      "Suspend",
      "Revoke all keys",
      "Revoke Production",
      /^Resend/,
    ])
      expect(screen.queryByRole("button", { name })).toBeNull();
  });

  it("without active keys has none to revoke", async () => {
    respond(ACCOUNT, operatorAccount({ keys: [] }));
    const { user } = await openAccount();
    await user.click(screen.getByRole("button", { name: "Revoke all keys" }));
    expect(screen.queryByRole("dialog")).toBeNull();
  });

  it("of the operator's own is shown, but nothing in it can be changed, and the page says why", async () => {
    respond("GET /api/operator", operatorSelf({ account: 1042 }));
    const { user } = await openAccount();
    expect(screen.getByText(operatorMessages.ownAccount)).toBeVisible();
    await screen.findByRole("button", { name: /^Resend/ });
    const changes = screen.getAllByRole("button", { name: /^(Grant|Set plan|Suspend|Revoke|Refund|Resend)/ });
    expect(changes.length).toBeGreaterThan(5);
    for (const button of changes) {
      expect(button).toHaveAccessibleDescription(operatorMessages.ownAccount);
      await user.click(button);
    }
    expect(screen.queryByRole("dialog")).toBeNull();
    await expectNoAxeViolations();
  });

  it("that doesn't exist leads back to the list", async () => {
    fail(ACCOUNT, "Account “1042” was not found.", { status: 404, code: "not_found" });
    await openScreen("/operator/accounts/1042");
    expect(await screen.findByText(TEXTS.unknown)).toBeVisible();
    expect(screen.getByRole("link", { name: TEXTS.all })).toHaveAttribute("href", "/operator/accounts");
  });

  it("stays on the page when its ledger, its emails or the audit log can't be loaded", async () => {
    fail("GET /api/operator/accounts/:id/ledger");
    fail("GET /api/operator/audit");
    fail(EMAILS);
    await openAccount();
    expect(screen.getByText(TEXTS.ledgerFailed)).toBeVisible();
    expect(screen.getByText(TEXTS.auditFailed)).toBeVisible();
    expect(await screen.findByText(TEXTS.emailsFailed)).toBeVisible();
    await expectNoAxeViolations();
  });
});
