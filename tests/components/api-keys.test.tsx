import { screen, waitFor, within } from "@testing-library/react";
import type { UserEvent } from "@testing-library/user-event";
import { describe, expect, it, onTestFinished, vi } from "vitest";
import { copyMessages } from "#app/components/messages.ts";
import { keyMessages } from "#app/features/keys/messages.ts";
import { MINUTE_MS } from "#core/domain/time.ts";
import { apiKey, balance, FULL_KEY, restrictionTrial, runway } from "./support/account.ts";
import { expectNoAxeViolations } from "./support/expect-no-axe-violations.ts";
import { fill } from "./support/fill.ts";
import { bodiesOf, fail, hold, recover, refuse, respond } from "./support/network.ts";
import { openScreen } from "./support/open-screen.tsx";
import { expectToast } from "./support/toasts.ts";

// The specification's sentences, word for word.

const keyRow = () => screen.findByRole("row", { name: /Production/ });
const createButton = () => screen.findByRole("button", { name: "Create API Key" });

async function openKeys() {
  const opened = await openScreen("/api-keys");
  await keyRow();
  await waitFor(async () => expect(await createButton()).not.toHaveAttribute("aria-disabled", "true"));
  return opened;
}

async function openCreateDialog(user: UserEvent, name?: string) {
  await user.click(await createButton());
  const dialog = await screen.findByRole("dialog", { name: "Create New API Key" });
  if (name !== undefined) await fill(user, within(dialog).getByLabelText("Name"), name);
  return within(dialog);
}

describe("keys that fail to load", () => {
  it.each([
    ["The database is unavailable.", "The database is unavailable."],
    ["", "An unknown error occurred"],
  ])("show why (“%s”: “%s”), and Try Again loads them", async (error, shown) => {
    fail("GET /api/keys", error, { status: 503, code: "database_unavailable" });
    const { user } = await openScreen("/api-keys");
    const alert = within(await screen.findByRole("alert"));
    expect(alert.getByText("Error Loading API Keys")).toBeVisible();
    expect(alert.getByText(shown)).toBeVisible();
    recover();
    await user.click(alert.getByRole("button", { name: "Try Again" }));
    expect(await keyRow()).toBeVisible();
  });
});

describe("creating a key", () => {
  it("shows progress on the button, which creates only one key", async () => {
    const { user } = await openKeys();
    respond("POST /api/keys", { ...apiKey({ id: "key_2", name: "Staging" }), key: FULL_KEY }, 201);
    const creation = hold("POST /api/keys");
    const dialog = await openCreateDialog(user, "Staging");
    await user.click(dialog.getByRole("button", { name: "Create API Key" }));
    expect(await dialog.findByRole("button", { name: "Creating…" })).toHaveAttribute("aria-busy", "true");
    await user.keyboard("{Escape}");
    await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
    expect(await createButton()).toHaveAttribute("aria-disabled", "true");
    await user.hover(await createButton());
    expect(await screen.findByRole("tooltip")).toHaveTextContent("Creating your API key…");
    await user.click(await createButton());
    expect(screen.queryByRole("dialog")).toBeNull();
    creation.release();
    await waitFor(async () => expect(await createButton()).not.toHaveAttribute("aria-disabled", "true"));
    expect(creation.calls()).toBe(1);
  });

  it("keeps the name when it fails, with one toast for both attempts, and shows a refusal at its field", async () => {
    const { user } = await openKeys();
    fail("POST /api/keys");
    const dialog = await openCreateDialog(user, "Staging");
    for (const _ of ["first", "second"]) {
      await user.click(dialog.getByRole("button", { name: "Create API Key" }));
      await expectToast("Error", "Failed to create API key. Please try again.");
    }
    expect(dialog.getByRole("button", { name: "Create API Key" })).toBeEnabled();
    expect(dialog.getByLabelText("Name")).toHaveValue("Staging");
    const name = dialog.getByLabelText("Name");
    refuse("POST /api/keys", "Letters only.", "name");
    await fill(user, name, "\u200b");
    await user.keyboard("{Enter}");
    await waitFor(() => expect(name).toHaveAccessibleDescription(/Letters only\./));
    await fill(user, name, " ");
    await user.keyboard("{Enter}");
    await expectToast("Missing information", "Please provide a name for your API key.");
    expect(name).not.toHaveAccessibleDescription(/Letters only\./);
  });

  it("requires a name, and Enter says so", async () => {
    const { user } = await openKeys();
    const dialog = await openCreateDialog(user, "   ");
    expect(dialog.getByText("Each API key costs 0.00 per 1000 requests")).toBeVisible();
    expect(dialog.getByRole("button", { name: "Create API Key" })).toBeDisabled();
    await user.keyboard("{Enter}");
    await expectToast(keyMessages.missingName.title, keyMessages.missingName.description);
    expect(dialog.getByLabelText("Name")).toBeVisible();
  });

  it("keeps a name that is too long, and says so at once", async () => {
    const { user } = await openKeys();
    const sent = bodiesOf("POST /api/keys");
    const name = "a".repeat(101);
    const dialog = await openCreateDialog(user, name);
    const field = dialog.getByLabelText("Name");
    expect(field).toHaveValue(name);
    expect(field).toHaveAccessibleDescription("The name must have at most 100 characters. This one has 101.");
    await user.click(dialog.getByRole("button", { name: "Create API Key" }));
    expect(sent).toEqual([]);
    await user.type(field, "{Backspace}");
    expect(field).not.toHaveAttribute("aria-invalid", "true");
  });

  it("sets an expiry only if one is chosen", async () => {
    const { user } = await openKeys();
    respond("POST /api/keys", { ...apiKey({ id: "key_2", name: "Trial" }), key: FULL_KEY }, 201);
    const sent = bodiesOf("POST /api/keys");
    const dialog = await openCreateDialog(user, "Trial");
    expect(dialog.queryByRole("radiogroup")).toBeNull();
    await user.click(dialog.getByRole("button", { name: "Expires: never" }));
    await user.click(dialog.getByRole("radio", { name: "7 days" }));
    await user.click(dialog.getByRole("button", { name: "Create API Key" }));
    await expectToast("API Key Created", "“Trial” is ready. Copy it from the list at any time.");
    const again = await openCreateDialog(user);
    expect(again.getByRole("button", { name: "Expires: never" })).toBeVisible();
    expect(again.getByLabelText("Name")).toHaveValue("");
    expect(sent).toEqual([expect.objectContaining({ name: "Trial", expires_at: expect.any(String) })]);
  });

  it("redirects to Add Balance when the balance was spent in the meantime", async () => {
    const { user, address } = await openKeys();
    fail("POST /api/keys", "The balance is spent.", { status: 402, code: "insufficient_balance" });
    const dialog = await openCreateDialog(user, "Staging");
    await user.click(dialog.getByRole("button", { name: "Create API Key" }));
    await expectToast("Insufficient balance", "Please add funds to your account before creating an API key.");
    expect(address()).toBe("/add-balance");
    expect(screen.queryByRole("dialog")).toBeNull();
  });
});

it("the disabled button explains that a balance is required", async () => {
  respond("GET /api/account/balance", { ...balance, balance: 0, ever_funded: false });
  respond("GET /api/keys", []);
  const { user } = await openScreen("/api-keys");
  expect(await screen.findByText("No Active API Keys")).toBeVisible();
  const button = screen.getByRole("button", { name: "Create API Key" });
  await user.hover(button);
  expect(await screen.findByRole("tooltip")).toHaveTextContent(keyMessages.blocked.noFunds);
  expect(button).toHaveAttribute("aria-disabled", "true");
  await expectNoAxeViolations();
  await user.click(button);
  expect(screen.queryByRole("dialog")).toBeNull();
});

it("a revocation shows what the key has done up to now", async () => {
  const ANALYTICS = "GET /api/figures";
  fail(ANALYTICS);
  respond("GET /api/keys", [apiKey({ last_used: null })]);
  const { user } = await openKeys();
  respond("GET /api/keys", [apiKey({ last_used: new Date().toISOString() })]);
  await user.click(screen.getByRole("button", { name: "Revoke Production" }));
  const dialog = within(await screen.findByRole("dialog", { name: "Revoke API Key" }));
  await waitFor(() =>
    expect(dialog.getByText("Last used").parentElement).toHaveTextContent("Last usedJust now"),
  );
  expect(dialog.getByText(/This key is in use/)).toBeVisible();
  const row = dialog.getByText("Last 24 hours").parentElement;
  await waitFor(() => expect(row).toHaveTextContent(keyMessages.lastDayFailed));
  recover();
  await user.click(dialog.getByRole("button", { name: "Retry" }));
  await waitFor(() => expect(row).toHaveTextContent("30 requests"));
  await expectNoAxeViolations();
});

it("a revocation doesn't say when the key was used last before it knows, unless that can't be loaded", async () => {
  respond("GET /api/keys", [apiKey({ last_used: null })]);
  const { user } = await openKeys();
  fail("GET /api/keys", "…", { status: 429, code: "rate_limited" });
  const slow = hold("GET /api/keys");
  await user.click(screen.getByRole("button", { name: "Revoke Production" }));
  const dialog = within(await screen.findByRole("dialog", { name: "Revoke API Key" }));
  expect(await dialog.findByRole("status", { name: "Loading last use" })).toBeInTheDocument();
  expect(dialog.queryByText(keyMessages.neverUsed)).toBeNull();
  slow.release();
  expect(await dialog.findByText(keyMessages.neverUsed)).toBeVisible();
});

it("the list shows what keys have done since, once the reader returns", async () => {
  vi.useFakeTimers({ toFake: ["Date"] });
  onTestFinished(() => void vi.useRealTimers());
  respond("GET /api/keys", [apiKey({ last_used: null })]);
  await openKeys();
  vi.setSystemTime(Date.now() + 2 * MINUTE_MS);
  respond("GET /api/keys", [apiKey({ last_used: new Date().toISOString() })]);
  document.dispatchEvent(new Event("visibilitychange", { bubbles: true }));
  await waitFor(async () => expect(await keyRow()).toHaveTextContent("Just now"));
});

it("the balance says how long it lasts", async () => {
  respond("GET /api/account/runway", {
    ...runway,
    status: "estimated",
    daily_cost: 1,
    days_left: 25,
    lasts_until: "2026-12-10T12:00:00.000Z",
  });
  await openKeys();
  expect(await screen.findByText("Lasts until Dec 10, 2026 at this pace")).toBeVisible();
});

it("a revoked key moves to the other tab, and both tabs count what they show", async () => {
  const { user } = await openKeys();
  expect(screen.getByText("Showing 1 active key")).toBeInTheDocument();
  await user.click(screen.getByRole("button", { name: "Revoke Production" }));
  const revoked = apiKey({ status: "revoked", revoked_at: "2026-11-22T00:00:00.000Z" });
  respond("POST /api/keys/:id/revoke", revoked);
  respond("GET /api/keys", [revoked]);
  const dialog = within(await screen.findByRole("dialog", { name: "Revoke API Key" }));
  await user.click(dialog.getByRole("button", { name: "Revoke API Key" }));
  await expectToast("API Key Revoked", "“Production” no longer works.");
  expect(await screen.findByText(keyMessages.noActiveKeys)).toBeVisible();
  await user.click(screen.getByRole("tab", { name: /Revoked Keys/ }));
  const row = await keyRow();
  const columns = screen.getAllByRole("columnheader").map(({ textContent }) => textContent);
  expect(columns).toEqual(["Name", "API Key", "Created", "Revoked", "Actions"]);
  expect(within(row).getByRole("link", { name: "Usage History" })).toHaveAttribute(
    "href",
    "/api-keys/key_1/usage",
  );
  expect(row).toHaveTextContent("Last used: Unknown");
  expect(within(row).queryByRole("button")).toBeNull();
  expect(screen.getByText("Showing 1 revoked key")).toBeInTheDocument();
});

it("full keys are on the page only while masking is off", async () => {
  respond("POST /api/keys/:id/reveal", { key: FULL_KEY });
  const { user } = await openKeys();
  const mask = screen.getByRole("switch", { name: "Mask API Keys" });
  expect(mask).toBeChecked();
  await user.click(mask);
  await waitFor(async () => expect(await keyRow()).toHaveTextContent(FULL_KEY));
  await user.click(mask);
  await waitFor(() => expect(document.body).not.toHaveTextContent(FULL_KEY));
});

it("the Playground's key offers nothing that the server refuses, and doesn't keep others from being shown", async () => {
  const playground = apiKey({ id: "key_2", name: "Playground", key: "lk_…77aa", playground: true });
  respond("GET /api/keys", [playground, apiKey()]);
  respond("POST /api/keys/:id/reveal", { key: FULL_KEY });
  const { user } = await openKeys();
  const row = within(await screen.findByRole("row", { name: /Playground/ }));
  expect(row.queryByRole("button", { name: "Copy" })).toBeNull();
  expect(row.queryByRole("button", { name: "lk_…77aa" })).toBeNull();
  await user.click(screen.getByRole("switch", { name: "Mask API Keys" }));
  await waitFor(async () => expect(await keyRow()).toHaveTextContent(FULL_KEY));
  await user.click(row.getByRole("button", { name: "More actions for Playground" }));
  const items = (await screen.findAllByRole("menuitem")).map(({ textContent }) => textContent);
  expect(items).toEqual(["Budgets…", "Restrictions…", "Balance access…", "Disable"]);
  respond("POST /api/keys/:id/restrictions/trial", restrictionTrial());
  await user.click(screen.getByRole("menuitem", { name: "Restrictions…" }));
  const dialog = within(await screen.findByRole("dialog"));
  expect(dialog.queryByLabelText("Allowed origins")).toBeNull();
  respond("PATCH /api/keys/:id", playground);
  const sent = bodiesOf("PATCH /api/keys/:id");
  await user.click(dialog.getByRole("button", { name: "Save restrictions" }));
  await waitFor(() => expect(sent).toHaveLength(1));
  expect(sent[0]).not.toHaveProperty("allowed_origins");
});

it("a failed revocation shows an error, and the key stays active", async () => {
  const { user } = await openKeys();
  fail("POST /api/keys/:id/revoke");
  await user.click(screen.getByRole("button", { name: "Revoke Production" }));
  const dialog = within(await screen.findByRole("dialog", { name: "Revoke API Key" }));
  await user.click(dialog.getByRole("button", { name: "Revoke API Key" }));
  await expectToast("Error", "Failed to revoke API key. Please try again later.");
  expect(await screen.findByText("Showing 1 active key")).toBeInTheDocument();
});

describe("copying", () => {
  const copyButton = async () => within(await keyRow()).getByRole("button", { name: "Copy" });
  const withoutClipboard = () => {
    const { clipboard } = navigator;
    Object.defineProperty(navigator, "clipboard", { value: undefined, configurable: true });
    onTestFinished(() => void Object.defineProperty(navigator, "clipboard", { value: clipboard }));
  };

  it("shows the key, selected, where the browser lets nobody copy it, and does not say “Copied”", async () => {
    const { user } = await openKeys();
    respond("POST /api/keys/:id/reveal", { key: FULL_KEY });
    vi.spyOn(navigator.clipboard, "writeText").mockRejectedValue(
      new DOMException("Denied", "NotAllowedError"),
    );
    await user.click(await copyButton());
    await expectToast("Error", "Failed to copy API key to clipboard.");
    const field = await screen.findByRole<HTMLTextAreaElement>("textbox", { name: copyMessages.text });
    await waitFor(() => expect(field).toHaveFocus());
    expect(field.value.slice(field.selectionStart, field.selectionEnd)).toBe(FULL_KEY);
    expect(screen.queryByText("Copied")).toBeNull();
    await expectNoAxeViolations();
    await user.click(screen.getByRole("button", { name: "Done" }));
    await waitFor(() => expect(document.body).not.toHaveTextContent(FULL_KEY));
    await waitFor(async () => expect(await copyButton()).toHaveFocus());
  });

  it.each([
    [true, 1],
    [false, 0],
  ])("uses the browser's command where there is no clipboard: it works, %s", async (works, copied) => {
    const { user } = await openKeys();
    respond("POST /api/keys/:id/reveal", { key: FULL_KEY });
    withoutClipboard();
    const data = { setData: vi.fn() };
    document.execCommand = () => {
      const event = Object.assign(new Event("copy", { bubbles: true }), { clipboardData: data });
      if (works) document.body.dispatchEvent(event);
      return true;
    };
    onTestFinished(() => void Reflect.deleteProperty(document, "execCommand"));
    const button = await copyButton();
    await user.click(button);
    await (works ? expectToast(keyMessages.copied.title) : expectToast(keyMessages.copyFailed.description));
    expect(data.setData.mock.calls).toEqual(works ? [["text/plain", FULL_KEY]] : []);
    expect(screen.queryAllByText("Copied")).toHaveLength(copied);
    if (works) expect(button).toHaveFocus();
    if (!works) expect(await screen.findByRole("textbox", { name: copyMessages.text })).toHaveValue(FULL_KEY);
  });

  it("shows an error when the server doesn't reveal the key, which stays masked", async () => {
    const { user } = await openKeys();
    fail("POST /api/keys/:id/reveal");
    await user.click(screen.getByRole("switch", { name: "Mask API Keys" }));
    await expectToast(keyMessages.revealFailed.description);
    await user.click(within(await keyRow()).getByRole("button", { name: "Copy" }));
    await expectToast(keyMessages.copyFailed.description);
    expect(document.body).not.toHaveTextContent(FULL_KEY);
  });
});
