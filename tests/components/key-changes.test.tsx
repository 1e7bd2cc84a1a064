import { screen, waitFor, within } from "@testing-library/react";
import type { UserEvent } from "@testing-library/user-event";
import { describe, expect, it } from "vitest";
import { restrictionMessages } from "#app/features/keys/messages.ts";
import { apiKey, budgetTrial, refusals, restrictionTrial } from "./support/account.ts";
import { expectNoAxeViolations } from "./support/expect-no-axe-violations.ts";
import { fill } from "./support/fill.ts";
import { bodiesOf, fail, hold, recover, respond } from "./support/network.ts";
import { openScreen } from "./support/open-screen.tsx";
import { expectToast } from "./support/toasts.ts";

/** Chooses an item of the key's menu, which opens a dialog. */
async function choose(item: string): Promise<{ user: UserEvent; dialog: ReturnType<typeof within> }> {
  const { user } = await openScreen("/api-keys");
  await user.click(await screen.findByRole("button", { name: "More actions for Production" }));
  await user.click(await screen.findByRole("menuitem", { name: item }));
  return { user, dialog: within(await screen.findByRole("dialog")) };
}

describe("a change of a key that fails", () => {
  const CHANGE = "PATCH /api/keys/:id";
  const changed = "Failed to change API key. Please try again.";

  it.each([
    ["Disable", CHANGE, "Disable API Key", changed],
    ["Rename", CHANGE, "Rename", changed],
    ["Budgets…", "PUT /api/keys/:id/budgets", "Save budgets", changed],
    ["Balance access…", CHANGE, "Save", changed],
    ["Rotate", "POST /api/keys/:id/rotate", "Rotate API Key", "Failed to rotate API key. Please try again."],
  ] as const)("is not shown as applied: %s", async (item, call, submit, message) => {
    respond("POST /api/keys/:id/budgets/trial", budgetTrial);
    const { user, dialog } = await choose(item);
    fail(call);
    if (item === "Rename") await fill(user, dialog.getByLabelText("Name"), "Mobile app");
    if (item === "Budgets…") await fill(user, dialog.getByLabelText("Per day"), "5");
    if (item === "Balance access…") await user.click(dialog.getByRole("checkbox"));
    await user.click(dialog.getByRole("button", { name: submit }));
    await expectToast("Error", message);
    await user.click(dialog.getByRole("button", { name: "Cancel" }));
    await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
    expect(screen.getByText("Showing 1 active key")).toBeInTheDocument();
    expect(screen.getByRole("row", { name: /Production/ })).not.toHaveTextContent(/Disabled|Budget/);
  });
});

it("a new name is sent without spaces around it, and the focus returns to the key's menu", async () => {
  const { user, dialog } = await choose("Rename");
  const renamed = apiKey({ name: "Mobile app" });
  respond("PATCH /api/keys/:id", renamed);
  const sent = bodiesOf("PATCH /api/keys/:id");
  respond("GET /api/keys", [renamed]);
  expect(dialog.getByLabelText("Name")).toHaveValue("Production");
  await fill(user, dialog.getByLabelText("Name"), "  Mobile app ");
  await user.keyboard("{Enter}");
  await expectToast("API Key Renamed", "It’s now called “Mobile app”.");
  await waitFor(() =>
    expect(screen.getByRole("button", { name: "More actions for Mobile app" })).toHaveFocus(),
  );
  expect(sent).toEqual([{ name: "Mobile app" }]);
});

describe("an expiry", () => {
  it("is a date from today on", async () => {
    const { user, dialog } = await choose("Set expiry");
    respond("PATCH /api/keys/:id", apiKey({ expires_at: "2100-01-01T00:00:00.000Z" }));
    const sent = bodiesOf("PATCH /api/keys/:id");
    expect(dialog.getByRole("radio", { name: "Never" })).toBeChecked();
    await user.click(dialog.getByRole("radio", { name: "Date" }));
    await fill(user, dialog.getByLabelText("Last day"), "2020-02-29");
    await user.click(dialog.getByRole("button", { name: "Set expiry" }));
    await waitFor(() =>
      expect(dialog.getByLabelText("Last day")).toHaveAccessibleDescription("Choose today or a later date."),
    );
    expect(sent).toEqual([]);
    await fill(user, dialog.getByLabelText("Last day"), "2099-12-31");
    await user.click(dialog.getByRole("button", { name: "Set expiry" }));
    await expectToast("API Key Expiry Set");
    expect(sent).toEqual([{ expires_at: expect.stringMatching(/^(2099-12-31|2100-01-01)T/) }]);
  });

  it("that is set can be removed", async () => {
    respond("GET /api/keys", [apiKey({ expires_at: "2099-12-31T12:00:00.000Z" })]);
    const { user, dialog } = await choose("Set expiry");
    respond("PATCH /api/keys/:id", apiKey());
    const sent = bodiesOf("PATCH /api/keys/:id");
    expect(dialog.getByRole("radio", { name: "Date" })).toBeChecked();
    await user.click(dialog.getByRole("radio", { name: "Never" }));
    await user.click(dialog.getByRole("button", { name: "Set expiry" }));
    await waitFor(() => expect(sent).toEqual([{ expires_at: null }]));
  });
});

const ADDRESS = "GET /api/account/address";
const TRIAL = "POST /api/keys/:id/restrictions/trial";

describe("restrictions", () => {
  it("are tried on the last seven days, saved, and shown with the key", async () => {
    respond(
      TRIAL,
      restrictionTrial({
        refused_requests: 12,
        models: [{ model: "demo-large", requests: 12 }],
        refused_by_model: 12,
      }),
    );
    const { user, dialog } = await choose("Restrictions…");
    const restricted = apiKey({ allowed_models: ["demo-small"], requests_per_minute: 60 });
    respond("PATCH /api/keys/:id", restricted);
    const sent = bodiesOf("PATCH /api/keys/:id");
    respond("GET /api/keys", [restricted]);
    await user.click(dialog.getByRole("button", { name: "All models" }));
    await user.click(await screen.findByRole("option", { name: /^demo-small/ }));
    await user.keyboard("{Escape}");
    expect(dialog.getByRole("button", { name: "Remove demo-small" })).toBeVisible();
    await fill(user, dialog.getByLabelText("Requests per minute"), "60");
    expect(await dialog.findByText("12 requests in the last 7 days")).toBeVisible();
    expect(dialog.getByText(/all used/)).toHaveTextContent("all used demo-large");
    await expectNoAxeViolations();
    await user.click(dialog.getByRole("button", { name: "Save restrictions" }));
    await expectToast("API Key Restrictions Saved");
    expect(sent).toEqual([
      {
        allowed_models: ["demo-small"],
        allowed_endpoints: [],
        requests_per_minute: 60,
        allowed_networks: [],
        allowed_origins: [],
      },
    ]);
    expect(await screen.findByText("Restricted")).toBeVisible();
    await user.click(screen.getByRole("button", { name: "Edit the restrictions of Production" }));
    expect(await screen.findByLabelText("Requests per minute")).toHaveValue("60");
  });

  it("that aren't valid are named at their fields when these are left, and nothing is sent", async () => {
    respond(TRIAL, restrictionTrial());
    const { user, dialog } = await choose("Restrictions…");
    const saving = hold("PATCH /api/keys/:id");
    await fill(user, dialog.getByLabelText("Requests per minute"), "150");
    await fill(user, dialog.getByLabelText("Allowed networks"), "2001:db8::/300");
    const origins = dialog.getByLabelText("Allowed origins");
    await fill(user, origins, "http://shop.example");
    expect(dialog.getByText(/Anyone who opens your site can read this key/)).toHaveTextContent(
      restrictionMessages.networksOfBrowsers,
    );
    await user.tab();
    expect(dialog.getByLabelText("Requests per minute")).toHaveAccessibleDescription(/^Enter 1 to 100/);
    expect(dialog.getByLabelText("Allowed networks")).toHaveAccessibleDescription(
      /^“2001:db8::\/300” isn’t valid/,
    );
    expect(origins).toHaveAccessibleDescription(/^“http:\/\/shop.example” isn’t valid/);
    await user.click(dialog.getByRole("button", { name: "Save restrictions" }));
    expect(saving.calls()).toBe(0);
  });

  it("are tried anew while the last result stays, which says so", async () => {
    const found = (count: number) =>
      restrictionTrial({
        refused_requests: count,
        models: [{ model: "demo-large", requests: count }],
        refused_by_model: count,
      });
    respond(TRIAL, found(12));
    const { user, dialog } = await choose("Restrictions…");
    const result = (await dialog.findByText("12 requests in the last 7 days")).closest("[role=status]");
    await waitFor(() => expect(result).toHaveAttribute("aria-busy", "false"));
    respond(TRIAL, found(3));
    const slow = hold(TRIAL);
    await fill(user, dialog.getByLabelText("Requests per minute"), "60");
    await waitFor(() => expect(slow.calls()).toBe(1));
    expect(result).toHaveAttribute("aria-busy", "true");
    expect(result).toHaveTextContent("12 requests");
    expect(dialog.getByRole("button", { name: "Save restrictions" })).toBeEnabled();
    slow.release();
    await waitFor(() => expect(result).toHaveTextContent("3 requests"));
    expect(result).toHaveAttribute("aria-busy", "false");
  });

  it("offer to load the models again", async () => {
    respond(TRIAL, restrictionTrial());
    fail("GET /api/prices", "…", { status: 429, code: "rate_limited" });
    const slow = hold("GET /api/prices");
    const { user, dialog } = await choose("Restrictions…");
    await user.click(dialog.getByRole("button", { name: "All models" }));
    expect(
      await screen.findByRole("status", { name: restrictionMessages.modelsLoading }),
    ).toBeInTheDocument();
    slow.release();
    expect(await screen.findByText(restrictionMessages.modelsFailed)).toBeVisible();
    recover();
    respond(TRIAL, restrictionTrial());
    await user.click(screen.getByRole("button", { name: "Retry" }));
    expect(await screen.findByRole("option", { name: /^demo-small/ })).toBeVisible();
  });

  it("take the address that the browser's requests come from, once, beside what is typed meanwhile", async () => {
    respond(TRIAL, restrictionTrial());
    const { user, dialog } = await choose("Restrictions…");
    const networks = dialog.getByLabelText("Allowed networks");
    const add = dialog.getByRole("button", { name: "Add my IP address" });
    fail(ADDRESS);
    await user.click(add);
    await expectToast(restrictionMessages.addressFailed.title);
    respond(ADDRESS, { address: null });
    await user.click(add);
    await expectToast(restrictionMessages.addressUnknown.title);
    expect(networks).toHaveValue("");
    respond(ADDRESS, { address: "203.0.113.7" });
    const arriving = hold(ADDRESS);
    await user.click(add);
    await fill(user, networks, "2001:db8::/32");
    arriving.release();
    await waitFor(() => expect(networks).toHaveValue("2001:db8::/32\n203.0.113.7"));
    await user.click(add);
    await expectToast("Your IP address is in the list", "203.0.113.7");
    expect(networks).toHaveValue("2001:db8::/32\n203.0.113.7");
  });

  it("say with the key what they refused lately, and stand there without it while that isn't known", async () => {
    respond("GET /api/keys", [apiKey({ allowed_models: ["demo-small"] })]);
    const item = { date: new Date().toISOString(), key_id: "key_1", name: "Production", requests: 38 };
    const REFUSALS = "GET /api/usage/refusals";
    respond(REFUSALS, { ...refusals, total: 38, items: [{ ...item, code: "model_not_allowed" }] });
    const slow = hold(REFUSALS);
    await openScreen("/api-keys");
    expect(await screen.findByRole("button", { name: "Edit the restrictions of Production" })).toBeVisible();
    await waitFor(() => expect(slow.calls()).toBe(1));
    expect(screen.queryByText(/refused in the last 24 hours/)).toBeNull();
    slow.release();
    expect(
      await screen.findByText("38 requests refused in the last 24 hours: model not allowed"),
    ).toBeVisible();
  });

  it("can be saved when the trial fails", async () => {
    fail(TRIAL);
    const { user, dialog } = await choose("Restrictions…");
    expect(await dialog.findByText(restrictionMessages.trialFailed)).toBeVisible();
    respond(TRIAL, restrictionTrial());
    await user.click(dialog.getByRole("button", { name: "Try Again" }));
    await waitFor(() => expect(dialog.queryByText(restrictionMessages.trialFailed)).toBeNull());
    expect(dialog.getByRole("button", { name: "Save restrictions" })).toBeEnabled();
  });
});

describe("balance access", () => {
  it("is saved for the key, and shown the next time", async () => {
    const { user, dialog } = await choose("Balance access…");
    respond("PATCH /api/keys/:id", apiKey({ shows_balance: false }));
    const sent = bodiesOf("PATCH /api/keys/:id");
    respond("GET /api/keys", [apiKey({ shows_balance: false })]);
    const shows = dialog.getByRole("checkbox", { name: "Show the balance" });
    expect(shows).toBeChecked();
    expect(shows).toHaveAccessibleDescription(/GET \/v1\/key/);
    await user.click(shows);
    await user.click(dialog.getByRole("button", { name: "Save" }));
    await expectToast("Balance Access Updated", "“Production” can no longer see your balance.");
    await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
    await user.click(screen.getByRole("button", { name: "More actions for Production" }));
    await user.click(await screen.findByRole("menuitem", { name: "Balance access…" }));
    expect(await screen.findByRole("checkbox", { name: "Show the balance" })).not.toBeChecked();
    expect(sent).toEqual([{ shows_balance: false }]);
  });

  it("is not requested when nothing has changed", async () => {
    const { user, dialog } = await choose("Balance access…");
    const saving = hold("PATCH /api/keys/:id");
    await user.click(dialog.getByRole("button", { name: "Save" }));
    await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
    expect(saving.calls()).toBe(0);
  });
});

describe("a rotation", () => {
  it("says that the key was revoked in another window, and removes it from the list", async () => {
    respond("GET /api/keys", [apiKey(), apiKey({ id: "key_2", name: "Staging" })]);
    const { user, dialog } = await choose("Rotate");
    fail("POST /api/keys/:id/rotate", "This API key is revoked.", { status: 409, code: "key_revoked" });
    respond("GET /api/keys", [
      apiKey({ status: "revoked", revoked_at: "2026-11-22T00:00:00.000Z" }),
      apiKey({ id: "key_2", name: "Staging" }),
    ]);
    await user.click(dialog.getByRole("button", { name: "Rotate API Key" }));
    await expectToast("Error", "This API key is revoked.");
    await user.click(dialog.getByRole("button", { name: "Cancel" }));
    expect(await screen.findByText("Showing 1 active key")).toBeInTheDocument();
    expect(screen.queryByRole("row", { name: /Production/ })).toBeNull();
  });
});

describe("budgets", () => {
  it("allow another attempt when the preview fails to load", async () => {
    fail("POST /api/keys/:id/budgets/trial");
    const { user, dialog } = await choose("Budgets…");
    expect(await dialog.findByRole("alert")).toHaveTextContent("Couldn’t load this estimate.");
    respond("POST /api/keys/:id/budgets/trial", budgetTrial);
    await user.click(dialog.getByRole("button", { name: "Try Again" }));
    expect(await dialog.findByText("$0.00 today")).toBeVisible();
  });

  it("show an error at the field for an invalid amount, and save nothing", async () => {
    respond("POST /api/keys/:id/budgets/trial", budgetTrial);
    const { user, dialog } = await choose("Budgets…");
    const saving = hold("PUT /api/keys/:id/budgets");
    await fill(user, dialog.getByLabelText("Per week"), "1,50");
    await user.keyboard("{Enter}");
    await waitFor(() =>
      expect(dialog.getByLabelText("Per week")).toHaveAccessibleDescription(
        "Enter an amount in dollars, such as 5 or 0.50.",
      ),
    );
    await user.click(dialog.getByRole("button", { name: "Cancel" }));
    recover();
    expect(saving.calls()).toBe(0);
  });
});
