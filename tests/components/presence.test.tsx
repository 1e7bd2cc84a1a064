import { screen, waitFor, within } from "@testing-library/react";
import type { UserEvent } from "@testing-library/user-event";
import { HttpResponse, http } from "msw";
import { describe, expect, it } from "vitest";
import { authMessages } from "#app/features/auth/messages.ts";
import { presenceMessages as words } from "#app/features/presence/messages.ts";
import { readStoredSession, SESSION_STORAGE_KEY } from "#app/lib/auth/stored-session.ts";
import { accessToken } from "./support/account.ts";
import { expectNoAxeViolations } from "./support/expect-no-axe-violations.ts";
import { fill } from "./support/fill.ts";
import { bodiesOf, disconnect, fail, hold, IDENTITY, network, respond } from "./support/network.ts";
import { openScreen } from "./support/open-screen.tsx";
import { EMAIL, factor, guardedUser, user as person, sessionOf, storeSession } from "./support/session.ts";

const CREATE = "POST /api/tokens";
const SIGN_IN = "POST /auth/v1/token";
const OTP = "POST /auth/v1/otp";
const VERIFY_EMAILED = "POST /auth/v1/verify";
const CHALLENGE = `POST /auth/v1/factors/${factor.id}/challenge` as const;
const VERIFY = `POST /auth/v1/factors/${factor.id}/verify` as const;
const SECRET = `lkp_${"a".repeat(36)}`;
const REFUSAL = "Confirm that it's you, with your password or a code that we email you.";
const TEN_MINUTES_S = 600;

const refuse = () => fail(CREATE, REFUSAL, { status: 403, code: "presence_required" });
const accept = () => respond(CREATE, accessToken({ name: "Weekly report", token: SECRET }), 201);
const OLD = sessionOf(person, "aal1", ["password"], TEN_MINUTES_S);
const NEWER = { ...sessionOf(person, "aal1", ["password"], 1), refresh_token: "newer" };
const googleUser = {
  ...person,
  identities: person.identities.map((one) => ({ ...one, provider: "google" })),
};
const otpExpired = { code: 403, error_code: "otp_expired", msg: "Token has expired or is invalid" };

/** Collects the tokens whose sessions are ended at the identity provider. */
function endedTokens(): string[] {
  const ended: string[] = [];
  network.use(
    http.post(`${IDENTITY}/auth/v1/logout`, ({ request }) => {
      expect(new URL(request.url).searchParams.get("scope")).toBe("local");
      ended.push(request.headers.get("authorization")?.replace("Bearer ", "") ?? "");
      return new HttpResponse(null, { status: 204 });
    }),
  );
  return ended;
}

const confirmButton = () => screen.getByRole("button", { name: words.confirm });
const dialogNow = () => screen.queryByRole("dialog", { name: words.title });

/** Fills in the form for a new token, which the API refuses in this session. */
async function askForToken(user: UserEvent) {
  storeSession(OLD);
  await user.click(await screen.findByRole("button", { name: "Create token" }));
  const form = screen.getByRole("dialog", { name: "Create access token" });
  await fill(user, within(form).getByLabelText("Name"), "Weekly report");
  await user.click(within(form).getByRole("checkbox", { name: "usage:read" }));
  refuse();
  const sent = bodiesOf(CREATE);
  const submit = within(form).getByRole("button", { name: "Create token" });
  await user.click(submit);
  const dialog = within(await screen.findByRole("dialog", { name: words.title }));
  return { user, form, submit, sent, dialog };
}

async function openAs(account: typeof person | typeof guardedUser = person) {
  respond("GET /auth/v1/user", account);
  respond("GET /api/account/recovery-codes", { left: 10, created_at: factor.created_at });
  return askForToken((await openScreen("/profile")).user);
}

describe("a person with a password", () => {
  it("enters it above the form that needs it, which is then sent once more in a session that replaces the old one", async () => {
    const { user, dialog, sent } = await openAs();
    const field = dialog.getByLabelText("Password");
    expect(field).toHaveFocus();
    expect(dialog.getByText(words.password)).toBeVisible();
    await expectNoAxeViolations();
    respond(SIGN_IN, { code: 400, error_code: "invalid_credentials", msg: "Invalid login credentials" }, 400);
    const tries = bodiesOf(SIGN_IN);
    await user.type(field, "wrong{Enter}");
    await waitFor(() => expect(field).toHaveAccessibleDescription(words.wrongPassword));
    expect(field).toHaveFocus();
    expect(tries).toMatchObject([{ email: EMAIL, password: "wrong" }]);
    expect(sent).toHaveLength(1);

    respond(SIGN_IN, NEWER);
    const ended = endedTokens();
    accept();
    const again = bodiesOf(CREATE);
    await user.type(field, "right");
    expect(field).toHaveAccessibleDescription("");
    await user.click(confirmButton());
    expect(await screen.findByText(SECRET)).toBeVisible();
    expect(again).toEqual(sent);
    expect(dialogNow()).toBeNull();
    expect(readStoredSession()?.refresh_token).toBe("newer");
    await waitFor(() => expect(ended).toEqual([OLD.access_token]));
  });

  it("can close only this dialog with Escape, and the form below says what was missing and keeps its input", async () => {
    const { user, form, submit, sent } = await openAs();
    await user.keyboard("{Escape}");
    await waitFor(() => expect(dialogNow()).toBeNull());
    expect(await within(form).findByRole("alert")).toHaveTextContent(REFUSAL);
    expect(submit).toHaveFocus();
    expect(within(form).getByLabelText("Name")).toHaveValue("Weekly report");
    expect(sent).toHaveLength(1);
    await user.keyboard("{Escape}");
    await waitFor(() => expect(form).not.toBeInTheDocument());
  });

  it("can have a code emailed instead", async () => {
    const { user, dialog } = await openAs();
    respond(OTP, {});
    const emails = bodiesOf(OTP);
    await user.click(dialog.getByRole("button", { name: words.emailInstead }));
    const code = await dialog.findByLabelText(authMessages.secondFactor.code);
    expect(code).toHaveFocus();
    await waitFor(() => expect(emails).toMatchObject([{ email: EMAIL, create_user: false }]));
  });

  it("never gets into another person's session", async () => {
    const { user, dialog, sent } = await openAs();
    const stranger = { ...person, id: "00000000-0000-4000-8000-000000000002" };
    const theirs = sessionOf(stranger);
    respond(SIGN_IN, theirs);
    const ended = endedTokens();
    await user.type(dialog.getByLabelText("Password"), "theirs{Enter}");
    await waitFor(() =>
      expect(dialog.getByLabelText("Password")).toHaveAccessibleDescription(words.otherSession),
    );
    expect(readStoredSession()?.access_token).toBe(OLD.access_token);
    expect(ended).toEqual([theirs.access_token]);
    expect(sent).toHaveLength(1);
  });

  it("needn't confirm again after doing so in another tab", async () => {
    await openAs();
    accept();
    storeSession(NEWER);
    const otherTab = new BroadcastChannel(SESSION_STORAGE_KEY);
    otherTab.postMessage({ event: "SIGNED_IN", session: NEWER });
    expect(await screen.findByText(SECRET)).toBeVisible();
    expect(dialogNow()).toBeNull();
    otherTab.close();
  });
});

describe("a person with an authenticator app", () => {
  it("enters a code, which gives the same session a new token", async () => {
    const { user, dialog } = await openAs(guardedUser);
    expect(dialog.getByText(words.app)).toBeVisible();
    const code = dialog.getByLabelText(authMessages.secondFactor.code);
    expect(code).toHaveFocus();
    respond(CHALLENGE, { id: "c1", type: "totp", expires_at: 2e9 });
    respond(
      VERIFY,
      { code: 422, error_code: "mfa_verification_failed", msg: "Invalid TOTP code entered" },
      422,
    );
    await user.keyboard("123456{Enter}");
    await waitFor(() => expect(code).toHaveAccessibleDescription(/^This code is incorrect/));
    expect(code).toHaveValue("");

    respond(VERIFY, { ...sessionOf(guardedUser, "aal2"), refresh_token: "same session" });
    accept();
    await user.keyboard("654321{Enter}");
    expect(await screen.findByText(SECRET)).toBeVisible();
    expect(readStoredSession()?.refresh_token).toBe("same session");
  });
});

describe("a person who only uses Google", () => {
  it("enters the code that was emailed at once", async () => {
    respond(OTP, {});
    const emails = bodiesOf(OTP);
    const { user, dialog } = await openAs(googleUser);
    expect(dialog.getByText(words.email(EMAIL))).toBeVisible();
    await waitFor(() => expect(emails).toHaveLength(1));
    const code = dialog.getByLabelText(authMessages.secondFactor.code);
    respond(VERIFY_EMAILED, otpExpired, 403);
    await user.type(code, "123456{Enter}");
    await waitFor(() => expect(code).toHaveAccessibleDescription(words.wrongCode));
    await user.click(dialog.getByRole("button", { name: words.sendAgain }));
    expect(await dialog.findByText(words.sentAgain)).toBeVisible();
    expect(emails).toHaveLength(2);

    respond(VERIFY_EMAILED, NEWER);
    const redeemed = bodiesOf(VERIFY_EMAILED);
    const ended = endedTokens();
    accept();
    await user.type(code, "654321{Enter}");
    expect(await screen.findByText(SECRET)).toBeVisible();
    expect(redeemed).toMatchObject([{ email: EMAIL, token: "654321", type: "email" }]);
    await waitFor(() => expect(ended).toEqual([OLD.access_token]));
  });

  it("sees that there were too many emails, and can still enter an earlier code", async () => {
    respond(OTP, { code: 429, error_code: "over_email_send_rate_limit", msg: "Only after 41 seconds." }, 429);
    const { user, dialog } = await openAs(googleUser);
    const code = dialog.getByLabelText(authMessages.secondFactor.code);
    await waitFor(() => expect(code).toHaveAccessibleDescription(/^Too many emails in a short time/));
    respond(VERIFY_EMAILED, NEWER);
    endedTokens();
    accept();
    await user.type(code, "654321{Enter}");
    expect(await screen.findByText(SECRET)).toBeVisible();
  });
});

it("says in the form why nobody could be asked", async () => {
  const { user } = await openScreen("/profile");
  await user.click(await screen.findByRole("button", { name: "Create token" }));
  const form = within(screen.getByRole("dialog", { name: "Create access token" }));
  await fill(user, form.getByLabelText("Name"), "Weekly report");
  await user.click(form.getByRole("checkbox", { name: "usage:read" }));
  refuse();
  disconnect("GET /auth/v1/user");
  await user.click(form.getByRole("button", { name: "Create token" }));
  expect(await form.findByRole("alert")).toHaveTextContent("The sign-in service can’t be reached.");
  expect(dialogNow()).toBeNull();
});

it("a change at the identity provider is made only after the person has confirmed that it's them", async () => {
  const CHANGE = "PUT /auth/v1/user";
  const { user } = await openScreen("/user-management?tab=email");
  storeSession(OLD);
  respond(CHANGE, person);
  const changes = bodiesOf(CHANGE);
  await fill(user, await screen.findByLabelText("New email"), "lind@example.com");
  await user.click(screen.getByRole("button", { name: authMessages.updateEmail }));
  await screen.findByRole("dialog", { name: words.title });
  await user.click(screen.getByRole("button", { name: "Cancel" }));
  expect(await screen.findByText("Confirm that it’s you to make this change.")).toBeVisible();
  expect(changes).toEqual([]);

  await user.click(screen.getByRole("button", { name: authMessages.updateEmail }));
  respond(SIGN_IN, NEWER);
  endedTokens();
  await user.type(await screen.findByLabelText("Password"), "right{Enter}");
  expect(await screen.findByText(authMessages.success.emailUpdate)).toBeVisible();
  expect(changes).toMatchObject([{ email: "lind@example.com" }]);
});

it("at the desk, an operator's refused action continues after a code", async () => {
  const CREDIT = "POST /api/operator/accounts/:id/credit";
  respond("GET /auth/v1/user", guardedUser);
  const { user } = await openScreen("/operator/accounts/1042");
  await user.click(await screen.findByRole("button", { name: "Grant credit" }));
  const form = within(screen.getByRole("dialog"));
  await fill(user, form.getByLabelText("Amount"), "10");
  await fill(user, form.getByLabelText("Reason"), "Outage");
  fail(CREDIT, "Enter a new code from your authenticator app.", { status: 403, code: "presence_required" });
  const sent = bodiesOf(CREDIT);
  await user.click(form.getByRole("button", { name: "Grant $10.00" }));
  await screen.findByRole("dialog", { name: words.title });
  respond(CHALLENGE, { id: "c1", type: "totp", expires_at: 2e9 });
  respond(VERIFY, sessionOf(guardedUser, "aal2"));
  respond(CREDIT, {});
  const again = bodiesOf(CREDIT);
  const verifying = hold(VERIFY);
  verifying.release();
  await user.keyboard("123456{Enter}");
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
  expect(verifying.calls()).toBe(1);
  // The same request, so that the credit is granted once.
  expect(again).toEqual(sent);
});
