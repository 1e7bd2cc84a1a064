import { Link } from "@remix-run/react";
import { createRemixStub } from "@remix-run/testing";
import { act, fireEvent, render, screen, waitFor, within } from "@testing-library/react";
import { beforeEach, describe, expect, it, onTestFinished, vi } from "vitest";
import { authMessages } from "#app/features/auth/messages.ts";
import { SuccessNote } from "#app/features/auth/success-note.tsx";
import { askedHere, noteAsked } from "#app/lib/auth/asked-links.ts";
import { noteEndedSession, takeEndedSession } from "#app/lib/auth/ended-session.ts";
import { costHeader, standingHeaders } from "#worker/gateway/response-headers.ts";
import { expectNoAxeViolations } from "./support/expect-no-axe-violations.ts";
import { fill } from "./support/fill.ts";
import { bodiesOf, hold, queriesOf, respond } from "./support/network.ts";
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

async function openMagicLink(path = "/login") {
  const { user } = await openScreen(path);
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

it("the sample response beside the form has headers as the gateway writes them", async () => {
  await openScreen("/login");
  const sample = within(await screen.findByRole("complementary", { name: "About Latchkey" }));
  const names = sample.getAllByRole("term").map(({ textContent }) => textContent);
  const values = sample.getAllByRole("definition").map(({ textContent }) => textContent);
  const { "x-ratelimit-remaining-requests": remaining, "x-latchkey-balance": balance } = standingHeaders({
    limit: 100,
    remaining: 97,
    resetMs: 0,
    balanceMicros: 48_200_000,
  });
  expect(new Map(names.map((name, at) => [name, values[at]]))).toEqual(
    new Map([
      ["x-request-id", expect.stringMatching(/^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/)],
      ["x-latchkey-cost", costHeader(412)["x-latchkey-cost"]],
      ["x-latchkey-balance", balance],
      ["x-ratelimit-remaining-requests", remaining],
    ]),
  );
});

describe("every email and password is required, and emails must be valid:", () => {
  const email = ["Email", "email"] as const;
  const password = ["Password", "password"] as const;
  it.each([
    ["sign-in", "/login", [email, password]],
    ["sign-up", "/signup", [email, password]],
    ["a reset's request", "/reset-password", [email]],
    [
      "a reset",
      "/reset-password?token=T",
      [
        ["New password", "password"],
        ["Confirm password", "password"],
      ],
    ],
  ] as const)("%s", async (_, path, fields) => {
    const { user } = await openScreen(path);
    for (const [name, type] of fields) {
      const field = await screen.findByLabelText(name);
      expect(field).toBeRequired();
      expect(field).toHaveAttribute("type", type);
    }
    const tab = screen.queryByRole("tab", { name: "Magic Link" });
    if (tab) await user.click(tab);
    if (tab) expect(await screen.findByLabelText("Email")).toBeRequired();
  });

  it("so an incomplete form isn't sent", async () => {
    const { user } = await openScreen("/signup");
    const sending = hold(SIGN_UP);
    await user.click(await screen.findByRole("checkbox", { name: /I accept the terms and conditions/ }));
    await user.click(await button("Sign up"));
    expect(screen.getByLabelText("Email")).toBeInvalid();
    await fill(user, screen.getByLabelText("Email"), "nobody");
    await fill(user, screen.getByLabelText("Password"), PASSWORD);
    await user.click(await button("Sign up"));
    expect(screen.getByLabelText("Email")).toBeInvalid();
    expect(sending.calls()).toBe(0);
  });
});

describe("a password's field", () => {
  it.each(["/login", "/signup"])(
    "names the strength, and shows and hides the password, on %s",
    async (path) => {
      const { user } = await openScreen(path);
      const field = await screen.findByLabelText("Password");
      for (const [password, label] of [
        ["aaaaaaaa", "Weak"],
        ["aaaaaaaA", "Fair"],
        ["aaaaaaA1", "Good"],
        ["aaaaaA1!", "Strong"],
      ] as const) {
        await fill(user, field, password);
        expect(screen.getByText("Password strength:").parentElement).toHaveTextContent(
          `Password strength: ${label}`,
        );
      }
      await user.click(await button("Show password"));
      expect(field).toHaveAttribute("type", "text");
      await user.click(await button("Hide password"));
      expect(field).toHaveAttribute("type", "password");
    },
  );
});

describe("the sign-in page", () => {
  it("links to the password reset and to the sign-up", async () => {
    await openScreen("/login");
    const reset = await screen.findByRole("link", { name: "Forgot password?" });
    expect(reset).toHaveAttribute("href", "/reset-password");
    expect(screen.getByRole("link", { name: "Sign up" })).toHaveAttribute("href", "/signup");
  });

  it("keeps the email and the focus between its tabs, which the arrow keys switch", async () => {
    const { user } = await openScreen("/login");
    await fill(user, await screen.findByLabelText("Email"), "typed@example.com");
    const tab = screen.getByRole("tab", { name: "Password" });
    expect(tab).toHaveAttribute("aria-selected", "true");
    await user.tab({ shift: true });
    expect(tab).toHaveFocus();
    await user.keyboard("{ArrowRight}");
    expect(await button("Send magic link")).toBeVisible();
    expect(screen.getByLabelText("Email")).toHaveValue("typed@example.com");
    await fill(user, screen.getByLabelText("Email"), "changed@example.com");
    await user.click(await button("Back to password"));
    expect(screen.getByLabelText("Email")).toHaveValue("changed@example.com");
    expect(screen.getByLabelText("Email")).toHaveFocus();
    expect(screen.getByRole("tab", { name: "Password" })).toHaveAttribute("aria-selected", "true");
  });

  it("sends an unconfirmed user the email again", async () => {
    const user = await openPassword();
    respond(TOKEN, { code: 400, error_code: "email_not_confirmed", msg: "Email not confirmed" }, 400);
    await user.click(await button("Sign in"));
    expect(await alert()).toHaveTextContent("Your email address isn’t confirmed yet.");
    const resend = "POST /auth/v1/resend";
    respond(resend, {});
    const sent = bodiesOf(resend);
    const targets = queriesOf(resend);
    await user.click(await button("Resend confirmation email"));
    const done = await screen.findByText(authMessages.success.confirmation);
    await waitFor(() => expect(done.closest('[role="status"]')).toHaveFocus());
    expect(sent).toMatchObject([{ type: "signup", email: EMAIL }]);
    expect(targets).toEqual([{ redirect_to: `${location.origin}/login` }]);
  });
});

it("the button says that a sign-in is in progress", async () => {
  const user = await openPassword();
  respond(TOKEN, { msg: "No." }, 400);
  const sending = hold(TOKEN);
  await user.click(await button("Sign in"));
  expect(await button("Signing in...")).toHaveAttribute("aria-disabled", "true");
  sending.release();
  expect(await alert()).toHaveTextContent("No.");
});

describe("a magic link", () => {
  it.each([
    ["/login", "/login"],
    ["/login?return_to=%2Fapi-keys", "/login?return_to=%2Fapi-keys"],
    ["/login?return_to=%2F%2Fevil.example", "/login"],
  ])("from %s carries the return path, unless that leaves the site", async (path, back) => {
    const user = await openMagicLink(path);
    respond(OTP, {});
    const queries = queriesOf(OTP);
    await user.click(await button("Send magic link"));
    await button("Email sent");
    expect(queries).toEqual([{ redirect_to: `${location.origin}${back}` }]);
  });

  it("confirms that it was sent, can be sent again, and shows a failure to do so", async () => {
    const user = await openMagicLink();
    respond(OTP, {});
    const sent = bodiesOf(OTP);
    await user.click(await button("Send magic link"));
    const done = await screen.findByText("Magic link sent! Please check your email.");
    await waitFor(() => expect(done.closest('[role="status"]')).toHaveFocus());
    expect(await button("Email sent")).toBeDisabled();
    expect(screen.getByLabelText("Email")).toBeDisabled();
    const sending = hold(OTP);
    await user.click(await button("Resend"));
    expect(await button("Sending link...")).toHaveAttribute("aria-disabled", "true");
    sending.release();
    expect(await screen.findByText("We sent another link. The latest one works.")).toBeVisible();
    expect(sent).toMatchObject([{ email: EMAIL }, { email: EMAIL }]);
    respond(OTP, { msg: "Slow down" }, 429);
    await user.click(await button("Resend"));
    expect(await alert()).toHaveTextContent(authMessages.magicLinkFailure.tooMany);
  });

  it("that went to a wrong address can be sent to another one", async () => {
    const user = await openMagicLink();
    respond(OTP, {});
    const sent = bodiesOf(OTP);
    await user.click(await button("Send magic link"));
    await user.click(await button("Wrong address?"));
    const field = screen.getByLabelText("Email");
    expect(field).toHaveFocus();
    expect(field).toHaveValue(EMAIL);
    await fill(user, field, "next@example.com");
    await user.click(await button("Send magic link"));
    expect(await button("Email sent")).toBeDisabled();
    expect(sent).toMatchObject([{ email: EMAIL }, { email: "next@example.com" }]);
  });

  it("that can't be sent says why, leads to support, and can be requested again", async () => {
    const user = await openMagicLink();
    respond(OTP, { msg: "Error sending magic link email" }, 500);
    await user.click(await button("Send magic link"));
    expect(await alert()).toHaveTextContent(authMessages.magicLinkFailure.server);
    const link = within(await alert()).getByRole("link", { name: "contact support" });
    expect(link).toHaveAttribute("href", "mailto:support@example.com");
    respond(OTP, {});
    await user.click(await button("Send magic link"));
    expect(await button("Email sent")).toBeDisabled();
    expect(screen.queryByRole("alert")).toBeNull();
  });
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

describe("a message from before", () => {
  beforeEach(() => {
    takeEndedSession();
  });

  it("says that the session ended, where it leads back to, and whose it was", async () => {
    noteEndedSession(EMAIL);
    await openScreen("/login?return_to=%2Fusage%3Frange%3D7d");
    expect(await screen.findByText("Your session ended")).toBeVisible();
    expect(screen.getByText("Sign in to go back to Usage.")).toBeVisible();
    await waitFor(() => expect(screen.getByLabelText("Email")).toHaveValue(EMAIL));
    expect(screen.getByLabelText("Password")).toHaveFocus();
    await expectNoAxeViolations();
  });

  it("says that the account was deleted, which also ended its session", async () => {
    noteEndedSession(EMAIL, "deleted");
    noteEndedSession(EMAIL);
    await openScreen("/login");
    expect(await screen.findByText("Your account was deleted")).toBeVisible();
    expect(screen.queryByText("Your session ended")).toBeNull();
    expect(screen.getByLabelText("Email")).toHaveValue("");
  });

  it("is shown once", async () => {
    noteEndedSession(EMAIL);
    expect(takeEndedSession()).toEqual({ reason: "ended", email: EMAIL });
    await openScreen("/login");
    await button("Sign in");
    expect(screen.queryByText("Your session ended")).toBeNull();
  });

  it("is gone once the reader tries to sign in", async () => {
    noteEndedSession(EMAIL);
    const user = await openPassword("/login?error=access_denied");
    expect(await alert()).toHaveTextContent("Authentication failed");
    respond(TOKEN, { code: 400, error_code: "email_not_confirmed", msg: "Email not confirmed" }, 400);
    await user.click(await button("Sign in"));
    await button("Resend confirmation email");
    expect(screen.getAllByRole("alert")).toHaveLength(1);
    expect(screen.queryByText("Your session ended")).toBeNull();
  });
});

describe("a sign-up", () => {
  it("leads users who have an account to the sign-in page, and opens the terms in a new tab", async () => {
    await openScreen("/signup");
    expect(await screen.findByRole("link", { name: "Sign in" })).toHaveAttribute("href", "/login");
    const link = await screen.findByRole("link", { name: /terms and conditions/ });
    expect(link).toHaveAttribute("href", "/terms");
    expect(link).toHaveAttribute("target", "_blank");
  });

  it("is sent by keyboard, however weak the password is, and its link leads to the sign-in page", async () => {
    const { user } = await openScreen("/signup");
    respond(SIGN_UP, { id: "1", email: EMAIL, aud: "authenticated", identities: [] });
    const sent = bodiesOf(SIGN_UP);
    const targets = queriesOf(SIGN_UP);
    noteAsked("magiclink", EMAIL);
    await user.click(await screen.findByLabelText("Email"));
    await user.keyboard(EMAIL);
    await user.tab();
    await user.keyboard("correcthorse");
    await user.tab();
    expect(await button("Show password")).toHaveFocus();
    await user.tab();
    await user.keyboard(" ");
    await user.tab();
    expect(screen.getByRole("link", { name: /terms and conditions/ })).toHaveFocus();
    await user.tab();
    await user.keyboard("{Enter}");
    const done = "Account created! Please check your email to confirm your registration.";
    expect(await screen.findByText(done)).toBeVisible();
    expect(screen.getByText(authMessages.sentTo)).toHaveTextContent(`${authMessages.sentTo} ${EMAIL}`);
    expect(screen.getByText(/opens in 3 seconds/)).toBeVisible();
    expect(sent).toMatchObject([{ email: EMAIL, password: "correcthorse" }]);
    expect(targets).toEqual([{ redirect_to: `${location.origin}/login` }]);
    expect(askedHere("magiclink"), "the next link chooses a password").toBeNull();
    await user.tab();
    expect(screen.getByRole("link", { name: "Return to Sign In" })).toHaveFocus();
  });

  it("is not sent with a password that is tried first, such as the email address", async () => {
    const user = await openSignUp();
    const sending = hold(SIGN_UP);
    await fill(user, screen.getByLabelText("Password"), EMAIL);
    await user.click(await button("Sign up"));
    expect(await alert()).toHaveTextContent(/^This password is too easy to guess/);
    expect(sending.calls()).toBe(0);
  });

  it("shows the reason when it is rejected, or 'Signup failed', and can be sent again", async () => {
    const user = await openSignUp();
    const weak =
      "This password is too easy to guess. Use at least 8 characters, and none that you use elsewhere.";
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
    respond(RECOVER, { code: 429, error_code: "over_email_send_rate_limit", msg: "Too many" }, 429);
    await user.click(await button("Send Reset Instructions"));
    await waitFor(() =>
      expect(screen.getByRole("alert")).toHaveTextContent("Too many emails in a short time."),
    );
    respond(RECOVER, {});
    const targets = queriesOf(RECOVER);
    await user.click(await button("Send Reset Instructions"));
    const dialog = await screen.findByRole("dialog", { name: "Password Reset Instructions Sent" });
    const link = within(dialog).getByRole("link", { name: "Return to Sign In" });
    expect(link).toHaveAttribute("href", "/login");
    await waitFor(() => expect(link).toHaveFocus());
    expect(targets).toEqual([{ redirect_to: `${location.origin}/reset-password` }]);
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
    await fill(user, confirmation, "Another-horse-8");
    await user.click(await button("Update Password"));
    expect(await screen.findByText("Passwords do not match")).toBeVisible();
    await fill(user, screen.getByLabelText("New password"), "Another-horse-8");
    expect(screen.queryByText("Passwords do not match")).toBeNull();
    expect(sending.calls()).toBe(0);
  });
});

it("the sign-in page that follows a sign-up knows the address", async () => {
  const state = { note: authMessages.success.signUp, email: "new@example.com" };
  await openScreen("/login", state);
  await waitFor(() => expect(screen.getByLabelText("Email")).toHaveValue("new@example.com"));
  expect(screen.getByText(authMessages.success.signUp)).toBeVisible();
});

describe("a form that succeeded", () => {
  async function show() {
    vi.useFakeTimers();
    onTestFinished(() => void vi.useRealTimers());
    const Note = () => <SuccessNote message={authMessages.success.signUp} redirectAfterMs={3_000} />;
    const Elsewhere = () => <Link to="/signup">Sign up</Link>;
    const Stub = createRemixStub([
      { path: "/signup", Component: Note },
      { path: "/login", Component: Elsewhere },
    ]);
    render(<Stub initialEntries={["/signup"]} />);
    await act(() => vi.advanceTimersByTimeAsync(2_900));
  }

  it("leads to the sign-in page when the time is over", async () => {
    await show();
    expect(screen.getByRole("link", { name: "Return to Sign In" })).toBeVisible();
    await act(() => vi.advanceTimersByTimeAsync(100));
    expect(screen.getByRole("link", { name: "Sign up" })).toBeVisible();
  });

  it("leads nowhere once the reader has left", async () => {
    await show();
    fireEvent.click(screen.getByRole("link", { name: "Return to Sign In" }));
    await act(() => vi.advanceTimersByTimeAsync(10));
    fireEvent.click(screen.getByRole("link", { name: "Sign up" }));
    await act(() => vi.advanceTimersByTimeAsync(200));
    expect(screen.getByRole("link", { name: "Return to Sign In" })).toBeVisible();
  });
});
