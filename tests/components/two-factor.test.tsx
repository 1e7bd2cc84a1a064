import { screen, waitFor, within } from "@testing-library/react";
import { describe, expect, it } from "vitest";
import { accountMessages } from "#app/features/account/messages.ts";
import { bodiesOf, fail, hold, respond } from "./support/network.ts";
import { openScreen } from "./support/open-screen.tsx";
import {
  factor,
  guardedUser,
  user as person,
  sessionOf,
  signIn,
  signOut,
  storeSession,
} from "./support/session.ts";
import { expectToast } from "./support/toasts.ts";

const ENROLL = "POST /auth/v1/factors";
const CHALLENGE = `POST /auth/v1/factors/${factor.id}/challenge` as const;
const VERIFY = `POST /auth/v1/factors/${factor.id}/verify` as const;
const UNENROLL = `DELETE /auth/v1/factors/${factor.id}` as const;
const USER = "PUT /auth/v1/user";
const CODES = "POST /api/account/recovery-codes";
const SECRET = "JBSWY3DPEHPK3PXP";
const WRONG = { code: 422, error_code: "mfa_verification_failed", msg: "Invalid TOTP code entered" };
const codes = ["4KQ7-M2XD", "9TBW-H6RC", "F3NP-Z8VA", "J7DE-2YKM", "QX5H-C9TW"];

const button = (name: string) => screen.findByRole("button", { name });
const card = async () => within(await screen.findByRole("region", { name: "Two-factor authentication" }));

describe("setting up an authenticator app", () => {
  async function open(start: typeof person | typeof guardedUser = person) {
    respond("GET /auth/v1/user", start);
    respond(ENROLL, {
      id: factor.id,
      type: "totp",
      friendly_name: factor.friendly_name,
      totp: { qr_code: "<svg/>", secret: SECRET, uri: `otpauth://totp/Latchkey?secret=${SECRET}` },
    });
    respond(CHALLENGE, { id: "c1", type: "totp", expires_at: 2e9 });
    const opened = await openScreen("/profile");
    await opened.user.click(await (await card()).findByRole("button", { name: "Set up" }));
    return { ...opened, code: await (await card()).findByLabelText("2. Enter the 6-digit code") };
  }

  it("shows a key to type, copies it whole, and has a link for a phone", async () => {
    const { user } = await open();
    expect((await card()).getByText("JBSW Y3DP EHPK 3PXP")).toBeVisible();
    expect(screen.getByAltText("QR code for your authenticator app")).toBeVisible();
    const link = screen.getByRole("link", { name: "Open in an authenticator app", hidden: true });
    expect(link).toHaveAttribute("href", `otpauth://totp/Latchkey?secret=${SECRET}`);
    await user.click(await button("Copy key"));
    expect(await button("Copied")).toBeVisible();
    expect(await navigator.clipboard.readText()).toBe(SECRET);
  });

  it("turns it on with the right code, notes only that it is on, and shows recovery codes once", async () => {
    const { user, code } = await open();
    expect(code).toHaveFocus();
    respond(VERIFY, sessionOf(guardedUser, "aal2"));
    respond("GET /auth/v1/user", guardedUser);
    respond("GET /api/account/recovery-codes", { left: 10, created_at: null });
    respond(CODES, { codes }, 201);
    respond(USER, guardedUser);
    const metadata = bodiesOf(USER);
    await user.keyboard("123456{Enter}");
    await expectToast(accountMessages.factorOn.title);
    expect(await screen.findByRole("heading", { name: "Save your recovery codes" })).toBeVisible();
    expect((await card()).getByText("On")).toBeVisible();
    expect((await card()).getByText(/^On since Nov 20, 2026$/)).toBeVisible();
    expect(metadata).toEqual([expect.objectContaining({ data: { twoFactorEnabled: true } })]);
    await user.click(screen.getByRole("checkbox", { name: "I saved these codes" }));
    await user.click(await button("Done"));
    expect(await (await card()).findByText("10 recovery codes left")).toBeVisible();
  });

  it("needs a session and the right code", async () => {
    const { user, code } = await open();
    await user.keyboard("12 ab345{Enter}");
    expect(code).toHaveValue("12345");
    expect(code).toHaveAccessibleDescription("Enter the 6-digit code");
    signOut();
    await user.keyboard("6{Enter}");
    await waitFor(() => expect(code).toHaveAccessibleDescription("No user logged in"));
    signIn();
    respond(VERIFY, WRONG, 422);
    await user.clear(code);
    await user.keyboard("123456");
    await user.click(await button("Verify and turn on"));
    await waitFor(() => expect(code).toHaveAccessibleDescription(/^This code is incorrect/));
  });

  it("leaves nothing behind when it is cancelled", async () => {
    const { user } = await open();
    respond(UNENROLL, { id: factor.id });
    const removals = hold(UNENROLL);
    await user.click(await button("Cancel"));
    await waitFor(() => expect(removals.calls()).toBe(1));
    removals.release();
    expect(await (await card()).findByRole("button", { name: "Set up" })).toBeVisible();
    expect((await card()).getByText("Not set up")).toBeVisible();
  });

  it("first removes what an abandoned attempt has left", async () => {
    respond(UNENROLL, { id: factor.id });
    const removals = hold(UNENROLL);
    removals.release();
    await open({ ...guardedUser, factors: [{ ...factor, status: "unverified" }] });
    expect(removals.calls()).toBe(1);
  });
});

describe("turning two-factor authentication off", () => {
  async function openDialog() {
    respond("GET /auth/v1/user", guardedUser);
    respond("GET /api/account/recovery-codes", { left: 10, created_at: null });
    const { user } = await openScreen("/profile");
    storeSession(sessionOf(guardedUser, "aal2"));
    await user.click(await button("Turn off"));
    const dialog = within(await screen.findByRole("dialog", { name: "Turn off two-factor authentication" }));
    return { user, dialog, confirm: dialog.getByRole("button", { name: "Turn off" }) };
  }

  it("removes the app, and notes only that it is off", async () => {
    const { user, confirm } = await openDialog();
    respond(UNENROLL, { id: factor.id });
    respond("POST /auth/v1/token", sessionOf());
    respond(USER, person);
    const metadata = bodiesOf(USER);
    const removals = hold(UNENROLL);
    await user.click(confirm);
    await waitFor(() => expect(removals.calls()).toBe(1));
    respond("GET /auth/v1/user", person);
    removals.release();
    await expectToast(accountMessages.factorOff.title);
    expect(await (await card()).findByText("Not set up")).toBeVisible();
    expect(metadata).toEqual([expect.objectContaining({ data: { twoFactorEnabled: false } })]);
  });

  it("needs a session", async () => {
    const { user, dialog, confirm } = await openDialog();
    signOut();
    await user.click(confirm);
    expect(await dialog.findByRole("alert")).toHaveTextContent("No user logged in");
  });
});

describe("recovery codes", () => {
  async function openWithFactor(left: number) {
    respond("GET /auth/v1/user", guardedUser);
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
