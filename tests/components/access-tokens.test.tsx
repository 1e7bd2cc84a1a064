import { screen, waitFor, within } from "@testing-library/react";
import type { UserEvent } from "@testing-library/user-event";
import { describe, expect, it } from "vitest";
import { accountMessages } from "#app/features/account/messages.ts";
import type { AccessToken } from "#core/contract/access-tokens.ts";
import { MAX_ACCESS_TOKENS } from "#core/domain/access-token.ts";
import { accessToken } from "./support/account.ts";
import { expectNoAxeViolations } from "./support/expect-no-axe-violations.ts";
import { fill } from "./support/fill.ts";
import { bodiesOf, fail, respond } from "./support/network.ts";
import { openScreen } from "./support/open-screen.tsx";
import { expectToast } from "./support/toasts.ts";

const WORDS = accountMessages.accessTokens;
const LIST = "GET /api/tokens";
const CREATE = "POST /api/tokens";
const REVOKE = "POST /api/tokens/:id/revoke";
const SECRET = `lkp_${"a".repeat(36)}`;
const card = async () => within(await screen.findByRole("region", { name: "Access tokens" }));
const respondWith = (...items: AccessToken[]) => respond(LIST, { items, next_cursor: null });

async function openForm() {
  const opened = await openScreen("/profile");
  await opened.user.click(await (await card()).findByRole("button", { name: "Create token" }));
  return { ...opened, dialog: within(await screen.findByRole("dialog")) };
}

async function complete(user: UserEvent, dialog: Awaited<ReturnType<typeof openForm>>["dialog"]) {
  await fill(user, dialog.getByLabelText("Name"), "  Weekly report ");
  await user.click(dialog.getByRole("checkbox", { name: "usage:read" }));
}
const submit = (user: UserEvent) => user.click(screen.getByRole("button", { name: "Create token" }));

describe("the list of access tokens", () => {
  it("shows what each may do, when it was used and when it expires, and that it has expired", async () => {
    respondWith(
      accessToken(),
      accessToken({ id: "tok_2", name: "Old", scopes: ["keys:read", "keys:write"], last_used: null }),
      accessToken({ id: "tok_3", name: "Gone", expires_at: "2026-01-02T12:00:00.000Z" }),
    );
    await openScreen("/profile");
    const list = await card();
    await list.findByText("CI usage report");
    expect(list.getAllByText(/Last used 2 hours ago/)[0]).toHaveTextContent(/Expires \w{3} \d{1,2}, \d{4}$/);
    expect(list.getByText(/Never used/)).toBeVisible();
    expect(list.getByText(/Expired/)).toHaveTextContent("Expired Jan 2, 2026");
    expect(list.getAllByRole("list", { name: "Scopes" })[1]).toHaveTextContent("keys:readkeys:write");
    expect(list.getByRole("button", { name: "Remove access token Gone" })).toBeVisible();
    await expectNoAxeViolations();
  });

  it("says when there can be no more, and offers none", async () => {
    respondWith(...Array.from({ length: MAX_ACCESS_TOKENS }, (_, at) => accessToken({ id: `tok_${at}` })));
    await openScreen("/profile");
    expect(await (await card()).findByText(WORDS.full(MAX_ACCESS_TOKENS))).toBeVisible();
    const button = (await card()).getByRole("button", { name: "Create token" });
    expect(button).toHaveAttribute("aria-disabled", "true");
  });
});

describe("creating an access token", () => {
  it("names what is missing, and sends nothing", async () => {
    const { user, dialog } = await openForm();
    const bodies = bodiesOf(CREATE);
    await submit(user);
    expect(dialog.getByText(WORDS.missingName)).toBeVisible();
    expect(dialog.getByText(WORDS.missingScope)).toBeVisible();
    expect(bodies).toEqual([]);
  });

  it("shows the token once, with a request that it may make", async () => {
    const { user, dialog } = await openForm();
    await complete(user, dialog);
    respond(CREATE, accessToken({ name: "Weekly report", token: SECRET }), 201);
    const bodies = bodiesOf(CREATE);
    await submit(user);
    const shown = within(await screen.findByRole("dialog", { name: "Copy your access token" }));
    expect(bodies).toEqual([{ name: "Weekly report", scopes: ["usage:read"], expires_in_days: 90 }]);
    expect(shown.getByText(SECRET)).toBeVisible();
    expect(shown.getByText(/can read usage until/)).toBeVisible();
    expect(shown.getByText(WORDS.storeNow)).toBeVisible();
    expect(document.body).toHaveTextContent("/api/usage");
    await expectNoAxeViolations();
    await user.click(shown.getByRole("button", { name: "Done" }));
    await waitFor(() => expect(screen.queryByText(SECRET)).toBeNull());
    await user.click((await card()).getByRole("button", { name: "Create token" }));
    expect(within(await screen.findByRole("dialog")).getByLabelText("Name")).toHaveValue("");
  });
});

describe("revoking an access token", () => {
  it("asks first, and says when it fails", async () => {
    const { user } = await openScreen("/profile");
    const name = "Revoke access token CI usage report";
    await user.click(await (await card()).findByRole("button", { name }));
    const dialog = within(await screen.findByRole("dialog", { name: WORDS.revoke.title }));
    fail(REVOKE);
    await user.click(dialog.getByRole("button", { name: WORDS.revoke.action }));
    expect(await dialog.findByRole("alert")).toBeVisible();
    respond(REVOKE, { id: "tok_1", status: "revoked", revoked_at: "2026-01-01T00:00:00.000Z" });
    respondWith();
    await user.click(dialog.getByRole("button", { name: WORDS.revoke.action }));
    await expectToast(WORDS.revoke.done.title);
    expect(await (await card()).findByText(WORDS.none.title)).toBeVisible();
  });
});
