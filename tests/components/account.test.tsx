import { screen, waitFor, within } from "@testing-library/react";
import type { UserEvent } from "@testing-library/user-event";
import { describe, expect, it } from "vitest";
import { accountMessages } from "#app/features/account/messages.ts";
import { fill } from "./support/fill.ts";
import { bodiesOf, type Call, disconnect, fail, hold, recover, respond } from "./support/network.ts";
import { openScreen } from "./support/open-screen.tsx";
import { EMAIL, isSignedIn, user as person, signOut } from "./support/session.ts";
import { expectToast } from "./support/toasts.ts";

const PASSWORD = "Another-horse-7";
const USER = "PUT /auth/v1/user";
const INVITATION = "POST /api/account/invitations";
const alert = () => screen.findByRole("alert");
const button = (name: string) => screen.findByRole("button", { name });
const region = async (name: string) => within(await screen.findByRole("region", { name }));

const changes: Record<
  string,
  { call: Call; label: string; fallback: string; write: (user: UserEvent) => Promise<void> }
> = {
  email: {
    call: USER,
    label: "Update Email",
    fallback: "Email update failed",
    write: async (user) => fill(user, await screen.findByLabelText("New email"), "next@example.com"),
  },
  password: {
    call: USER,
    label: "Update Password",
    fallback: "Password update failed",
    async write(user) {
      await fill(user, await screen.findByLabelText("New password"), PASSWORD);
      await fill(user, screen.getByLabelText("Confirm password"), PASSWORD);
    },
  },
  invite: {
    call: INVITATION,
    label: "Send invitation",
    fallback: "User invitation failed",
    write: async (user) => fill(user, await screen.findByLabelText("Email"), "next@example.com"),
  },
};

describe.each(Object.entries(changes))("Users, %s:", (tab, { call, label, fallback, write }) => {
  async function open() {
    const opened = await openScreen(`/user-management?tab=${tab}`);
    await write(opened.user);
    return opened;
  }

  it("disables the form while the request is in flight, and sends nothing twice", async () => {
    const { user } = await open();
    respond(call, { error: "No.", msg: "No.", code: "no", request_id: "r1" }, 400);
    const sending = hold(call);
    await user.click(await button(label));
    await waitFor(() => expect(sending.calls()).toBe(1));
    const form = document.querySelector<HTMLFormElement>('form[aria-busy="true"]');
    expect(form?.querySelector('button[type="submit"]')).toHaveAttribute("aria-disabled", "true");
    form?.requestSubmit();
    sending.release();
    expect(await alert()).toHaveTextContent("No.");
    expect(sending.calls()).toBe(1);
  });

  it("shows the specified message for a failure without a reason, and keeps the input", async () => {
    const { user } = await open();
    respond(call, {}, 400);
    await user.click(await button(label));
    expect(await alert()).toHaveTextContent(fallback);
    const typed = [...document.querySelectorAll<HTMLInputElement>("form input:not([readonly])")];
    expect(typed.map(({ value }) => value)).not.toContain("");
  });

  it("shows an error without a session", async () => {
    const { user } = await open();
    signOut();
    await user.click(await button(label));
    expect(await alert()).toHaveTextContent("No user logged in");
  });
});

describe("Users", () => {
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
    expect(bodies).toMatchObject([{ password: PASSWORD, nonce: "123456" }]);
  });
});

describe("Settings", () => {
  it("name the parts that fail to load, and Retry loads them", async () => {
    disconnect("GET /auth/v1/user");
    disconnect("GET /api/account/sessions");
    const { user } = await openScreen("/profile");
    for (const title of ["Two-factor authentication", "Sign-in methods", "Active sessions"])
      expect(await (await region(title)).findByRole("alert")).toHaveTextContent(accountMessages.loadFailed);
    expect(screen.getByLabelText("Name")).toBeDisabled();
    recover();
    for (const title of ["Active sessions", "Sign-in methods"])
      await user.click((await region(title)).getByRole("button", { name: "Retry" }));
    expect(await screen.findByText("This device")).toBeVisible();
    expect(await (await region("Two-factor authentication")).findByText("Not set up")).toBeVisible();
    await waitFor(() => expect(screen.queryByRole("alert")).toBeNull());
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

  it("stay signed in when signing out everywhere fails", async () => {
    const { user } = await openScreen("/profile");
    respond("POST /auth/v1/logout", {}, 500);
    await user.click(await button("Sign out everywhere"));
    const dialog = within(await screen.findByRole("dialog"));
    await user.click(dialog.getByRole("button", { name: "Sign out everywhere" }));
    expect(await dialog.findByRole("alert")).toHaveTextContent(accountMessages.signOutFailed);
    expect(isSignedIn()).toBe(true);
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

  it("say why a sign-in method could not be linked", async () => {
    const { user } = await openScreen("/profile");
    respond("GET /auth/v1/user/identities/authorize", {}, 400);
    const methods = await region("Sign-in methods");
    await user.click(await methods.findByRole("button", { name: "Link GitHub" }));
    expect(await methods.findByRole("alert")).toHaveTextContent(accountMessages.linkFailed("GitHub"));
  });
});

describe("the plan in Settings", () => {
  it("is the account's own, with what it covers", async () => {
    await openScreen("/profile");
    const account = await region("Account");
    expect(await account.findByText("Premium")).toBeVisible();
    expect(account.getByText(/^Premium covers up to 10,000 requests and \$20\.00 of usage/)).toBeVisible();
  });

  it("is not called Free when it can't be loaded", async () => {
    fail("GET /api/account/subscription", "…", { status: 503, code: "database_unavailable" });
    await openScreen("/profile");
    const account = await region("Account");
    expect(await account.findByText("Unable to load subscription data")).toBeVisible();
    expect(account.queryByText("Free")).toBeNull();
  });
});

describe("a refused two-factor code", () => {
  const FACTOR = "00000000-0000-4000-8000-0000000000f1";

  it("shows an error until the next code is typed", async () => {
    respond("POST /auth/v1/factors", {
      ...{ id: FACTOR, type: "totp", friendly_name: "Authenticator app" },
      totp: { qr_code: "<svg/>", secret: "JBSWY3DP", uri: "otpauth://totp/Latchkey" },
    });
    respond(`POST /auth/v1/factors/${FACTOR}/challenge`, { id: "c1", type: "totp", expires_at: 2e9 });
    const refusal = { code: 422, error_code: "mfa_verification_failed", msg: "Invalid TOTP code entered" };
    respond(`POST /auth/v1/factors/${FACTOR}/verify`, refusal, 422);
    const { user } = await openScreen("/profile");
    const factor = await region("Two-factor authentication");
    await user.click(await factor.findByRole("button", { name: "Set up" }));
    const code = await factor.findByLabelText("2. Enter the 6-digit code");
    await user.type(code, "123456");
    await user.click(factor.getByRole("button", { name: "Verify and turn on" }));
    await waitFor(() => expect(code).toBeInvalid());
    expect(code).toHaveValue("");
    await user.type(code, "6");
    expect(code).toBeValid();
    expect(code).toHaveAccessibleDescription("");
  });
});

describe("recovery codes", () => {
  const CODES = "POST /api/account/recovery-codes";
  const codes = ["4KQ7-M2XD", "9TBW-H6RC", "F3NP-Z8VA", "J7DE-2YKM", "QX5H-C9TW"];
  const card = () => region("Two-factor authentication");

  async function openWithFactor(left: number) {
    const factor = { id: "f1", factor_type: "totp", status: "verified", created_at: "2026-11-20T00:00:00Z" };
    respond("GET /auth/v1/user", { ...person, factors: [factor] });
    respond("GET /api/account/recovery-codes", { left, created_at: null });
    return openScreen("/profile");
  }

  it("shows how many are left, and new ones once, until they are saved", async () => {
    const { user } = await openWithFactor(10);
    expect(await (await card()).findByText("10 recovery codes left")).toBeVisible();
    respond(CODES, { codes }, 201);
    await user.click(await button("New codes"));
    await user.click(await button("Create new codes"));
    expect(await screen.findByRole("heading", { name: "Save your recovery codes" })).toBeVisible();
    const shown = (await card()).getAllByRole("listitem").map(({ textContent }) => textContent);
    expect(shown).toEqual(codes);
    expect(await button("Done")).toBeDisabled();
    await user.click(screen.getByRole("checkbox", { name: "I saved these codes" }));
    await user.click(await button("Done"));
    expect(screen.queryByText(codes[0] ?? "")).toBeNull();
    expect(await (await card()).findByText("10 recovery codes left")).toBeVisible();
  });

  it("copies one per line", async () => {
    const { user } = await openWithFactor(0);
    expect(await (await card()).findByText("No recovery codes")).toBeVisible();
    respond(CODES, { codes }, 201);
    await user.click(await button("Create codes"));
    expect(await screen.findByRole("heading", { name: "Save your recovery codes" })).toHaveFocus();
    await user.click(await button("Copy"));
    expect(await button("Copied")).toBeVisible();
    expect(await navigator.clipboard.readText()).toBe(codes.join("\n"));
  });

  it("shows an error when they can't be created, and tries again", async () => {
    const { user } = await openWithFactor(0);
    fail(CODES);
    await user.click(await button("Create codes"));
    expect(await (await card()).findByRole("alert")).toBeVisible();
    respond(CODES, { codes }, 201);
    await user.click(await button("Create codes"));
    expect(await screen.findByText(codes[0] ?? "")).toBeVisible();
    expect(screen.queryByRole("alert")).toBeNull();
  });
});
