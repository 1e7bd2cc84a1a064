import { screen, waitFor, within } from "@testing-library/react";
import type { UserEvent } from "@testing-library/user-event";
import { describe, expect, it } from "vitest";
import { creditProblem, reasonProblem } from "#app/features/operator/action-fields.tsx";
import { problemMessages } from "#app/features/operator/messages.ts";
import { creditRequest } from "#core/contract/operator.ts";
import { expectNoAxeViolations } from "./support/expect-no-axe-violations.ts";
import { fill } from "./support/fill.ts";
import { bodiesOf, type Call, disconnect, fail, refuse, respond } from "./support/network.ts";
import { openScreen } from "./support/open-screen.tsx";
import { operatorAccount } from "./support/operator.ts";
import { expectToast } from "./support/toasts.ts";

const ACCOUNT = "GET /api/operator/accounts/:id";
const CREDIT = "POST /api/operator/accounts/:id/credit";
const PLAN = "PUT /api/operator/accounts/:id/plan";
const SUSPENSION = "/api/operator/accounts/:id/suspension";
const EMAIL = "dev@quartzlabs.example";

type Dialog = ReturnType<typeof within>;

async function openAccount(): Promise<UserEvent> {
  const { user } = await openScreen("/operator/accounts/1042");
  await screen.findByRole("heading", { name: EMAIL, level: 1 });
  return user;
}

async function openDialog(user: UserEvent, button: string): Promise<Dialog> {
  await user.click(screen.getByRole("button", { name: button }));
  return within(await screen.findByRole("dialog"));
}

const closed = () => waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
const press = (user: UserEvent, dialog: Dialog, name: string) =>
  user.click(dialog.getByRole("button", { name }));

/** Responds and collects the bodies from now on. */
function accept(call: Call, json = {}): unknown[] {
  respond(call, json);
  return bodiesOf(call);
}

describe("granting credit", () => {
  const fillCredit = async (user: UserEvent, dialog: Dialog, amount = "10", reason = " Outage ") => {
    await fill(user, dialog.getByLabelText("Amount"), amount);
    await fill(user, dialog.getByLabelText("Reason"), reason);
  };

  it("says what is missing at its field, and sends nothing", async () => {
    const user = await openAccount();
    const sent = accept(CREDIT);
    const dialog = await openDialog(user, "Grant credit");
    await press(user, dialog, "Grant credit");
    expect(dialog.getByLabelText("Amount")).toHaveAccessibleDescription(problemMessages.amountNotNumber);
    expect(dialog.getByLabelText("Reason")).toHaveAccessibleDescription(problemMessages.reasonMissing);
    expect(dialog.getByLabelText("Amount")).toHaveFocus();
    await expectNoAxeViolations();
    expect(sent).toEqual([]);
  });

  it("shows the balance after it, sends it once, and refreshes the account", async () => {
    const user = await openAccount();
    const sent = accept(CREDIT);
    const dialog = await openDialog(user, "Grant credit");
    await fillCredit(user, dialog);
    expect(dialog.getByText("Balance after").parentElement).toHaveTextContent("$58.20");
    respond(ACCOUNT, operatorAccount({ balance: 58.2 }));
    await user.dblClick(dialog.getByRole("button", { name: "Grant $10.00" }));
    await closed();
    await expectToast("Credit granted", `$10.00 · ${EMAIL}`);
    expect(sent).toEqual([
      { direction: "grant", amount: 10, reason: "Outage", id: expect.stringMatching(/^[\w-]{1,64}$/) },
    ]);
    await waitFor(() => expect(document.querySelector("main")).toHaveTextContent("58.20"));
  });

  it("keeps its id for a retry after a lost response, and not for another dialog", async () => {
    const user = await openAccount();
    disconnect(CREDIT);
    const lost = bodiesOf(CREDIT);
    const dialog = await openDialog(user, "Grant credit");
    await fillCredit(user, dialog);
    await press(user, dialog, "Grant $10.00");
    expect(await dialog.findByRole("alert")).toBeVisible();
    const sent = accept(CREDIT);
    await press(user, dialog, "Grant $10.00");
    await closed();
    const another = await openDialog(user, "Grant credit");
    await fillCredit(user, another);
    await press(user, another, "Grant $10.00");
    await closed();
    const [first, second] = sent as { id: string }[];
    expect(lost).toEqual([first]);
    expect(second?.id).not.toBe(first?.id);
  });

  it("also takes it back, but never more than the balance, as it is shown or has become since", async () => {
    const user = await openAccount();
    const reasonAt = (balance: string) => `The balance is ${balance}; no more than that can be taken back.`;
    const reason = reasonAt("$4.09");
    fail(CREDIT, reason, { status: 402, code: "insufficient_balance" });
    const sent = bodiesOf(CREDIT);
    const dialog = await openDialog(user, "Grant credit");
    await user.click(dialog.getByRole("radio", { name: "Take back" }));
    await fillCredit(user, dialog, "48.21");
    expect(dialog.getByText("Balance after").parentElement).toHaveTextContent("−$0.01");
    await press(user, dialog, "Take back $48.21");
    expect(dialog.getByLabelText("Amount")).toHaveAccessibleDescription(reasonAt("$48.20"));
    expect(sent).toEqual([]);
    await fill(user, dialog.getByLabelText("Amount"), "48.2");
    await press(user, dialog, "Take back $48.20");
    await waitFor(() => expect(dialog.getByLabelText("Amount")).toHaveAccessibleDescription(reason));
    expect(sent).toMatchObject([{ direction: "take_back", amount: 48.2 }]);
    await fill(user, dialog.getByLabelText("Amount"), "5");
    expect(dialog.getByLabelText("Amount")).not.toHaveAccessibleDescription(reason);
  });
});

describe("setting the plan", () => {
  it("begins with the plan's terms and sends what is changed", async () => {
    const plan_valid_until = "2027-11-17T23:59:59.999Z";
    const termsNow = { plan_valid_until, requests_limit: 20_000, plan_value_per_month: 30 };
    respond(ACCOUNT, operatorAccount({ plan: "Premium", ...termsNow }));
    const user = await openAccount();
    const sent = accept(PLAN);
    const dialog = await openDialog(user, "Set plan");
    expect(dialog.getByLabelText("Monthly plan allowance")).toHaveValue("30");
    expect(dialog.getByLabelText("Last day")).toHaveValue("2027-11-17");
    expect(dialog.getByLabelText("Requests per month")).toHaveValue("20000");
    await user.click(dialog.getByRole("radio", { name: "Business" }));
    await fill(user, dialog.getByLabelText("Requests per month"), "");
    await fill(user, dialog.getByLabelText("Monthly plan allowance"), "12.5");
    await fill(user, dialog.getByLabelText("Reason"), "Contract 2026-118");
    await expectNoAxeViolations();
    await press(user, dialog, "Set to Business");
    await closed();
    await expectToast("Plan set to Business", EMAIL);
    const terms = { valid_until: "2027-11-17", requests_per_month: null, value_per_month: 12.5 };
    expect(sent).toEqual([{ plan: "Business", ...terms, reason: "Contract 2026-118" }]);
  });

  it("to Free sends no terms", async () => {
    const plan_valid_until = "2027-11-17T23:59:59.999Z";
    respond(ACCOUNT, operatorAccount({ plan: "Premium", plan_valid_until, requests_limit: 20_000 }));
    const user = await openAccount();
    const sent = accept(PLAN);
    const dialog = await openDialog(user, "Set plan");
    await user.click(dialog.getByRole("radio", { name: "Free" }));
    await fill(user, dialog.getByLabelText("Reason"), "Refunded");
    await press(user, dialog, "Set to Free");
    await closed();
    const none = { valid_until: null, requests_per_month: null, value_per_month: null };
    expect(sent).toEqual([{ plan: "Free", ...none, reason: "Refunded" }]);
  });

  it("to Premium needs an end in the future and a number of requests", async () => {
    const user = await openAccount();
    const dialog = await openDialog(user, "Set plan");
    await user.click(dialog.getByRole("radio", { name: "Premium" }));
    await press(user, dialog, "Set to Premium");
    expect(dialog.getByLabelText("Last day")).toHaveAccessibleDescription(problemMessages.premium);
    expect(dialog.getByLabelText("Requests per month")).toHaveAccessibleDescription(problemMessages.premium);
    await user.type(dialog.getByLabelText("Last day"), "2020-01-01");
    await user.type(dialog.getByLabelText("Requests per month"), "1.5");
    expect(dialog.getByLabelText("Last day")).toHaveAccessibleDescription(problemMessages.planEnd);
    expect(dialog.getByLabelText("Requests per month")).toHaveAccessibleDescription(problemMessages.requests);
  });

  it("shows the API's own reason at the field that it names", async () => {
    const user = await openAccount();
    const error = "The end must be in the future.";
    refuse(PLAN, error, "valid_until");
    const dialog = await openDialog(user, "Set plan");
    await user.click(dialog.getByRole("radio", { name: "Business" }));
    await fill(user, dialog.getByLabelText("Reason"), "Contract");
    await press(user, dialog, "Set to Business");
    await waitFor(() => expect(dialog.getByLabelText("Last day")).toHaveAccessibleDescription(error));
    expect(dialog.getByLabelText("Last day")).toHaveFocus();
  });
});

describe("suspending", () => {
  it("names what is in use, and notifies the customer unless unchecked", async () => {
    const user = await openAccount();
    const sent = accept(`PUT ${SUSPENSION}`);
    const dialog = await openDialog(user, "Suspend");
    expect(dialog.getByText("421 requests with 2 keys")).toBeVisible();
    expect(dialog.getByText("3 requests, allowed to finish")).toBeVisible();
    await expectNoAxeViolations();
    await fill(user, dialog.getByLabelText("Reason"), "Card dispute");
    respond(ACCOUNT, operatorAccount({ status: "suspended", suspended_at: "2026-11-20T10:00:00.000Z" }));
    await press(user, dialog, "Suspend account");
    await closed();
    await expectToast("Account suspended", EMAIL);
    expect(sent).toEqual([{ reason: "Card dispute", notify: true }]);
    const resumed = accept(`DELETE ${SUSPENSION}`);
    await screen.findByRole("button", { name: "Resume" });
    const resume = await openDialog(user, "Resume");
    await fill(user, resume.getByLabelText("Reason"), "Dispute won");
    await user.click(resume.getByRole("checkbox", { name: /^Email the customer/ }));
    await press(user, resume, "Resume account");
    await closed();
    expect(resumed).toEqual([{ reason: "Dispute won", notify: false }]);
  });
});

describe("revoking", () => {
  it("all keys says how many there were", async () => {
    const user = await openAccount();
    const sent = accept("POST /api/operator/accounts/:id/revoke-keys", { revoked: 4 });
    const dialog = await openDialog(user, "Revoke all keys");
    await fill(user, dialog.getByLabelText("Reason"), "Leaked");
    await expectNoAxeViolations();
    await press(user, dialog, "Revoke all keys");
    await closed();
    await expectToast("4 keys revoked", EMAIL);
    expect(sent).toEqual([{ reason: "Leaked", notify: true }]);
  });

  it("one key shows its use", async () => {
    const user = await openAccount();
    const sent = accept("POST /api/operator/accounts/:id/keys/key_1/revoke");
    const dialog = await openDialog(user, "Revoke Production");
    expect(dialog.getByText("30,854 requests · $19.86")).toBeVisible();
    await fill(user, dialog.getByLabelText("Reason"), "Leaked");
    await press(user, dialog, "Revoke key");
    await closed();
    await expectToast("Key revoked", "“Production” no longer works.");
    expect(sent).toEqual([{ reason: "Leaked" }]);
  });
});

describe("resending an email", () => {
  const RESEND = "POST /api/operator/accounts/:id/emails/1204/resend";
  const RESEND_BUTTON = "Resend “Your balance is $4.90”";

  it("repeats a lost request under the same id, and says where it goes", async () => {
    const user = await openAccount();
    disconnect(RESEND);
    const sent = bodiesOf(RESEND);
    await screen.findByRole("button", { name: RESEND_BUTTON });
    const dialog = await openDialog(user, RESEND_BUTTON);
    await fill(user, dialog.getByLabelText("Reason"), "Ticket 2391");
    await press(user, dialog, "Resend");
    expect(await dialog.findByRole("alert")).toBeVisible();
    const repeated = accept(RESEND, { subject: "Your balance is $4.90", email: EMAIL, repeated: true });
    await press(user, dialog, "Resend");
    await closed();
    await expectToast("Email queued", `It goes to ${EMAIL} within a minute.`);
    expect(sent).toMatchObject([{ reason: "Ticket 2391" }]);
    expect(repeated).toEqual(sent);
  });
});

describe("what the desk refuses itself", () => {
  it("has the API's own words", () => {
    const { reason } = creditRequest.shape;
    for (const text of ["", "  ", "x".repeat(201), "x".repeat(200), " ok "]) {
      const { success, error } = reason.safeParse(text);
      expect(reasonProblem(text), text).toBe(success ? null : error.issues[0]?.message);
    }
  });

  it.each([
    ["10", null],
    [" .5 ", null],
    ["10000", null],
    ["10000.01", problemMessages.amountRange],
    ["0", problemMessages.amountRange],
    ["0.001", problemMessages.amountCents],
    ["1,000", problemMessages.amountNotNumber],
    ["-5", problemMessages.amountNotNumber],
    [".", problemMessages.amountNotNumber],
  ])("takes %s as an amount, or says why not", (text, problem) => {
    expect(creditProblem(text)).toBe(problem);
  });
});
