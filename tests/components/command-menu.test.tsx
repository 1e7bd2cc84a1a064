import { screen, waitFor, within } from "@testing-library/react";
import { expect, it } from "vitest";
import { menuMessages } from "#app/features/command-menu/messages.ts";
import { balance } from "./support/account.ts";
import { expectNoAxeViolations } from "./support/expect-no-axe-violations.ts";
import { disconnect, recover, respond } from "./support/network.ts";
import { openScreen } from "./support/open-screen.tsx";

const SECTIONS = "GET /documentation/sections.json";

async function openMenu(path = "/activity") {
  const opened = await openScreen(path);
  await screen.findByRole("button", { name: /^Notifications/ });
  const open = async () => {
    await opened.user.keyboard("{Control>}k{/Control}");
    return within(await screen.findByRole("dialog", { name: menuMessages.name }));
  };
  return { ...opened, open, menu: await open() };
}

it("shows what it could not load, works with what is there, and loads the rest when it is opened again", async () => {
  respond(SECTIONS, []);
  disconnect("GET /api/keys");
  const { user, menu, open } = await openMenu();
  expect(await menu.findByText(menuMessages.keysFailed)).toBeVisible();
  for (const name of [/^Billing/, /^Settings/, /^Activity/, /^Purchase API Key/])
    expect(menu.getByRole("option", { name })).toBeVisible();
  await user.keyboard("{Escape}");
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
  recover();
  respond(SECTIONS, []);
  expect(await (await open()).findByRole("option", { name: /^Production/ })).toHaveTextContent("lk_");
});

it("says that nothing matches, is accessible, and starts afresh when it is opened again", async () => {
  respond(SECTIONS, []);
  const { user, menu, open } = await openMenu();
  await expectNoAxeViolations();
  await user.keyboard("no-such-thing");
  expect(await menu.findByText(menuMessages.noResults("no-such-thing"))).toBeVisible();
  await expectNoAxeViolations();
  await user.keyboard("{Escape}");
  expect((await open()).getByRole("combobox")).toHaveValue("");
});

it("leads a user who can't create a key yet to the button that says why", async () => {
  respond(SECTIONS, []);
  respond("GET /api/keys", []);
  respond("GET /api/account/balance", { ...balance, balance: 0, ever_funded: false });
  const { user, menu, address } = await openMenu("/api-keys");
  await user.keyboard("create");
  await waitFor(() =>
    expect(menu.getByRole("option", { name: /^Create API Key/ })).toHaveAttribute("aria-selected", "true"),
  );
  await user.keyboard("{Enter}");
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
  await waitFor(() => expect(screen.getAllByRole("button", { name: "Create API Key" })[0]).toHaveFocus());
  expect(address()).toBe("/api-keys");
});
