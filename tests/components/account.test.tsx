import { screen, waitFor, within } from "@testing-library/react";
import type { UserEvent } from "@testing-library/user-event";
import { beforeEach, describe, expect, it, onTestFinished, vi } from "vitest";
import { accountMessages } from "#app/features/account/messages.ts";
import { takeEndedSession } from "#app/lib/auth/ended-session.ts";
import { MINUTE_MS } from "#core/domain/time.ts";
import { account } from "./support/account.ts";
import { fill } from "./support/fill.ts";
import {
  bodiesOf,
  type Call,
  disconnect,
  fail,
  hold,
  queriesOf,
  recover,
  respond,
} from "./support/network.ts";
import { openScreen } from "./support/open-screen.tsx";
import { EMAIL, isSignedIn, user as person, sessionOf, signOut, storeSession } from "./support/session.ts";
import { expectToast } from "./support/toasts.ts";

const PASSWORD = "Another-horse-7";
const CURRENT = "Correct-horse-9";
const USER = "PUT /auth/v1/user";
const INVITATION = "POST /api/account/invitations";
const LOGOUT = "POST /auth/v1/logout";
const END_ALL = "DELETE /api/account/sessions";
const TOKENS = "GET /api/tokens";
const REVOKE_ALL = "POST /api/tokens/revoke-all";
const ALSO_REVOKE = /^Also revoke access tokens \(\d+\)$/;
/** Without the box that asks about access tokens. */
const INPUTS = "form input:not([readonly], [type=checkbox])";
const alert = () => screen.findByRole("alert");
const button = (name: string) => screen.findByRole("button", { name });
const region = async (name: string) => within(await screen.findByRole("region", { name }));

const changes: Record<
  string,
  {
    call: Call;
    label: string;
    fallback: string;
    success: string[];
    write: (user: UserEvent) => Promise<void>;
  }
> = {
  email: {
    call: USER,
    label: "Update Email",
    fallback: "Email update failed",
    success: [
      "Email update instructions sent! Please check your email.",
      "We emailed a link to both addresses.",
    ],
    write: async (user) => fill(user, await screen.findByLabelText("New email"), "next@example.com"),
  },
  password: {
    call: USER,
    label: "Update Password",
    fallback: "Password update failed",
    success: ["Password updated successfully!", "Your other sessions were signed out."],
    async write(user) {
      await fill(user, await screen.findByLabelText("Current password"), CURRENT);
      await fill(user, screen.getByLabelText("New password"), PASSWORD);
      await fill(user, screen.getByLabelText("Confirm password"), PASSWORD);
    },
  },
  invite: {
    call: INVITATION,
    label: "Send invitation",
    fallback: "User invitation failed",
    success: ["Invitation sent successfully!", "If they already have an account"],
    write: async (user) => fill(user, await screen.findByLabelText("Email"), "next@example.com"),
  },
};

describe.each(Object.entries(changes))("Users, %s:", (tab, { call, label, fallback, success, write }) => {
  async function open() {
    const opened = await openScreen(`/user-management?tab=${tab}`);
    await write(opened.user);
    return opened;
  }

  it("requires every field, confirms what was done, and clears the form", async () => {
    const { user } = await open();
    const fields = [...document.querySelectorAll<HTMLInputElement>(INPUTS)];
    for (const field of fields) {
      expect(field).toBeRequired();
      expect(field).toHaveAttribute("type", tab === "password" ? "password" : "email");
    }
    respond(call, tab === "invite" ? { invited: "next@example.com" } : person);
    await user.click(await button(label));
    const [title = "", detail = ""] = success;
    const done = (await screen.findByText(title)).closest('[role="status"]');
    expect(done).toHaveTextContent(detail);
    expect(fields.map(({ value }) => value).join("")).toBe("");
  });

  it("shows the specified message for a failure without a reason or a session, and keeps the input", async () => {
    const { user } = await open();
    respond(call, {}, 400);
    await user.click(await button(label));
    expect(await alert()).toHaveTextContent(fallback);
    const typed = [...document.querySelectorAll<HTMLInputElement>(INPUTS)];
    expect(typed.map(({ value }) => value)).not.toContain("");
    signOut();
    await user.click(await button(label));
    await waitFor(() => expect(screen.getByRole("alert")).toHaveTextContent("No user logged in"));
  });
});

describe("Users", () => {
  it("keeps the chosen tab in the address", async () => {
    const { user, address } = await openScreen("/user-management?tab=nonsense");
    const tabs = (await screen.findAllByRole("tab")).map(({ textContent }) => textContent);
    expect(tabs).toEqual(["Update Email", "Update Password", "Invite User"]);
    expect(screen.getByText("All changes may require verification")).toBeVisible();
    expect(screen.getByRole("tab", { selected: true })).toHaveTextContent("Update Email");
    expect(screen.getByLabelText("Current email")).toHaveValue(EMAIL);
    await user.click(screen.getByRole("tab", { name: "Invite User" }));
    await waitFor(() => expect(address()).toBe("/user-management?tab=invite"));
    expect(screen.getByRole("tab", { selected: true })).toHaveTextContent("Invite User");
  });

  it("shows an error at the field when the passwords differ, and sends nothing", async () => {
    const { user } = await openScreen("/user-management?tab=password");
    await changes.password?.write(user);
    expect(screen.getByText("Password strength:").parentElement).toHaveTextContent("Strong");
    const confirmation = screen.getByLabelText("Confirm password");
    await fill(user, confirmation, "Another-horse-8");
    const sending = hold(USER);
    await user.click(await button("Update Password"));
    expect(await screen.findByText("Passwords do not match")).toBeVisible();
    expect(confirmation).toHaveAccessibleDescription("Passwords do not match");
    expect(sending.calls()).toBe(0);
    await fill(user, confirmation, PASSWORD);
    expect(screen.queryByText("Passwords do not match")).toBeNull();
  });

  it("shows why the provider refused a change, in our words", async () => {
    const { user } = await openScreen("/user-management?tab=email");
    respond(USER, { code: 422, error_code: "email_exists", msg: "A user with this email…" }, 422);
    await changes.email?.write(user);
    await user.click(await button("Update Email"));
    expect(await alert()).toHaveTextContent("Another account already uses this email address.");
  });

  it("rejects the current address at the field, and sends nothing", async () => {
    const { user } = await openScreen("/user-management?tab=email");
    const field = await screen.findByLabelText("New email");
    const sending = hold(USER);
    await fill(user, field, EMAIL.toUpperCase());
    await user.click(await button("Update Email"));
    expect(await screen.findByText(accountMessages.sameEmail)).toBeVisible();
    expect(field).toHaveFocus();
    expect(field).toHaveValue(EMAIL.toUpperCase());
    expect(sending.calls()).toBe(0);
    await fill(user, field, "a@example.com");
    expect(screen.queryByText(accountMessages.sameEmail)).toBeNull();
  });

  it("shows the server's message when the invitation limit is reached", async () => {
    const { user } = await openScreen("/user-management?tab=invite");
    fail(INVITATION, "You can invite 10 people a day.", { status: 429, code: "too_many_invitations" });
    const field = await screen.findByLabelText("Email");
    await fill(user, field, "guest@example.com");
    await user.click(await button("Send invitation"));
    expect(await alert()).toHaveTextContent("You can invite 10 people a day.");
    expect(field).toHaveValue("guest@example.com");
  });

  it("requests an emailed code when the session is no longer recent", async () => {
    const { user } = await openScreen("/user-management?tab=password");
    await changes.password?.write(user);
    const refuse = (error_code: string, msg: string) => respond(USER, { code: 400, error_code, msg }, 400);
    refuse("reauthentication_needed", "Password update requires reauthentication");
    respond("GET /auth/v1/reauthenticate", {});
    await user.click(await button("Update Password"));
    const code = await screen.findByLabelText(`Enter the code we sent to ${EMAIL}`);
    await waitFor(() => expect(code).toHaveFocus());
    expect(screen.queryByRole("alert")).toBeNull();
    await user.keyboard("{Enter}");
    expect(await screen.findByText(accountMessages.sixDigits)).toBeVisible();

    refuse("reauthentication_not_valid", "Nonce has expired or is invalid");
    await fill(user, code, "000000");
    await user.keyboard("{Enter}");
    expect(await alert()).toHaveTextContent("This code is wrong or has expired.");
    expect(screen.getByLabelText("New password")).toHaveValue(PASSWORD);

    respond(USER, person);
    const bodies = bodiesOf(USER);
    await fill(user, code, "123456");
    await user.keyboard("{Enter}");
    expect(await screen.findByText("Password updated successfully!")).toBeVisible();
    expect(bodies).toMatchObject([{ password: PASSWORD, current_password: CURRENT, nonce: "123456" }]);
  });

  it("shows at its field that the current password is wrong, or that the new one is tried first", async () => {
    const { user } = await openScreen("/user-management?tab=password");
    await changes.password?.write(user);
    const current = screen.getByLabelText("Current password");
    respond(USER, { code: 400, error_code: "current_password_invalid", msg: "Required." }, 400);
    await user.click(await button("Update Password"));
    await waitFor(() => expect(current).toHaveAccessibleDescription("This isn’t your current password."));
    expect(current).toHaveValue(CURRENT);
    const sending = hold(USER);
    const next = screen.getByLabelText("New password");
    for (const field of [next, screen.getByLabelText("Confirm password")])
      await fill(user, field, "12345678");
    await user.click(await button("Update Password"));
    await waitFor(() => expect(next).toHaveAccessibleDescription(/^This password is too easy to guess/));
    expect(sending.calls()).toBe(0);
    expect(screen.queryByRole("alert")).toBeNull();
  });

  it.each([
    ["began with an emailed link", sessionOf(person, "aal1", ["otp"])],
    ["is of somebody without a password", sessionOf({ ...person, identities: [{ provider: "google" }] })],
  ])(
    "asks for no current password in a session that %s, unless the provider does",
    async (_case, session) => {
      const { user } = await openScreen("/user-management?tab=email");
      storeSession(session);
      await user.click(await screen.findByRole("tab", { name: "Update Password" }));
      await fill(user, await screen.findByLabelText("New password"), PASSWORD);
      await fill(user, screen.getByLabelText("Confirm password"), PASSWORD);
      expect(screen.queryByLabelText("Current password")).toBeNull();
      respond(USER, { code: 400, error_code: "current_password_required", msg: "Required." }, 400);
      await user.click(await button("Update Password"));
      const current = await screen.findByLabelText("Current password");
      expect(current).toHaveAccessibleDescription("Enter your current password.");
      respond(USER, person);
      const bodies = bodiesOf(USER);
      await fill(user, current, CURRENT);
      await user.click(await button("Update Password"));
      expect(await screen.findByText("Password updated successfully!")).toBeVisible();
      expect(bodies).toMatchObject([{ current_password: CURRENT }]);
    },
  );

  it("revokes the access tokens after the password was changed, if asked to", async () => {
    const { user } = await openScreen("/user-management?tab=password");
    await changes.password?.write(user);
    const box = await screen.findByRole("checkbox", { name: ALSO_REVOKE });
    await user.click(box);
    respond(USER, {}, 500);
    const revoking = hold(REVOKE_ALL);
    await user.click(await button("Update Password"));
    expect(await alert()).toHaveTextContent("Password update failed");
    expect(revoking.calls()).toBe(0);
    respond(USER, person);
    fail(REVOKE_ALL);
    await user.click(await button("Update Password"));
    await waitFor(() =>
      expect(screen.getByRole("alert")).toHaveTextContent(accountMessages.accessTokens.notRevoked),
    );
    await changes.password?.write(user);
    respond(REVOKE_ALL, { status: "revoked", revoked: 2 });
    respond(TOKENS, { items: [], next_cursor: null });
    await user.click(await button("Update Password"));
    expect(await screen.findByText("Password updated successfully!")).toBeVisible();
    await waitFor(() => expect(box).not.toBeInTheDocument());
  });
});

describe("Settings", () => {
  it("name what needs the person and can't be loaded, and Retry in one part loads it for all", async () => {
    disconnect("GET /auth/v1/user");
    const { user } = await openScreen("/profile");
    for (const title of ["Two-factor authentication", "Sign-in methods"])
      expect(await (await region(title)).findByRole("alert")).toHaveTextContent(accountMessages.loadFailed);
    expect(screen.getByLabelText("Name")).toBeDisabled();
    recover();
    await user.click((await region("Sign-in methods")).getByRole("button", { name: "Retry" }));
    expect(await (await region("Two-factor authentication")).findByText("Not set up")).toBeVisible();
    await waitFor(() => expect(screen.queryByRole("alert")).toBeNull());
  });

  it("save a changed name, without spaces around it", async () => {
    const { user } = await openScreen("/profile");
    const name = await screen.findByLabelText("Name");
    await waitFor(() => expect(name).toBeEnabled());
    expect(screen.queryByRole("button", { name: "Save" })).toBeNull();
    await fill(user, name, "  Maya Lind ");
    const bodies = bodiesOf(USER);
    const saved = { ...person, user_metadata: { display_name: "Maya Lind" } };
    respond(USER, saved);
    respond("GET /auth/v1/user", saved);
    const sent = bodiesOf(USER);
    await user.click(await button("Save"));
    await expectToast(accountMessages.nameSaved.title);
    await waitFor(() => expect(screen.queryByRole("button", { name: "Save" })).toBeNull());
    expect(await screen.findByRole("region", { name: "Account" })).toHaveFocus();
    expect(name).toHaveValue("Maya Lind");
    expect([...bodies, ...sent]).toMatchObject([{ data: { display_name: "Maya Lind" } }]);
  });

  it("show the plan and the email address, and lead to where that and the password can be changed", async () => {
    await openScreen("/profile");
    const details = await region("Account");
    expect(await details.findByLabelText("Email")).toHaveValue(EMAIL);
    expect(details.getByLabelText("Email")).toHaveAttribute("readonly");
    const target = (name: string) => details.getByRole("link", { name }).getAttribute("href");
    expect(target("Update Email")).toBe("/user-management?tab=email");
    expect(target("Update Password")).toBe("/user-management?tab=password");
    expect(await details.findByText("Premium")).toBeVisible();
    expect(details.getByText(/^Premium covers up to 10,000 requests and \$20\.00 of usage/)).toBeVisible();
  });

  it("store a theme that is chosen by keyboard", async () => {
    const { user } = await openScreen("/profile");
    const themes = within(await screen.findByRole("radiogroup", { name: "Theme" }));
    expect(themes.getByRole("radio", { name: "System" })).toBeChecked();
    await user.click(themes.getByRole("radio", { name: "Dark" }));
    await user.keyboard("{ArrowLeft}");
    await waitFor(() => expect(themes.getByRole("radio", { name: "Light" })).toHaveFocus());
    await user.keyboard(" ");
    expect(themes.getByRole("radio", { name: "Light" })).toBeChecked();
    expect(localStorage.getItem("api-dashboard-theme")).toBe("light");
  });

  it("keep an unsaved name in its field and show the reason", async () => {
    const { user } = await openScreen("/profile");
    const name = await screen.findByLabelText("Name");
    await waitFor(() => expect(name).toBeEnabled());
    await fill(user, name, "Maya");
    respond(USER, { msg: "The name is too long" }, 422);
    await user.click(await button("Save"));
    expect(await screen.findByText("The name is too long")).toBeVisible();
    respond(USER, {}, 422);
    await user.click(await button("Save"));
    expect(await screen.findByText(accountMessages.nameFailed)).toBeVisible();
    expect(name).toHaveValue("Maya");
  });

  it("show an error at every action without a session", async () => {
    const { user } = await openScreen("/profile");
    const setUp = await button("Set up");
    await screen.findByText("This device");
    signOut();
    await fill(user, screen.getByLabelText("Name"), "Maya");
    await user.click(await button("Save"));
    expect(await screen.findByText("No user logged in")).toBeVisible();
    await user.click(setUp);
    expect(await alert()).toHaveTextContent("No user logged in");
  });

  it("keep a session in the list when ending it fails", async () => {
    const { user } = await openScreen("/profile");
    await screen.findByText("This device");
    disconnect("DELETE /api/account/sessions/:id");
    const sessions = await region("Active sessions");
    const [, other] = sessions.getAllByRole("button", { name: /^Sign out(?! everywhere)/ });
    await user.click(other ?? document.body);
    await expectToast("Error", accountMessages.sessionEndFailed.description);
    expect(sessions.getAllByRole("listitem")).toHaveLength(2);
  });

  it("revoke the access tokens before everything is signed out, if asked to", async () => {
    const { user } = await openScreen("/profile");
    const ends = hold(END_ALL);
    ends.release();
    fail(REVOKE_ALL, "No.");
    await user.click(await button("Sign out everywhere"));
    const dialog = within(await screen.findByRole("dialog"));
    await user.click(await dialog.findByRole("checkbox", { name: ALSO_REVOKE }));
    await user.click(dialog.getByRole("button", { name: "Sign out everywhere" }));
    expect(await dialog.findByRole("alert")).toHaveTextContent("No.");
    expect(ends.calls()).toBe(0);
    respond(REVOKE_ALL, { status: "revoked", revoked: 2 });
    await user.click(dialog.getByRole("button", { name: "Sign out everywhere" }));
    await waitFor(() => expect(isSignedIn()).toBe(false));
    expect(ends.calls()).toBe(1);
  });

  it("stay signed in when neither the API nor the provider can sign out everywhere", async () => {
    const { user } = await openScreen("/profile");
    fail(END_ALL, "No.", { status: 503, code: "database_unavailable" });
    respond(LOGOUT, {}, 500);
    await user.click(await button("Sign out everywhere"));
    const dialog = within(await screen.findByRole("dialog"));
    await user.click(dialog.getByRole("button", { name: "Sign out everywhere" }));
    expect(await dialog.findByRole("alert")).toHaveTextContent(accountMessages.signOutFailed);
    expect(isSignedIn()).toBe(true);
  });

  it("show five sessions of many, this one first, and all on request", async () => {
    const [first, other] = account["GET /api/account/sessions"].items;
    // The provider notes activity when the session is renewed.
    const current = { ...first, last_active_at: new Date(Date.now() - 31 * MINUTE_MS).toISOString() };
    const others = Array.from({ length: 6 }, (_, at) => ({
      ...other,
      id: `s${at + 2}`,
      last_active_at: new Date().toISOString(),
    }));
    respond("GET /api/account/sessions", { items: [...others, current], next_cursor: null });
    const { user } = await openScreen("/profile");
    const sessions = await region("Active sessions");
    await sessions.findByText("This device");
    const rows = () => sessions.getAllByRole("listitem");
    expect(rows()).toHaveLength(5);
    expect(rows()[0]).toHaveTextContent("This device");
    expect(rows()[0]).toHaveTextContent(/Signed in \w{3} \d{1,2}, \d{4}.*Active nowSign out$/);
    await user.click(sessions.getByRole("button", { name: "Show all 7 sessions" }));
    expect(rows()).toHaveLength(7);
    expect(rows()[5]).toHaveFocus();
    expect(rows()[6]).toHaveTextContent("Active just now");
  });

  it("end this session without ending the others", async () => {
    const { user } = await openScreen("/profile");
    await screen.findByText("This device");
    respond("DELETE /api/account/sessions/:id", { id: "s1" });
    respond(LOGOUT, {});
    const scopes = queriesOf(LOGOUT);
    const [here] = (await region("Active sessions")).getAllByRole("button", {
      name: /^Sign out(?! everywhere)/,
    });
    await user.click(here ?? document.body);
    await waitFor(() => expect(isSignedIn()).toBe(false));
    expect(scopes.filter(({ scope }) => scope !== "local")).toEqual([]);
  });

  it("sign out everywhere after confirmation only", async () => {
    const { user } = await openScreen("/profile");
    const ends = hold(END_ALL);
    ends.release();
    const opener = await button("Sign out everywhere");
    await user.click(opener);
    const dialog = () => screen.findByRole("dialog", { name: "Sign out everywhere" });
    await user.click(within(await dialog()).getByRole("button", { name: "Cancel" }));
    await waitFor(() => expect(opener).toHaveFocus());
    expect(ends.calls()).toBe(0);
    await user.keyboard("{Enter}");
    await user.click(within(await dialog()).getByRole("button", { name: "Sign out everywhere" }));
    await waitFor(() => expect(isSignedIn()).toBe(false));
    expect(ends.calls()).toBe(1);
  });

  it("delete an account only with its own address, after saying what is lost", async () => {
    takeEndedSession();
    const { user } = await openScreen("/profile");
    await user.click(await button("Delete account"));
    const dialog = within(await screen.findByRole("dialog", { name: "Delete account" }));
    expect(await dialog.findByText("$25.00")).toBeVisible();
    const losses = dialog.getAllByRole("listitem").map(({ textContent }) => textContent);
    expect(losses.slice(0, 2)).toEqual([
      "All your API keys. They stop working immediately.",
      "The remaining balance of $25.00. Contact support for a refund first.",
    ]);
    const confirm = dialog.getByRole("button", { name: "Delete account" });
    const address = dialog.getByLabelText(`Type ${EMAIL} to confirm`);
    expect(address).toHaveFocus();
    respond("DELETE /api/account", { deleted: true });
    const deletions = bodiesOf("DELETE /api/account");
    respond(LOGOUT, {});
    await fill(user, address, `not-${EMAIL}`);
    await user.keyboard("{Enter}");
    await user.click(confirm);
    expect(confirm).toHaveAttribute("aria-disabled", "true");
    expect(deletions).toEqual([]);
    await fill(user, address, EMAIL.toUpperCase());
    await user.keyboard("{Enter}");
    await waitFor(() => expect(isSignedIn()).toBe(false));
    expect(deletions).toEqual([{ email: EMAIL.toUpperCase() }]);
    expect(takeEndedSession()?.reason).toBe("deleted");
  });

  it("say why an account could not be deleted, and stay signed in", async () => {
    const { user } = await openScreen("/profile");
    await user.click(await button("Delete account"));
    const dialog = within(await screen.findByRole("dialog", { name: "Delete account" }));
    const address = dialog.getByLabelText(`Type ${EMAIL} to confirm`);
    const confirm = dialog.getByRole("button", { name: "Delete account" });
    const refusal = { status: 503, code: "identity_unavailable" };
    fail("DELETE /api/account", "The identity provider is unavailable.", refusal);
    await fill(user, address, EMAIL);
    await user.click(confirm);
    expect(await dialog.findByRole("alert")).toHaveTextContent("The identity provider is unavailable.");
    fail("DELETE /api/account", "", refusal);
    await user.click(confirm);
    await waitFor(() => expect(dialog.getByRole("alert")).toHaveTextContent(accountMessages.deleteFailed));
    expect(address).toHaveValue(EMAIL);
    expect(isSignedIn()).toBe(true);
  });
});

describe("a sign-in method", () => {
  const methods = () => region("Sign-in methods");
  const [email] = person.identities;
  const linked = {
    ...person,
    identities: [
      email,
      { ...email, id: "2", identity_id: "2", provider: "github", identity_data: { email: "m@github.test" } },
    ],
  };
  const leftToLink = () => sessionStorage.setItem("latchkey-linking", "github");

  it("that can't be linked says why, and the only one that it can't be unlinked", async () => {
    const { user } = await openScreen("/profile");
    respond("GET /auth/v1/user/identities/authorize", {}, 400);
    const card = await methods();
    await user.click(await card.findByRole("button", { name: "Link GitHub" }));
    expect(await card.findByRole("alert")).toHaveTextContent(accountMessages.linkFailed("GitHub"));
    const unlink = card.getByRole("button", { name: "Unlink Email" });
    expect(unlink).toHaveAttribute("aria-disabled", "true");
    await user.hover(unlink);
    expect(await screen.findByRole("tooltip", { name: accountMessages.lastMethod })).toBeInTheDocument();
  });

  it("that was linked is confirmed on return, and can be unlinked", async () => {
    leftToLink();
    respond("GET /auth/v1/user", linked);
    const { user, address } = await openScreen("/profile?code=c1");
    await expectToast(accountMessages.linked("GitHub").title);
    expect(address()).toBe("/profile#sign-in-methods");
    expect(await (await methods()).findByText("m@github.test")).toBeVisible();
    respond("DELETE /auth/v1/user/identities/:id", {});
    await user.click((await methods()).getByRole("button", { name: "Unlink GitHub" }));
    const dialog = within(await screen.findByRole("dialog", { name: "Unlink GitHub" }));
    respond("GET /auth/v1/user", person);
    await user.click(dialog.getByRole("button", { name: "Unlink" }));
    await expectToast(accountMessages.unlinked("GitHub").title);
    expect(await (await methods()).findByRole("button", { name: "Link GitHub" })).toBeVisible();
  });

  it.each([
    ["identity_already_exists", "This account is already linked to a Latchkey account."],
    ["access_denied", "You canceled, or access was denied."],
  ])("that the provider refused with %s says why on return, once", async (code, message) => {
    leftToLink();
    const { address } = await openScreen(`/profile?error=server_error&error_code=${code}`);
    expect(await (await methods()).findByRole("alert")).toHaveTextContent(message);
    expect(address()).toBe("/profile#sign-in-methods");
    expect(sessionStorage.getItem("latchkey-linking")).toBeNull();
    expect(isSignedIn()).toBe(true);
  });

  it("doesn't put words from an address on the screen", async () => {
    await openScreen("/profile?error=x&error_description=Call+555-0100");
    await (await methods()).findByRole("button", { name: "Link GitHub" });
    expect(screen.queryByText(/555-0100/)).toBeNull();
  });
});

describe("My Account", () => {
  beforeEach(() => {
    // jsdom has no popovers.
    HTMLElement.prototype.showPopover ??= () => undefined;
  });

  async function openMenu() {
    respond("GET /api/account/subscription", {
      ...account["GET /api/account/subscription"],
      subscription_type: "Free",
    });
    const { user } = await openScreen("/activity");
    return { user, opener: await screen.findByRole("button", { name: /My Account/ }) };
  }

  it("shows whose account it is, and leads to its settings", async () => {
    const { user, opener } = await openMenu();
    expect(opener).toHaveTextContent("M");
    expect(opener).toHaveTextContent(EMAIL);
    await waitFor(() => expect(opener).toHaveTextContent("Account: Free"));
    await user.click(opener);
    const items = (await screen.findAllByRole("menuitem")).map(({ textContent }) => textContent);
    expect(items).toEqual(["Settings", "Sign Out"]);
    expect(screen.getByRole("menuitem", { name: "Settings" })).toHaveAttribute("href", "/profile");
  });

  it.each([
    [404, 0],
    [500, 1],
  ])(
    "signs out also when only the provider is there and returns %i, with %i warnings in the log",
    async (status, warnings) => {
      const log = vi.spyOn(console, "warn").mockImplementation(() => undefined);
      onTestFinished(() => log.mockRestore());
      const { user, opener } = await openMenu();
      fail(END_ALL, "No.", { status: 503, code: "database_unavailable" });
      respond(LOGOUT, { msg: "No." }, status);
      await user.click(opener);
      await user.click(await screen.findByRole("menuitem", { name: "Sign Out" }));
      await waitFor(() => expect(isSignedIn()).toBe(false));
      const failures = () => log.mock.calls.filter(([text]) => text === "Signing out failed.");
      await waitFor(() => expect(failures()).toHaveLength(warnings));
      expect(screen.queryByRole("alert")).toBeNull();
    },
  );

  it("signs out by the API, which then needs no call of the provider", async () => {
    const { user, opener } = await openMenu();
    const { calls, release } = hold(END_ALL);
    await user.click(opener);
    await user.click(await screen.findByRole("menuitem", { name: "Sign Out" }));
    await waitFor(() => expect(calls()).toBe(1));
    expect(isSignedIn()).toBe(true);
    release();
    await waitFor(() => expect(isSignedIn()).toBe(false));
  });

  it("signs out by the provider when the API can't be reached", async () => {
    const log = vi.spyOn(console, "warn").mockImplementation(() => undefined);
    onTestFinished(() => log.mockRestore());
    const { user, opener } = await openMenu();
    respond(LOGOUT, {});
    const scopes = queriesOf(LOGOUT);
    disconnect(END_ALL);
    await user.click(opener);
    await user.click(await screen.findByRole("menuitem", { name: "Sign Out" }));
    await waitFor(() => expect(isSignedIn()).toBe(false));
    expect(scopes).toEqual([{ scope: "global" }]);
  });
});

it("a session that the API refuses twice is forgotten, except for whose it was", async () => {
  takeEndedSession();
  respond("POST /auth/v1/token", sessionOf());
  const renewals = hold("POST /auth/v1/token");
  fail("GET /api/audit", "Please sign in.", { status: 401, code: "unauthorized" });
  await openScreen("/activity");
  await waitFor(() => expect(renewals.calls()).toBe(1));
  expect(isSignedIn()).toBe(true);
  renewals.release();
  await waitFor(() => expect(isSignedIn()).toBe(false));
  expect(takeEndedSession()).toEqual({ reason: "ended", email: EMAIL });
  expect(renewals.calls()).toBe(1);
});

describe("the plan in Settings", () => {
  it("is not called Free when it can't be loaded", async () => {
    fail("GET /api/account/subscription", "…", { status: 503, code: "database_unavailable" });
    await openScreen("/profile");
    const account = await region("Account");
    expect(await account.findByText("Unable to load subscription data")).toBeVisible();
    expect(account.queryByText("Free")).toBeNull();
  });
});
