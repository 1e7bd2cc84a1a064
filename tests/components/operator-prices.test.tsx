import { screen, waitFor, within } from "@testing-library/react";
import type { UserEvent } from "@testing-library/user-event";
import { beforeEach, describe, expect, it } from "vitest";
import { priceMessages as messages } from "#app/features/operator/prices/messages.ts";
import { expectNoAxeViolations } from "./support/expect-no-axe-violations.ts";
import { fill } from "./support/fill.ts";
import { bodiesOf, disconnect, fail, recover, refuse, respond } from "./support/network.ts";
import { openScreen } from "./support/open-screen.tsx";
import { operatorList, operatorPreview, operatorPrices, scheduledList } from "./support/operator-prices.ts";
import { expectToast } from "./support/toasts.ts";

const LISTS = "GET /api/operator/prices";
const PREVIEW = "POST /api/operator/prices/preview";
const PUBLISH = "POST /api/operator/prices";

async function openPrices(): Promise<UserEvent> {
  const { user } = await openScreen("/operator/prices");
  await screen.findByRole("heading", { name: messages.title, level: 1 });
  return user;
}

const button = (name: string | RegExp) => screen.findByRole("button", { name });
const press = async (user: UserEvent, name: string | RegExp) => user.click(await button(name));
const row = (model: string) => screen.getByRole("row", { name: new RegExp(`^${model}`) });

/** A draft of the list in force, with one price changed. */
async function changeOutput(user: UserEvent, price = "0.75") {
  await press(user, messages.newList);
  await press(user, "Edit demo-small");
  await fill(user, screen.getByLabelText("Output, price"), price);
  await press(user, "Save");
}

describe("the price lists", () => {
  it("show the list in force, its models with their prices and margins, and the history with reasons", async () => {
    const user = await openPrices();
    expect(await screen.findByText("Since Nov 1, 2026, 00:00 UTC")).toBeVisible();
    expect(screen.getByText(messages.noSchedule)).toBeVisible();
    await waitFor(() => expect(row("demo-small")).toHaveTextContent("15.4%"));
    expect(row("demo-small")).toHaveTextContent(/\$0\.15\$0\.075\$0\.60—\$0\.105 \/ \$0\.42/);
    expect(row("demo-image")).toHaveTextContent("demo-imageImage, 2 kinds———$0.011 – $0.167——Edit");
    expect(row("13")).toHaveTextContent(/13Past.*1 modelpriyaFirst listRoll back/);
    await press(user, "All prices of demo-image");
    expect(screen.getByText("Image, 1024 × 1024, high quality").nextSibling).toHaveTextContent("$0.167");
    await expectNoAxeViolations();
  });

  it("show what a scheduled list changes, and its preview", async () => {
    respond(LISTS, operatorPrices([scheduledList(), operatorList({ until: "2999-12-01T00:00:00.000Z" })]));
    await openPrices();
    expect(await screen.findByText("From Dec 1, 2999, 00:00 UTC")).toBeVisible();
    expect(row("demo-small")).toHaveTextContent("$0.70was $0.60");
    expect(await screen.findByText("+3.1%", { selector: "span" })).toBeVisible();
    expect(screen.getByText("684 accounts would pay more")).toBeVisible();
    expect(screen.getByText("No price is below provider cost")).toBeVisible();
    expect(screen.getByText("+5.4%")).toBeVisible();
    await expectNoAxeViolations();
  });

  it("say why a list was canceled, and that nothing ends the one in force", async () => {
    const canceled = scheduledList({ state: "canceled", cancel_reason: "Too early" });
    respond(LISTS, operatorPrices([canceled, operatorList()]));
    await openPrices();
    expect(await screen.findByText(messages.noSchedule)).toBeVisible();
    expect(screen.getByText("No later list replaces it")).toBeVisible();
    expect(row("15")).toHaveTextContent(/15Canceled.*December prices\. Canceled: Too early/);
    expect(screen.queryByRole("button", { name: /^Cancel list/ })).toBeNull();
  });

  it("take the ends of both lists from the API, as the history does", async () => {
    const [first, second] = ["2999-11-01T00:00:00.000Z", "2999-12-01T00:00:00.000Z"];
    const next = scheduledList({ from: first, until: second });
    respond(
      LISTS,
      operatorPrices([scheduledList({ id: 16, from: second }), next, operatorList({ until: first })]),
    );
    await openPrices();
    expect(await screen.findByText("Until Nov 1, 2999, 00:00 UTC")).toBeVisible();
    expect(screen.getByText("Replaces list 14, until Dec 1, 2999, 00:00 UTC")).toBeVisible();
    expect(row("14")).toHaveTextContent(/In force.*Nov 1, 2999 00:00/);
  });

  it("without any list say what that means", async () => {
    respond(LISTS, { items: [] });
    await openPrices();
    expect(await screen.findByText(messages.noneHint)).toBeVisible();
    await expectNoAxeViolations();
  });
});

describe("a draft", () => {
  let user: UserEvent;
  beforeEach(async () => {
    user = await openPrices();
  });

  it("begins with the list in force, shows what differs, and sends whole micro-dollars", async () => {
    await changeOutput(user);
    expect(row("demo-small")).toHaveTextContent("$0.75was $0.60");
    expect(screen.getByText("3 models, 1 changed from the list in force")).toBeVisible();
    const sent = bodiesOf(PREVIEW);
    await press(user, "Run preview");
    expect(await screen.findByText("+3.1%", { selector: "span" })).toBeVisible();
    const models = operatorList().models.map((entry) =>
      entry.model === "demo-small" ? { ...entry, output: 750_000 } : entry,
    );
    expect(sent).toEqual([{ models }]);
    await expectNoAxeViolations();
  });

  it("keeps every other field of a model that is saved as it was", async () => {
    await press(user, messages.newList);
    for (const model of ["demo-image", "demo-reasoning", "demo-small"]) {
      await press(user, `Edit ${model}`);
      await press(user, "Save");
    }
    expect(screen.getByText("3 models, none changed from the list in force")).toBeVisible();
  });

  it("names a field that is wrong, and saves nothing", async () => {
    const wrong = [
      ["Output, price", "1.5 dollars", messages.amount],
      ["Output, price", "0.0000001", messages.amount],
      ["Input, price", "10001", messages.amountRange(10_000)],
      ["Input, price", "", messages.missing],
      ["Input, provider cost", "", messages.costMissing],
      ["Context", "0", messages.count(1, 10_000_000)],
      ["Other fields", "{", messages.notJson],
      ["Other fields", '{"colour":1}', messages.unknownField("colour")],
      ["Other fields", '{"steps":5}', messages.wrongField("steps")],
    ] as const;
    await press(user, messages.newList);
    for (const [label, text, problem] of wrong) {
      await press(user, "Edit demo-small");
      const form = within(screen.getByRole("form", { name: "Prices of demo-small" }));
      const field = form.getByLabelText(label);
      await fill(user, field, " ");
      await user.clear(field);
      if (text !== "") await user.paste(text);
      await user.click(form.getByRole("button", { name: "Save" }));
      expect(field, text).toHaveAccessibleDescription(problem);
      expect(field, text).toHaveFocus();
      await user.click(form.getByRole("button", { name: "Cancel" }));
    }
    expect(screen.getByText("3 models, none changed from the list in force")).toBeVisible();
  });

  it("adds a model once its name is new, and removes one", async () => {
    await press(user, messages.newList);
    await press(user, "Add model");
    const form = within(screen.getByRole("form", { name: "New model" }));
    await fill(user, form.getByLabelText("Model"), "demo-small");
    await fill(user, form.getByLabelText("Input, price"), "1");
    await fill(user, form.getByLabelText("Output, price"), "2");
    await fill(user, form.getByLabelText("Context"), "8000");
    await fill(user, form.getByLabelText("Max output tokens"), "400");
    await press(user, "Save");
    expect(form.getByLabelText("Model")).toHaveAccessibleDescription(messages.modelTwice);
    await fill(user, form.getByLabelText("Model"), "demo-new");
    await press(user, "Save");
    expect(row("demo-new")).toHaveTextContent(/Tokens · New\$1\.00—\$2\.00/);
    await press(user, "Edit demo-image");
    await press(user, "Remove model");
    expect(screen.getByText("3 models, 2 changed from the list in force")).toBeVisible();
    expect(screen.getByText("Removed, so requests are refused: demo-image")).toBeVisible();
  });

  it("adds a price that the model didn't have", async () => {
    await press(user, messages.newList);
    await press(user, "Edit demo-image");
    await user.click(screen.getByRole("combobox", { name: "Add a price" }));
    await user.click(await screen.findByRole("option", { name: "Image of a size and quality" }));
    await fill(user, screen.getByLabelText("Image quality"), "medium");
    await press(user, "Add image price");
    await fill(user, screen.getByLabelText("Image, 1024 × 1024, medium quality, price"), "0.04");
    await press(user, "Save");
    expect(row("demo-image")).toHaveTextContent("Image, 3 kinds");
  });

  it("warns of a price below its provider's cost", async () => {
    await changeOutput(user, "0.41");
    expect(screen.getByText("Below provider cost: demo-small (output)")).toBeVisible();
  });

  it("is published only after a preview of what it is now", async () => {
    await changeOutput(user);
    const publish = await button("Publish");
    expect(publish).toHaveAttribute("aria-disabled", "true");
    expect(screen.getByText(messages.needsPreview)).toBeVisible();
    await press(user, "Run preview");
    await waitFor(() => expect(publish).not.toHaveAttribute("aria-disabled"));
    await press(user, "Edit demo-small");
    expect(screen.getByText(messages.openRow)).toBeVisible();
    expect(await button("Run again")).toHaveAttribute("aria-disabled", "true");
    await fill(user, screen.getByLabelText("Input, price"), "0.2");
    await press(user, "Save");
    expect(publish).toHaveAttribute("aria-disabled", "true");
    expect(screen.getByText(/The draft has changed since/)).toBeVisible();
    await user.click(publish);
    expect(screen.queryByRole("dialog")).toBeNull();
    await press(user, "Run again");
    await waitFor(() => expect(publish).not.toHaveAttribute("aria-disabled"));
  });

  it("warns as soon as one request of last week would be refused", async () => {
    await changeOutput(user);
    await press(user, "Run preview");
    expect(await screen.findByText("Every request of last week has a price")).toBeVisible();
    const { models } = operatorPreview();
    const gone = { ...models[0], model: "demo-moderation", requests: 1, refused: 1 };
    respond(PREVIEW, { ...operatorPreview(), models: [...models, gone] });
    await press(user, "Run again");
    expect(await screen.findByText("1 request of last week would be refused: demo-moderation")).toBeVisible();
    expect(screen.queryByText("Every request of last week has a price")).toBeNull();
  });

  it("survives a failed preview and a failed publication, and is published once", async () => {
    await changeOutput(user);
    disconnect(PREVIEW);
    await press(user, "Run preview");
    expect(await screen.findByRole("alert")).toBeVisible();
    recover();
    await press(user, "Run preview");
    await waitFor(async () => expect(await button("Publish")).not.toHaveAttribute("aria-disabled"));
    await press(user, "Publish");
    const dialog = within(await screen.findByRole("dialog"));
    await user.click(dialog.getByRole("button", { name: "Publish now" }));
    expect(dialog.getByLabelText("Reason")).toHaveFocus();
    await fill(user, dialog.getByLabelText("Reason"), "Dearer output");
    fail(PUBLISH, "The database is away.", { status: 503, code: "database_unavailable" });
    await user.click(dialog.getByRole("button", { name: "Publish now" }));
    expect(await dialog.findByText("The database is away.")).toBeVisible();
    respond(PUBLISH, { id: 15, from: "2026-11-20T10:00:00.000Z" });
    const sent = bodiesOf(PUBLISH);
    await user.dblClick(dialog.getByRole("button", { name: "Publish now" }));
    await expectToast("List 15 published", "In force at the gateway within a minute");
    expect(sent).toMatchObject([{ effective_from: null, reason: "Dearer output" }]);
    await waitFor(() => expect(screen.queryByRole("tab", { name: "Draft" })).toBeNull());
  });

  it("is scheduled in UTC, and not in the past", async () => {
    await changeOutput(user);
    await press(user, "Run preview");
    await waitFor(async () => expect(await button("Publish")).not.toHaveAttribute("aria-disabled"));
    await press(user, "Publish");
    const dialog = within(await screen.findByRole("dialog"));
    await user.click(dialog.getByRole("radio", { name: "Scheduled" }));
    await fill(user, dialog.getByLabelText("Reason"), "December prices");
    await user.click(dialog.getByRole("button", { name: "Schedule list" }));
    expect(dialog.getByLabelText("In force from")).toHaveAccessibleDescription(messages.startMissing);
    await user.type(dialog.getByLabelText("In force from"), "2001-01-01T00:00");
    expect(dialog.getByLabelText("In force from")).toHaveAccessibleDescription(messages.startPast);
    await user.clear(dialog.getByLabelText("In force from"));
    await user.type(dialog.getByLabelText("In force from"), "2999-12-01T00:00");
    respond(PUBLISH, { id: 15, from: "2999-12-01T00:00:00.000Z" });
    const sent = bodiesOf(PUBLISH);
    await user.click(dialog.getByRole("button", { name: "Schedule list" }));
    await expectToast("List 15 scheduled", "From Dec 1, 2999, 00:00 UTC");
    expect(sent).toMatchObject([{ effective_from: "2999-12-01T00:00:00.000Z" }]);
  });

  it("opens the model that the API refuses, at the field", async () => {
    await changeOutput(user);
    const error = "Invalid price list: entry 3 (demo-small) output must be a whole number.";
    refuse(PREVIEW, error, "models.2.provider_cost.output");
    await press(user, "Run preview");
    const form = within(await screen.findByRole("form", { name: "Prices of demo-small" }));
    expect(form.getByLabelText("Output, provider cost")).toHaveAccessibleDescription(error);
    await waitFor(() => expect(form.getByLabelText("Output, provider cost")).toHaveFocus());
  });

  it("keeps what is typed while another list is shown", async () => {
    await press(user, messages.newList);
    await press(user, "Edit demo-small");
    await fill(user, screen.getByLabelText("Output, price"), "0.7");
    await user.click(screen.getByRole("tab", { name: "List 14, in force" }));
    expect(screen.queryByLabelText("Output, price")).toBeNull();
    await user.click(screen.getByRole("tab", { name: "Draft" }));
    expect(screen.getByLabelText("Output, price")).toHaveValue("0.7");
    await press(user, "Save");
    expect(row("demo-small")).toHaveTextContent("$0.70was $0.60");
  });

  it("is not lost by leaving the page unasked, and can be discarded", async () => {
    await changeOutput(user);
    await user.click(screen.getByRole("link", { name: "Audit" }));
    expect(await screen.findByText(messages.leave)).toBeVisible();
    await press(user, "Keep editing");
    expect(row("demo-small")).toHaveTextContent("$0.75was $0.60");
    await press(user, "Discard draft");
    expect(row("demo-small")).toHaveTextContent(/\$0\.60—/);
    expect(screen.queryByRole("tab", { name: "Draft" })).toBeNull();
  });
});

describe("a list of the history", () => {
  it.each([
    ["Roll back: list 13", "roll-back", "Roll back", ["Prices rolled back", "List 17 has the prices"]],
    ["Cancel list: list 15", "cancel", "Cancel list", ["List 17 canceled", "It won’t come into force"]],
  ] as const)("%s needs a reason, which is sent once", async (name, path, submit, [done, note]) => {
    respond(LISTS, operatorPrices([scheduledList(), ...operatorPrices().items]));
    const user = await openPrices();
    const call = `POST /api/operator/prices/:id/${path}` as const;
    await press(user, name);
    const dialog = within(await screen.findByRole("dialog"));
    await user.click(dialog.getByRole("button", { name: submit }));
    expect(dialog.getByLabelText("Reason")).toHaveFocus();
    await fill(user, dialog.getByLabelText("Reason"), " Wrong price ");
    respond(call, { id: 17, from: "2026-11-20T10:00:00.000Z" });
    const sent = bodiesOf(call);
    await user.dblClick(dialog.getByRole("button", { name: submit }));
    await expectToast(done, note);
    expect(sent).toEqual([{ reason: "Wrong price" }]);
  });
});

it("a preview of a week without requests says so", async () => {
  respond(LISTS, operatorPrices([scheduledList(), operatorList()]));
  respond(
    PREVIEW,
    operatorPreview({
      requests: 0,
      models: [],
      before: 0,
      after: 0,
      provider_cost: null,
      dearer_for: 0,
      largest: null,
    }),
  );
  await openPrices();
  expect(await screen.findByText(messages.previewNone)).toBeVisible();
});
