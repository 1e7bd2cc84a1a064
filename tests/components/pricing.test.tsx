import { screen, waitFor, within } from "@testing-library/react";
import { describe, expect, it } from "vitest";
import { calculatorMessages, pricingMessages } from "#app/features/pricing/messages.ts";
import { textModel } from "./support/account.ts";
import { expectNoAxeViolations } from "./support/expect-no-axe-violations.ts";
import { disconnect, recover, respond } from "./support/network.ts";
import { openScreen } from "./support/open-screen.tsx";

const LOADED = { name: /^demo-large/ };
const field = (name: string) => screen.getByRole("textbox", { name });

describe("the prices", () => {
  it("show a skeleton, an error and a retry when the server couldn't read them", async () => {
    disconnect("GET /api/prices");
    const { user } = await openScreen("/pricing");
    expect(await screen.findByLabelText("Loading prices")).toBeVisible();
    expect(await screen.findByRole("alert")).toHaveTextContent(pricingMessages.failed);
    recover();
    await user.click(screen.getByRole("button", { name: "Retry" }));
    expect(await screen.findByRole("rowheader", LOADED)).toBeVisible();
  });

  it("are empty before the first price list", async () => {
    respond("GET /api/prices", { in_force_since: null, models: [] });
    await openScreen("/pricing");
    expect(await screen.findByText(pricingMessages.none)).toBeVisible();
    expect(screen.queryByText("Calculator")).toBeNull();
    await expectNoAxeViolations();
  });

  it("can be filtered, and the address keeps the filter", async () => {
    const { user, address } = await openScreen("/pricing");
    expect(await screen.findByText(pricingMessages.inForce("Nov 1, 2026"))).toBeVisible();
    await user.click(screen.getByRole("radio", { name: "Embeddings" }));
    await waitFor(() => expect(screen.queryByRole("rowheader", LOADED)).toBeNull());
    expect(address()).toBe("/pricing?show=embeddings");
    await user.click(screen.getByRole("radio", { name: "All" }));
    expect(await screen.findByRole("rowheader", LOADED)).toBeVisible();
    await expectNoAxeViolations();
  });
});

describe("the calculator", () => {
  it("opens as the address says, and shows a problem at its field instead of a cost", async () => {
    const { user, address } = await openScreen(
      "/pricing?model=demo-large&input=1200&cached=40&output=350&requests=2000",
    );
    // 1,200 × $2.50 + 350 × $10, per million.
    expect(await screen.findByText("$0.006500")).toBeVisible();
    expect(screen.getByText("$390.00")).toBeVisible();
    expect(screen.getByText("$23.40")).toBeVisible();
    await user.clear(field("Requests per day"));
    await user.type(field("Requests per day"), "none");
    expect(field("Requests per day")).toHaveAccessibleDescription(
      calculatorMessages.notWhole("1", "10,000,000"),
    );
    expect(screen.queryByText("$390.00")).toBeNull();
    await user.clear(field("Requests per day"));
    await user.type(field("Requests per day"), "10");
    const perDay = screen.getByText("Per day").parentElement ?? expect.unreachable();
    expect(within(perDay).getByText("$0.07")).toHaveAttribute("title", "$0.065000");
    await waitFor(() => expect(address()).toMatch(/input=1200&cached=40&output=350&requests=10$/));
    await expectNoAxeViolations();
  });

  it("asks for images, minutes, characters or search units where a model is charged by them", async () => {
    const free = { ...textModel("demo-audio", 0, 0), max_output: 0 };
    const images = [
      { size: "1024x1024", quality: "low", price: 0.011 },
      { size: "1024x1024", quality: "high", price: 0.167 },
    ];
    respond("GET /api/prices", {
      in_force_since: null,
      models: [
        { ...free, minute: 0.006, minimum_seconds: 10 },
        { ...free, model: "demo-image", images },
      ],
    });
    const { user, address } = await openScreen("/pricing?model=demo-audio&minutes=1.5&requests=10");
    expect(await screen.findByText("$0.009000")).toBeVisible();
    expect(field("Minutes per request")).toHaveAccessibleDescription(calculatorMessages.leastSeconds("10"));
    expect(screen.queryByRole("textbox", { name: /tokens/ })).toBeNull();
    await user.clear(field("Minutes per request"));
    expect(field("Minutes per request")).toHaveAccessibleDescription(calculatorMessages.notMinutes("10,000"));
    await expectNoAxeViolations();
    await user.click(screen.getByRole("combobox", { name: "Model" }));
    await user.click(await screen.findByRole("option", { name: "demo-image" }));
    await user.click(await screen.findByRole("combobox", { name: "Size and quality" }));
    await user.click(await screen.findByRole("option", { name: "1024 × 1024, high quality" }));
    await user.type(field("Images per request"), "0");
    expect(await screen.findByText("$1.670000")).toBeVisible();
    await waitFor(() =>
      expect(address()).toBe("/pricing?model=demo-image&image=1024x1024%3Ahigh&images=10&requests=10"),
    );
    await expectNoAxeViolations();
  });

  it("names a model of the address that is not in the list", async () => {
    await openScreen("/pricing?model=gone");
    expect(await screen.findByText(calculatorMessages.unknownModel("gone"))).toBeVisible();
  });
});
