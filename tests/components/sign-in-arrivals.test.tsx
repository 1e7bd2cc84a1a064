import { screen, waitFor, within } from "@testing-library/react";
import { describe, expect, it } from "vitest";
import { authMessages } from "#app/features/auth/messages.ts";
import { noteAsked } from "#app/lib/auth/asked-links.ts";
import { readStoredSession } from "#app/lib/auth/stored-session.ts";
import { expectNoAxeViolations } from "./support/expect-no-axe-violations.ts";
import { fill } from "./support/fill.ts";
import { bodiesOf, hold, queriesOf, refuse, respond } from "./support/network.ts";
import { openScreen } from "./support/open-screen.tsx";
import {
  EMAIL,
  factor,
  guardedUser,
  isSignedIn,
  sessionOf,
  signIn,
  storeSession,
  user,
} from "./support/session.ts";

const VERIFY = "POST /auth/v1/verify";
const USER = "PUT /auth/v1/user";
const LOGOUT = "POST /auth/v1/logout";
const LINK = "/login?token_hash=t1&type=magiclink";
const LINK_OF = (email: string) => `${LINK}#email=${encodeURIComponent(email)}`;
const USED = { code: 403, error_code: "otp_expired", msg: "Email link is invalid or has expired" };
const INVALID_LINK = "This link has expired or was already used. Request a new one.";
const stranger = { ...user, id: "00000000-0000-4000-8000-000000000002", email: "stranger@example.com" };

const alert = () => screen.findByRole("alert");
const button = (name: string) => screen.findByRole("button", { name });
const challenge = () => screen.findByRole("heading", { name: authMessages.secondFactor.title });
/** The browser's own, which the router of these tests doesn't write. */
const shownAddress = () => `${location.pathname}${location.search}${location.hash}`;

describe("an emailed link", () => {
  it("shows its question without a request, and without its token in the address, then goes back", async () => {
    noteAsked("magiclink", EMAIL);
    respond(VERIFY, sessionOf());
    const redeeming = hold(VERIFY);
    const sent = bodiesOf(VERIFY);
    const { user: reader, address } = await openScreen(`${LINK}&return_to=%2Fusage%3Frange%3D7d`);
    const enter = await button(authMessages.entry.enter(EMAIL));
    expect(screen.queryByText(authMessages.entry.warning)).toBeNull();
    expect(shownAddress()).toBe("/login?return_to=%2Fusage%3Frange%3D7d");
    await expectNoAxeViolations();
    expect(redeeming.calls()).toBe(0);
    await reader.click(enter);
    await waitFor(() => expect(redeeming.calls()).toBe(1));
    expect(await button(authMessages.signingIn)).toBeDisabled();
    redeeming.release();
    await waitFor(() => expect(address()).toBe("/usage?range=7d"));
    expect(sent).toMatchObject([{ token_hash: "t1", type: "magiclink" }]);
    expect(isSignedIn()).toBe(true);
  });

  it("of the account that is signed in renews its session", async () => {
    signIn();
    respond(VERIFY, { ...sessionOf(), refresh_token: "newer" });
    const { user: reader, address } = await openScreen(LINK_OF(EMAIL));
    await reader.click(await button(authMessages.entry.enter(EMAIL)));
    await waitFor(() => expect(address()).toBe("/"));
    expect(readStoredSession()?.refresh_token).toBe("newer");
  });

  it("of another account replaces the session only if its reader wants it, and stays good otherwise", async () => {
    signIn();
    const redeeming = hold(VERIFY);
    const { user: reader, address } = await openScreen(LINK_OF(stranger.email));
    expect(await screen.findByText(authMessages.switchAccount.description(EMAIL))).toBeVisible();
    expect(screen.getByText(authMessages.switchAccount.warning(stranger.email))).toBeVisible();
    await expectNoAxeViolations();
    await reader.click(await button("Stay signed in"));
    await waitFor(() => expect(address()).toBe("/"));
    expect(redeeming.calls()).toBe(0);
    expect(readStoredSession()?.user.email).toBe(EMAIL);
  });

  it("that names nobody asks once more if it is for another account, and is signed out when declined", async () => {
    signIn();
    respond(VERIFY, sessionOf(stranger));
    respond(LOGOUT, {});
    const scopes = queriesOf(LOGOUT);
    const { user: reader, address } = await openScreen(LINK);
    await reader.click(await button("Continue"));
    expect(await screen.findByText(authMessages.switchAccount.warning(stranger.email))).toBeVisible();
    expect([readStoredSession()?.user.email, scopes]).toEqual([EMAIL, []]);
    await reader.click(await button("Stay signed in"));
    await waitFor(() => expect(address()).toBe("/"));
    expect(scopes).toEqual([{ scope: "local" }]);
    expect(readStoredSession()?.user.email).toBe(EMAIL);
  });

  it("that names another account than its own signs nobody in", async () => {
    respond(VERIFY, sessionOf(stranger));
    respond(LOGOUT, {});
    const { user: reader } = await openScreen(LINK_OF(EMAIL));
    await reader.click(await button(authMessages.entry.enter(EMAIL)));
    expect(await alert()).toHaveTextContent(authMessages.invalid.otherAddress);
    expect(isSignedIn()).toBe(false);
  });

  it("that fails shows the reason above the form, without its token in the address", async () => {
    respond(VERIFY, USED, 403);
    const { user: reader } = await openScreen(LINK);
    await reader.click(await button("Continue"));
    expect(await alert()).toHaveTextContent(INVALID_LINK);
    expect(await button("Sign in")).toBeEnabled();
    expect(shownAddress()).toBe("/login");
  });

  it("that fails shows the reason to a signed-in reader, who stays signed in", async () => {
    signIn();
    respond(VERIFY, USED, 403);
    const { user: reader } = await openScreen(`${LINK}&return_to=%2Fapi-keys`);
    await reader.click(await button("Continue"));
    expect(await alert()).toHaveTextContent(INVALID_LINK);
    expect(screen.getByRole("link", { name: "Continue" })).toHaveAttribute("href", "/api-keys");
    expect(isSignedIn()).toBe(true);
  });

  it.each([
    [429, { code: 429, error_code: "over_request_rate_limit", msg: "Slow down" }, /^Too many attempts/],
    [503, {}, "Authentication failed"],
  ])("can be tried again after a %i", async (status, body, message) => {
    respond(VERIFY, body, status);
    const { user: reader, address } = await openScreen(LINK_OF(EMAIL));
    await reader.click(await button(authMessages.entry.enter(EMAIL)));
    await waitFor(() => expect(screen.getByRole("alert")).toHaveTextContent(message));
    respond(VERIFY, sessionOf());
    await reader.click(await button(authMessages.entry.enter(EMAIL)));
    await waitFor(() => expect(address()).toBe("/"));
  });

  it("with a response that can't be read shows a verification error", async () => {
    respond(VERIFY, null);
    const { user: reader } = await openScreen(LINK);
    await reader.click(await button("Continue"));
    expect(await alert()).toHaveTextContent("An error occurred on token verification.");
  });

  it("for another purpose is not redeemed", async () => {
    const redeeming = hold(VERIFY);
    await openScreen("/login?token_hash=t1&type=recovery");
    expect(await alert()).toHaveTextContent("Authentication failed");
    expect(redeeming.calls()).toBe(0);
    expect(isSignedIn()).toBe(false);
  });

  it("asks for the code of an account with a second factor", async () => {
    respond("GET /auth/v1/user", guardedUser);
    respond(VERIFY, sessionOf(guardedUser));
    const { user: reader, address } = await openScreen(LINK_OF(EMAIL));
    await reader.click(await button(authMessages.entry.enter(EMAIL)));
    expect(await challenge()).toBeVisible();
    expect(address()).toBe(LINK_OF(EMAIL));
  });
});

describe("a provider's error in the address", () => {
  const requested = (name: string) => sessionStorage.setItem("latchkey-auth-provider", name);

  it.each([
    ["google", "?error=server_error", "Google authentication failed"],
    ["github", "#error=server_error&error_code=500", "GitHub authentication failed"],
    ["", "?error=server_error", "Authentication failed"],
  ])(
    "without a message is attributed to the provider that was used last: %j",
    async (name, part, message) => {
      requested(name);
      await openScreen(`/login${part}`);
      expect(await alert()).toHaveTextContent(message);
      expect(shownAddress()).toBe("/login");
    },
  );

  it("is shown in our words, and the return path stays", async () => {
    requested("github");
    await openScreen("/login?return_to=%2Fapi-keys&error=access_denied&error_description=The+user+denied");
    expect(await alert()).toHaveTextContent(/^You canceled, or access was denied/);
    expect(shownAddress()).toBe("/login?return_to=%2Fapi-keys");
  });

  it.each(["?", "#"])(
    "from a flow that wasn't started here puts no words on the screen, after %s",
    async (mark) => {
      await openScreen(`/login${mark}error=x&error_description=Call+555-0100+to+unlock+your+account`);
      expect(await alert()).toHaveTextContent("Authentication failed");
      expect(screen.queryByText(/555-0100/)).toBeNull();
    },
  );
});

describe("Google and GitHub", () => {
  const AUTHORIZE = "GET /auth/v1/authorize";

  it.each([
    ["/login?return_to=%2Fapi-keys", "/login?return_to=%2Fapi-keys"],
    ["/signup", "/login"],
  ])(
    "are called from %s with the specified scopes and redirect, and a refusal is shown",
    async (path, back) => {
      respond(AUTHORIZE, { msg: "Unsupported provider: provider is not enabled" }, 400);
      const queries = queriesOf(AUTHORIZE);
      const { user: reader } = await openScreen(path);
      await reader.click(await button("Google"));
      expect(await alert()).toHaveTextContent("Unsupported provider: provider is not enabled");
      respond(AUTHORIZE, {}, 500);
      const next = queriesOf(AUTHORIZE);
      await reader.click(await button("GitHub"));
      await waitFor(() =>
        expect(screen.getByRole("alert")).toHaveTextContent("GitHub authentication failed"),
      );
      const redirect_to = `${location.origin}${back}`;
      expect([...queries, ...next]).toMatchObject([
        { provider: "google", scopes: "profile email", redirect_to },
        { provider: "github", scopes: "read:user user:email", redirect_to },
      ]);
    },
  );
});

describe("the second factor at sign-in", () => {
  const CHALLENGE = `POST /auth/v1/factors/${factor.id}/challenge` as const;
  const VERIFY_CODE = `POST /auth/v1/factors/${factor.id}/verify` as const;

  const USE = "POST /api/account/recovery-codes/use";
  const NEW_PASSWORD = "Another-horse-7";

  async function open() {
    respond("GET /auth/v1/user", guardedUser);
    storeSession(sessionOf(guardedUser));
    const opened = await openScreen("/login?return_to=%2Fapi-keys");
    await challenge();
    return { ...opened, code: await screen.findByLabelText("Code") };
  }

  it("takes six digits by keyboard, and nothing else", async () => {
    const { user: reader, code } = await open();
    const sending = hold(CHALLENGE);
    expect(code).toHaveFocus();
    await reader.keyboard("12a3{Enter}");
    expect(code).toHaveValue("123");
    expect(code).toHaveAccessibleDescription("Enter all six digits");
    expect(sending.calls()).toBe(0);
    await expectNoAxeViolations();
  });

  it("shows why a code was refused, clears it, and accepts the next one", async () => {
    const { user: reader, code, address } = await open();
    respond(CHALLENGE, { id: "c1", type: "totp", expires_at: 2e9 });
    respond(VERIFY_CODE, { code: 422, error_code: "mfa_verification_failed", msg: "Invalid TOTP code" }, 422);
    await reader.keyboard("123456{Enter}");
    await waitFor(() => expect(code).toHaveAccessibleDescription(/^This code is incorrect/));
    expect(code).toHaveValue("");
    expect(code).toHaveFocus();
    respond(VERIFY_CODE, sessionOf(guardedUser, "aal2"));
    await reader.keyboard("654321{Enter}");
    await waitFor(() => expect(address()).toBe("/api-keys"));
  });

  it("is no longer required once it was removed on another device", async () => {
    const { user: reader, address } = await open();
    respond("GET /auth/v1/user", user);
    respond("POST /auth/v1/token", sessionOf(user));
    await reader.keyboard("123456{Enter}");
    await waitFor(() => expect(address()).toBe("/api-keys"));
  });

  it("can be left for another account, which ends this browser's session only", async () => {
    const { user: reader } = await open();
    respond(LOGOUT, {});
    const scopes = queriesOf(LOGOUT);
    await reader.click(await button("Use another account"));
    expect(await button("Sign in")).toBeEnabled();
    expect(scopes).toEqual([{ scope: "local" }]);
    expect(isSignedIn()).toBe(false);
  });

  it("shows why a recovery code or its new password was refused, at its field, and keeps both", async () => {
    const { user: reader } = await open();
    await reader.click(await button("Use a recovery code"));
    const code = await screen.findByLabelText("Recovery code");
    expect(code).toHaveFocus();
    const password = screen.getByLabelText("New password");
    refuse(USE, "This code isn’t valid.", "code");
    const sent = bodiesOf(USE);
    await fill(reader, password, "password");
    await fill(reader, code, "4KQ7-M2XD");
    await reader.keyboard("{Enter}");
    await waitFor(() => expect(password).toHaveAccessibleDescription(/^This password is too easy to guess/));
    expect(sent).toEqual([]);
    await fill(reader, password, NEW_PASSWORD);
    await reader.keyboard("{Enter}");
    await waitFor(() => expect(code).toHaveAccessibleDescription(/This code isn’t valid\./));
    expect(sent).toEqual([{ code: "4KQ7-M2XD", password: NEW_PASSWORD }]);
    refuse(USE, "Choose another.", "password");
    await reader.click(await button(authMessages.recoveryCode.signIn));
    await waitFor(() => expect(password).toHaveAccessibleDescription("Choose another."));
    expect([code, password].map((field) => (field as HTMLInputElement).value)).toEqual([
      "4KQ7-M2XD",
      NEW_PASSWORD,
    ]);
    await reader.click(await button("Use your authenticator app"));
    expect(await screen.findByLabelText("Code")).toHaveFocus();
  });

  it("signs in anew with the password that replaced the old one, once the recovery code was accepted", async () => {
    const { user: reader, address } = await open();
    await reader.click(await button("Use a recovery code"));
    const code = await screen.findByLabelText("Recovery code");
    await fill(reader, screen.getByLabelText("New password"), NEW_PASSWORD);
    respond(USE, { status: "second_factor_removed" });
    respond("POST /auth/v1/token", {}, 500);
    const uses = bodiesOf(USE);
    await fill(reader, code, "4KQ7-M2XD");
    await reader.keyboard("{Enter}");
    await waitFor(() => expect(code).toHaveAccessibleDescription(authMessages.recoveryCode.signInFailed));
    respond("POST /auth/v1/token", sessionOf(user));
    respond(USER, user);
    const signIns = bodiesOf("POST /auth/v1/token");
    await reader.click(await button(authMessages.recoveryCode.signIn));
    await waitFor(() => expect(address()).toBe("/api-keys"));
    expect(signIns).toMatchObject([{ email: EMAIL, password: NEW_PASSWORD }]);
    expect(uses, "the code is used once").toHaveLength(1);
  });
});

describe("a link to reset a password", () => {
  const PASSWORD = "Another-horse-7";
  const UPDATED = "Your password has been successfully updated!";
  const WEAK = { code: 422, error_code: "weak_password", msg: "Password is weak." };

  async function choosePassword(path: string) {
    const { user: reader } = await openScreen(path);
    await fill(reader, await screen.findByLabelText("New password"), PASSWORD);
    await fill(reader, screen.getByLabelText("Confirm password"), PASSWORD);
    const submit = () => screen.findByRole("button", { name: "Update Password" });
    await reader.click(await submit());
    return { reader, again: async () => reader.click(await submit()) };
  }

  it.each(["?token=T", "#access_token=T&type=recovery"])(
    "is redeemed once with the token in %s, which leaves the address at once",
    async (part) => {
      respond(VERIFY, USED, 403);
      const sent = bodiesOf(VERIFY);
      await choosePassword(`/reset-password${part}`);
      expect(await alert()).toHaveTextContent(INVALID_LINK);
      expect(shownAddress()).toBe("/reset-password");
      expect(sent).toMatchObject([{ token_hash: "T", type: "recovery" }]);
    },
  );

  it("without its token says so, and leads to a new one", async () => {
    const redeeming = hold(VERIFY);
    await choosePassword("/reset-password?type=recovery&token=");
    expect(await alert()).toHaveTextContent("Invalid or missing reset token");
    const link = within(await alert()).getByRole("link", { name: "Request a new link" });
    expect(link).toHaveAttribute("href", "/reset-password");
    expect(redeeming.calls()).toBe(0);
  });

  it("can bring a session in the hash, which is gone afterwards", async () => {
    const { access_token, refresh_token } = sessionOf();
    respond(USER, user);
    respond(LOGOUT, {});
    const changes = bodiesOf(USER);
    const hash = new URLSearchParams({ access_token, refresh_token, type: "recovery" });
    await choosePassword(`/reset-password#${hash}`);
    const done = await screen.findByText(UPDATED);
    await waitFor(() => expect(done.closest('[role="status"]')).toHaveFocus());
    expect(screen.getByText(/opens in 2 seconds/)).toBeVisible();
    expect(changes).toMatchObject([{ password: PASSWORD }]);
    await waitFor(() => expect(isSignedIn()).toBe(false));
  });

  it("is redeemed once although the password is refused, and the input stays", async () => {
    respond(VERIFY, sessionOf());
    const redemptions = bodiesOf(VERIFY);
    respond(USER, WEAK, 422);
    const { again } = await choosePassword("/reset-password?token=T");
    expect(await alert()).toHaveTextContent(/^This password is too easy to guess/);
    respond(USER, {}, 500);
    await again();
    await waitFor(() => expect(screen.getByRole("alert")).toHaveTextContent("Failed to update password"));
    expect(screen.getByLabelText("New password")).toHaveValue(PASSWORD);
    respond(USER, user);
    respond(LOGOUT, {});
    await again();
    expect(await screen.findByText(UPDATED)).toBeVisible();
    expect(redemptions).toHaveLength(1);
  });

  it("never changes the password of another user who signed in meanwhile in another tab", async () => {
    respond(VERIFY, sessionOf());
    respond(USER, WEAK, 422);
    const { again } = await choosePassword("/reset-password?token=T");
    await alert();
    storeSession(sessionOf(stranger));
    const changes = hold(USER);
    await again();
    await waitFor(() => expect(screen.getByRole("alert")).toHaveTextContent("Failed to update password"));
    expect(changes.calls()).toBe(0);
  });

  it("asks for the code of an account with a second factor before it changes the password", async () => {
    respond(VERIFY, sessionOf(guardedUser));
    const changes = hold(USER);
    await choosePassword("/reset-password?token=T");
    expect(await challenge()).toBeVisible();
    expect(await screen.findByLabelText("Code")).toHaveFocus();
    expect(changes.calls()).toBe(0);
  });
});

it("an invitation's failure without a message is 'Signup failed', and leads to a normal sign-up", async () => {
  const { user: reader } = await openScreen("/signup?token_hash=t1&type=invite");
  await fill(reader, await screen.findByLabelText("Password"), "Correct-horse-9");
  respond(VERIFY, {}, 500);
  const redemptions = bodiesOf(VERIFY);
  await reader.click(await button("Sign up"));
  const missing = "You must accept the terms and conditions to create an account";
  expect(await screen.findByText(missing)).toBeVisible();
  expect(redemptions).toEqual([]);
  await reader.click(screen.getByRole("checkbox", { name: /I accept the terms and conditions/ }));
  await reader.click(await button("Sign up"));
  expect(await alert()).toHaveTextContent("Signup failed");
  const link = within(await alert()).getByRole("link", { name: "Sign up without an invitation" });
  expect(link).toHaveAttribute("href", "/signup");
  expect(redemptions).toMatchObject([{ token_hash: "t1", type: "invite" }]);
});
