import { screen, waitFor, within } from "@testing-library/react";
import type { UserEvent } from "@testing-library/user-event";
import { describe, expect, it } from "vitest";
import { authMessages } from "#app/features/auth/messages.ts";
import { expectNoAxeViolations } from "./support/expect-no-axe-violations.ts";
import { fill } from "./support/fill.ts";
import { hold, respond } from "./support/network.ts";
import { openScreen } from "./support/open-screen.tsx";
import { EMAIL } from "./support/session.ts";

const PASSWORD = "Correct-horse-9";
const TOKEN = "POST /auth/v1/token";
const OTP = "POST /auth/v1/otp";
const SIGN_UP = "POST /auth/v1/signup";
const RECOVER = "POST /auth/v1/recover";
const alert = () => screen.findByRole("alert");
const button = (name: string) => screen.findByRole("button", { name });

async function openPassword(path = "/login") {
  const { user } = await openScreen(path);
  await fill(user, await screen.findByLabelText("Email"), EMAIL);
  await fill(user, screen.getByLabelText("Password"), PASSWORD);
  return user;
}

async function openMagicLink() {
  const { user } = await openScreen("/login");
  await user.click(await screen.findByRole("tab", { name: "Magic Link" }));
  await fill(user, await screen.findByLabelText("Email"), EMAIL);
  return user;
}

async function openSignUp() {
  const user = await openPassword("/signup");
  await user.click(screen.getByRole("checkbox", { name: /I accept the terms and conditions/ }));
  return user;
}

async function openReset() {
  const { user } = await openScreen("/reset-password");
  await fill(user, await screen.findByLabelText("Email"), EMAIL);
  return user;
}

async function openNewPassword() {
  const { user } = await openScreen("/reset-password?token=T");
  await fill(user, await screen.findByLabelText("New password"), PASSWORD);
  await fill(user, screen.getByLabelText("Confirm password"), PASSWORD);
  return user;
}

describe("while a request is in flight the form shows progress and ignores further clicks:", () => {
  it.each<[string, () => Promise<UserEvent>, string, string, Parameters<typeof hold>[0]]>([
    ["sign-in", openPassword, "Sign in", "Signing in...", TOKEN],
    ["a magic link", openMagicLink, "Send magic link", "Sending link...", OTP],
    ["sign-up", openSignUp, "Sign up", "Sign", SIGN_UP],
    ["a reset's request", openReset, "Send Reset Instructions", "Send", RECOVER],
    ["a reset", openNewPassword, "Update Password", "Updat", "POST /auth/v1/verify"],
  ])("%s", async (_, open, label, busy, call) => {
    const user = await open();
    respond(call, { msg: "No." }, 400);
    const sending = hold(call);
    await user.click(await button(label));
    const form = await waitFor(() => {
      const found = document.querySelector<HTMLFormElement>('form[aria-busy="true"]');
      if (!found) throw new Error("No form is busy.");
      return found;
    });
    const submit = form.querySelector('button[type="submit"]');
    expect(submit).toHaveAttribute("aria-disabled", "true");
    expect(submit).toHaveTextContent(busy);
    form.requestSubmit();
    await waitFor(() => expect(sending.calls()).toBe(1));
    sending.release();
    expect(await alert()).toHaveTextContent("No.");
    expect(sending.calls()).toBe(1);
  });
});

describe("a magic link", () => {
  it("confirms that it was sent, and disables the form", async () => {
    const user = await openMagicLink();
    respond(OTP, {});
    await user.click(await button("Send magic link"));
    const done = await screen.findByText("Magic link sent! Please check your email.");
    await waitFor(() => expect(done.closest('[role="status"]')).toHaveFocus());
    expect(await button("Email sent")).toBeDisabled();
    expect(screen.getByLabelText("Email")).toBeDisabled();
  });

  const { magicLinkFailure, fallback } = authMessages;
  it.each([
    ["status 429", 429, { msg: "Slow down" }, magicLinkFailure.tooMany],
    ["a rate limit", 400, { msg: "Email rate limit exceeded" }, magicLinkFailure.rateLimit],
    ["status 500", 500, { msg: "Error sending magic link email" }, magicLinkFailure.server],
    ["another refusal", 422, { msg: "Signups not allowed for otp" }, "Signups not allowed for otp"],
    ["a refusal without a word", 400, {}, fallback.magicLink],
  ])(
    "shows an error when it is not sent because of %s, and can be requested again",
    async (_, status, body, message) => {
      const user = await openMagicLink();
      respond(OTP, body, status);
      await user.click(await button("Send magic link"));
      expect(await alert()).toHaveTextContent(message);
      respond(OTP, {});
      await user.click(await button("Send magic link"));
      expect(await button("Email sent")).toBeDisabled();
      expect(screen.queryByRole("alert")).toBeNull();
    },
  );
});

it("a rejected password shows the reason, or 'Authentication failed'", async () => {
  const user = await openPassword();
  respond(TOKEN, { code: 400, error_code: "invalid_credentials", msg: "Invalid login credentials" }, 400);
  await user.click(await button("Sign in"));
  expect(await alert()).toHaveTextContent("The email or password is incorrect.");
  respond(TOKEN, {}, 400);
  await user.click(await button("Sign in"));
  await waitFor(() => expect(screen.getByRole("alert")).toHaveTextContent("Authentication failed"));
});

describe("a sign-up", () => {
  it("shows the reason when it is rejected, or 'Signup failed', and can be sent again", async () => {
    const user = await openSignUp();
    const weak = "This password is too short or too easy to guess. Choose a stronger one.";
    respond(SIGN_UP, { code: 422, error_code: "weak_password", msg: "Password is weak." }, 422);
    await user.click(await button("Sign up"));
    expect(await alert()).toHaveTextContent(weak);
    respond(SIGN_UP, {}, 500);
    await user.click(await button("Sign up"));
    await waitFor(() => expect(screen.getByRole("alert")).toHaveTextContent("Signup failed"));
    respond(SIGN_UP, { id: "1", email: EMAIL, aud: "authenticated", identities: [] });
    await user.click(await button("Sign up"));
    const done = "Account created! Please check your email to confirm your registration.";
    expect(await screen.findByText(done)).toBeVisible();
  });

  it("is not sent without accepted terms: the checkbox shows an error and has the focus", async () => {
    const user = await openPassword("/signup");
    const sending = hold(SIGN_UP);
    await user.click(await button("Sign up"));
    const missing = "You must accept the terms and conditions to create an account";
    const box = screen.getByRole("checkbox", { name: /I accept the terms and conditions/ });
    expect(await screen.findByText(missing)).toBeVisible();
    await waitFor(() => expect(box).toHaveFocus());
    expect(box).toHaveAccessibleDescription(missing);
    await expectNoAxeViolations();
    expect(sending.calls()).toBe(0);
    await user.click(box);
    expect(screen.queryByText(missing)).toBeNull();
  });
});

describe("a reset", () => {
  it("shows an error when the email is not sent, and can be requested again", async () => {
    const user = await openReset();
    respond(RECOVER, {}, 500);
    await user.click(await button("Send Reset Instructions"));
    expect(await alert()).toHaveTextContent("Failed to send reset instructions");
    respond(RECOVER, {});
    await user.click(await button("Send Reset Instructions"));
    const dialog = await screen.findByRole("dialog", { name: "Password Reset Instructions Sent" });
    expect(within(dialog).getByRole("link", { name: "Return to Sign In" })).toHaveAttribute("href", "/login");
  });

  it("shows an error at the field when the passwords differ, and does not use the token", async () => {
    const user = await openNewPassword();
    const sending = hold("POST /auth/v1/verify");
    const confirmation = screen.getByLabelText("Confirm password");
    await fill(user, confirmation, "Another-horse-8");
    await user.click(await button("Update Password"));
    expect(await screen.findByText("Passwords do not match")).toBeVisible();
    expect(confirmation).toHaveFocus();
    expect(confirmation).toHaveAccessibleDescription("Passwords do not match");
    await fill(user, confirmation, PASSWORD);
    expect(screen.queryByText("Passwords do not match")).toBeNull();
    expect(sending.calls()).toBe(0);
  });
});
