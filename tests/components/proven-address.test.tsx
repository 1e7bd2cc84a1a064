import { screen, waitFor, within } from "@testing-library/react";
import { HttpResponse, http } from "msw";
import { describe, expect, it } from "vitest";
import { authMessages } from "#app/features/auth/messages.ts";
import { askedHere, noteAsked } from "#app/lib/auth/asked-links.ts";
import { readStoredSession } from "#app/lib/auth/stored-session.ts";
import { HOUR_MS } from "#core/domain/time.ts";
import { expectNoAxeViolations } from "./support/expect-no-axe-violations.ts";
import { fill } from "./support/fill.ts";
import { bodiesOf, hold, IDENTITY, network, queriesOf, respond } from "./support/network.ts";
import { openScreen } from "./support/open-screen.tsx";
import { EMAIL, isSignedIn, sessionOf, signIn, storeSession, user } from "./support/session.ts";

const VERIFY = "POST /auth/v1/verify";
const USER = "PUT /auth/v1/user";
const TOKEN = "POST /auth/v1/token";
const LOGOUT = "POST /auth/v1/logout";
const PASSWORD = "Another-horse-7";
const RANDOM = expect.stringMatching(/^[0-9a-f]{64}$/);
const WEAK = { code: 422, error_code: "weak_password", msg: "Password is known to be weak." };
const SIGN_UP_LINK = `/login?token_hash=t1&type=signup#email=${encodeURIComponent(EMAIL)}`;
const stranger = { ...user, id: "00000000-0000-4000-8000-000000000002", email: "stranger@example.com" };
const words = authMessages.firstPassword;

const alert = () => screen.findByRole("alert");
const button = (name: string | RegExp) => screen.findByRole("button", { name });

/** The provider accepts everything. */
function acceptAll(): void {
  respond(VERIFY, sessionOf());
  respond(USER, user);
  respond(TOKEN, { ...sessionOf(), refresh_token: "with-password" });
  respond(LOGOUT, {});
}

async function choose(path = SIGN_UP_LINK, password = PASSWORD) {
  const opened = await openScreen(path);
  await fill(opened.user, await screen.findByLabelText("Password"), password);
  const submit = async () => opened.user.click(await button(words.confirm));
  return { ...opened, submit };
}

describe("a sign-up link", () => {
  it("asks for the password of the address that it names, and is redeemed only then", async () => {
    acceptAll();
    const redemptions = bodiesOf(VERIFY);
    const { submit, address } = await choose(SIGN_UP_LINK.replace("#", "&return_to=%2Fapi-keys#"));
    expect(screen.getByText(words.afterSignUp(EMAIL))).toBeVisible();
    expect(`${location.search}${location.hash}`).toBe("?return_to=%2Fapi-keys");
    await expectNoAxeViolations();
    expect([redemptions, isSignedIn()]).toEqual([[], false]);
    const [changes, signIns, endings] = [bodiesOf(USER), bodiesOf(TOKEN), queriesOf(LOGOUT)];
    await submit();
    await waitFor(() => expect(address()).toBe("/api-keys"));
    expect(redemptions).toMatchObject([{ token_hash: "t1", type: "signup" }]);
    expect(changes, "nobody knows the first").toMatchObject([{ password: RANDOM }, { password: PASSWORD }]);
    expect(signIns).toMatchObject([{ email: EMAIL, password: PASSWORD }]);
    expect(endings).toEqual([{ scope: "others" }]);
    expect(readStoredSession()?.refresh_token, "not the link's").toBe("with-password");
  });

  it("is not redeemed for a password that is tried first", async () => {
    const redeeming = hold(VERIFY);
    const { submit } = await choose(SIGN_UP_LINK, "maya@example.com");
    await submit();
    expect(await alert()).toHaveTextContent(/^This password is too easy to guess/);
    expect(within(await alert()).queryByRole("link"), "the link is still good").toBeNull();
    expect(redeeming.calls()).toBe(0);
  });

  it("leaves no earlier password when the provider refuses the new one, and is redeemed once", async () => {
    acceptAll();
    network.use(
      http.put(`${IDENTITY}/auth/v1/user`, async ({ request }) => {
        const { password } = Object(await request.clone().json());
        return password === PASSWORD ? HttpResponse.json(WEAK, { status: 422 }) : HttpResponse.json(user);
      }),
    );
    const redemptions = bodiesOf(VERIFY);
    const changes = bodiesOf(USER);
    const { submit, address } = await choose();
    await submit();
    expect(await alert()).toHaveTextContent(/^This password is too easy to guess/);
    expect(changes).toMatchObject([{ password: RANDOM }, { password: PASSWORD }]);
    expect(isSignedIn()).toBe(false);
    respond(USER, user);
    const again = bodiesOf(USER);
    await submit();
    await waitFor(() => expect(address()).toBe("/"));
    expect([redemptions.length, again.length]).toEqual([1, 1]);
  });

  it("can be finished after the sign-in failed, when the password is set already", async () => {
    acceptAll();
    respond(TOKEN, {}, 500);
    const { submit, address } = await choose();
    await submit();
    expect(await alert()).toHaveTextContent("Signup failed");
    respond(TOKEN, sessionOf());
    respond(USER, { code: 422, error_code: "same_password", msg: "Should be different." }, 422);
    const endings = queriesOf(LOGOUT);
    await submit();
    await waitFor(() => expect(address()).toBe("/"));
    expect(endings).toEqual([{ scope: "others" }]);
  });

  it("of another address than it names signs nobody in", async () => {
    acceptAll();
    respond(VERIFY, sessionOf(stranger));
    const [endings, changes] = [queriesOf(LOGOUT), hold(USER)];
    const { submit } = await choose();
    await submit();
    expect(await alert()).toHaveTextContent(authMessages.invalid.otherAddress);
    expect([endings, changes.calls(), isSignedIn()]).toEqual([[{ scope: "local" }], 0, false]);
  });

  it("says whose session it replaces", async () => {
    acceptAll();
    storeSession(sessionOf(stranger));
    const { submit, address } = await choose();
    expect(screen.getByText(words.switches(stranger.email))).toBeVisible();
    await submit();
    await waitFor(() => expect(address()).toBe("/"));
    expect(readStoredSession()?.user.email).toBe(EMAIL);
  });

  it("of a first magic link that was requested here drops the earlier password with the click", async () => {
    acceptAll();
    noteAsked("magiclink", EMAIL);
    const changes = bodiesOf(USER);
    const { user: reader, address } = await openScreen(SIGN_UP_LINK);
    await reader.click(await button(authMessages.entry.enter(EMAIL)));
    await waitFor(() => expect(address()).toBe("/"));
    expect(changes).toMatchObject([{ password: RANDOM }]);
    expect(readStoredSession()?.refresh_token).toBe("refresh");
  });

  it("asks for a password where dropping the earlier one failed", async () => {
    acceptAll();
    noteAsked("magiclink", EMAIL);
    respond(USER, {}, 500);
    const redemptions = bodiesOf(VERIFY);
    const { user: reader, address } = await openScreen(SIGN_UP_LINK);
    await reader.click(await button(authMessages.entry.enter(EMAIL)));
    await fill(reader, await screen.findByLabelText("Password"), PASSWORD);
    expect(isSignedIn()).toBe(false);
    respond(USER, user);
    await reader.click(await button(words.confirm));
    await waitFor(() => expect(address()).toBe("/"));
    expect(redemptions).toHaveLength(1);
  });
});

it("an invitation becomes an account with the chosen password, in a session of its own", async () => {
  acceptAll();
  const { user: reader, address } = await openScreen(
    `/signup?token_hash=t1&type=invite#email=${encodeURIComponent(EMAIL)}`,
  );
  expect(await screen.findByText(words.afterInvitation(EMAIL))).toBeVisible();
  await fill(reader, screen.getByLabelText("Password"), PASSWORD);
  await reader.click(screen.getByRole("checkbox", { name: /I accept the terms and conditions/ }));
  const [changes, endings] = [bodiesOf(USER), queriesOf(LOGOUT)];
  await reader.click(await button("Sign up"));
  await waitFor(() => expect(address()).toBe("/"));
  expect(changes).toMatchObject([{ password: RANDOM }, { password: PASSWORD }]);
  expect(endings).toEqual([{ scope: "others" }]);
});

it("a reset link that confirms the address drops the earlier password before the new one is refused", async () => {
  const now = new Date().toISOString();
  const confirmed = { ...user, email_confirmed_at: now, last_sign_in_at: now };
  acceptAll();
  respond(VERIFY, sessionOf(confirmed));
  const changes = bodiesOf(USER);
  const { user: reader } = await openScreen("/reset-password?token=T");
  // Common only for this address, which is known once the token is redeemed.
  await fill(reader, await screen.findByLabelText("New password"), EMAIL);
  await fill(reader, screen.getByLabelText("Confirm password"), EMAIL);
  await reader.click(await button("Update Password"));
  expect(await alert()).toHaveTextContent(/^This password is too easy to guess/);
  expect(changes).toMatchObject([{ password: RANDOM }]);
});

describe("a magic link", () => {
  const LINK = "/login?token_hash=t1&type=magiclink&return_to=%2Fapi-keys";

  it("that wasn't requested here says whom it signs in, and warns", async () => {
    acceptAll();
    const redeeming = hold(VERIFY);
    const { user: reader, address } = await openScreen(`${LINK}#email=${encodeURIComponent(EMAIL)}`);
    expect(await screen.findByRole("heading", { name: `Sign in as ${EMAIL}?` })).toBeVisible();
    expect(screen.getByText(authMessages.entry.warning)).toBeVisible();
    await expectNoAxeViolations();
    expect([redeeming.calls(), isSignedIn()]).toEqual([0, false]);
    redeeming.release();
    await reader.click(await button(`Sign in as ${EMAIL}`));
    await waitFor(() => expect(address()).toBe("/api-keys"));
  });

  it("is remembered by the form that requested it, for its address", async () => {
    respond("POST /auth/v1/otp", {});
    const { user: reader } = await openScreen("/login");
    await reader.click(await screen.findByRole("tab", { name: "Magic Link" }));
    await fill(reader, await screen.findByLabelText("Email"), "Maya@Example.com");
    await reader.click(await button("Send magic link"));
    expect(await button("Email sent")).toBeVisible();
    expect(askedHere("magiclink")).toBe(EMAIL);
  });

  it.each([
    ["another address", () => noteAsked("magiclink", "other@example.com")],
    [
      "more than an hour ago",
      () => localStorage.setItem("latchkey-asked-magiclink", `${Date.now() - HOUR_MS} ${EMAIL}`),
    ],
  ])("that names nobody says whom it signs in although one was requested here for %s", async (_, prepare) => {
    acceptAll();
    prepare();
    const { user: reader } = await openScreen(LINK);
    await reader.click(await button(/^(Sign in as other@example.com|Continue)$/));
    expect(await screen.findByRole("heading", { name: `Sign in as ${EMAIL}?` })).toBeVisible();
  });
});

describe("a link that confirms a change of address", () => {
  const LINK = "/login?token_hash=t1&type=email_change";
  const half = { msg: "Confirmation link accepted.", code: "200" };

  it("confirms nothing before its reader agrees, where the change wasn't requested", async () => {
    const redeeming = hold(VERIFY);
    const { user: reader } = await openScreen(LINK);
    expect(await screen.findByRole("heading", { name: authMessages.emailChange.title })).toBeVisible();
    await expectNoAxeViolations();
    expect(redeeming.calls()).toBe(0);
    redeeming.release();
    respond(VERIFY, half);
    await reader.click(await button(authMessages.emailChange.confirm));
    expect(await screen.findByText(authMessages.confirmOtherAddress)).toBeVisible();
  });

  it("asks in other words where the change was requested, and doesn't warn", async () => {
    signIn();
    noteAsked("email_change", "next@example.com");
    const redeeming = hold(VERIFY);
    const { user: reader } = await openScreen(LINK);
    expect(await screen.findByText(authMessages.emailChange.requested.description)).toBeVisible();
    expect(screen.queryByText(authMessages.emailChange.warning)).toBeNull();
    expect(redeeming.calls()).toBe(0);
    redeeming.release();
    respond(VERIFY, half);
    await reader.click(await button(authMessages.emailChange.confirm));
    expect(await screen.findByText(authMessages.confirmOtherAddress)).toBeVisible();
  });

  it("never replaces the session of another account", async () => {
    signIn();
    respond(VERIFY, sessionOf(stranger));
    respond(LOGOUT, {});
    const scopes = queriesOf(LOGOUT);
    const { user: reader } = await openScreen(LINK);
    await reader.click(await button(authMessages.emailChange.confirm));
    expect(await screen.findByText(authMessages.emailChange.confirmed(stranger.email))).toBeVisible();
    expect(readStoredSession()?.user.email).toBe(EMAIL);
    expect(scopes).toEqual([{ scope: "local" }]);
  });
});
