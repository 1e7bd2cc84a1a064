import { act, screen, waitFor, within } from "@testing-library/react";
import { HttpResponse, http } from "msw";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { playgroundMessages } from "#app/features/playground/messages.ts";
import { playgroundOf } from "#app/features/playground/playground.ts";
import { currentToast } from "#app/lib/toast.ts";
import { account, apiKey, balance, receipt, subscription } from "./support/account.ts";
import { expectNoAxeViolations } from "./support/expect-no-axe-violations.ts";
import { fail, hold, network, respond } from "./support/network.ts";
import { openScreen } from "./support/open-screen.tsx";
import { user as person } from "./support/session.ts";

const CHAT = "/v1/chat/completions";
const ESTIMATE = "POST /api/playground/estimate";
const GRANT = "POST /api/playground/grant";
const COST = 0.010295;

const event = (data: unknown) => `data: ${typeof data === "string" ? data : JSON.stringify(data)}\n\n`;
const delta = (part: object) => event({ choices: [{ index: 0, delta: part }] });
const DONE = event("[DONE]");
const ERROR = event({ error: { message: "Cut short.", type: "api_error", code: "upstream_error" } });

/** A stream that the test writes. */
function liveStream() {
  let controller: ReadableStreamDefaultController<Uint8Array> | undefined;
  const body = new ReadableStream<Uint8Array>({
    start(own) {
      controller = own;
    },
  });
  const write = (text: string) => controller?.enqueue(new TextEncoder().encode(text));
  return { body, write, end: () => controller?.close(), break: () => controller?.error(new Error("gone")) };
}

/** Never the same again: the receipt of an earlier test may still be on its way. */
let requests = 0;
let sent: { model: string; messages: object[] }[] = [];
let grants: string[] = [];

/** Responses of the gateway, one after another; the last one repeats. */
function gateway(...responses: (() => Response | string | ReadableStream)[]) {
  network.use(
    http.post(CHAT, async ({ request }) => {
      const respondNext = responses[Math.min(sent.length, responses.length - 1)];
      sent.push((await request.json()) as (typeof sent)[number]);
      grants.push(request.headers.get("authorization") ?? "");
      requests += 1;
      const made = respondNext?.() ?? "";
      if (made instanceof Response) return made;
      return new HttpResponse(made, {
        headers: { "content-type": "text/event-stream", "x-request-id": `req_p${requests}` },
      });
    }),
  );
}

const refusal = (status: number, code: string) => () =>
  HttpResponse.json(
    { error: { message: `Refused: ${code}.`, type: "x", code, param: null } },
    { status, headers: { "x-request-id": "req_refused" } },
  );

const playgroundKey = (changes = {}) =>
  apiKey({
    id: "key_p",
    name: "Playground",
    playground: true,
    budgets: [{ period: "month", amount: 5, spent: 0.42, resets_at: "2026-12-01T00:00:00.000Z" }],
    ...changes,
  });

beforeEach(() => {
  sent = [];
  grants = [];
  let granted = 0;
  network.use(
    http.post("/api/playground/grant", () => {
      granted += 1;
      return HttpResponse.json({
        grant: `lkg_${granted}`,
        expires_at: "2026-11-30T00:00:00.000Z",
        key_id: "key_p",
      });
    }),
  );
  respond(ESTIMATE, { hold: 0.013775 });
  respond("GET /api/keys", [apiKey(), playgroundKey()]);
  respond(
    "GET /api/usage/:id",
    receipt(0, { charged: COST, tokens_in: 2_870, tokens_cached: 1_024, tokens_out: 440 }),
  );
});
afterEach(() => {
  vi.unstubAllGlobals();
  act(() => playgroundOf("nobody").startAnew());
});

const message = () => screen.findByRole("textbox", { name: /^Write/ });
const button = (name: string | RegExp) => screen.findByRole("button", { name });

async function open() {
  const { user } = await openScreen("/playground");
  await button(/^Model:/);
  const send = async (text: string) => {
    await user.click(await message());
    await user.paste(text);
    await user.click(await button("Send"));
  };
  return { user, send };
}

describe("a message", () => {
  it("is streamed, announced once, and shows the numbers of its receipt", async () => {
    const stream = liveStream();
    gateway(() => stream.body);
    const { send } = await open();
    expect(screen.getByText("$0.42")).toBeVisible();
    await send("Where is my order?");
    expect(await screen.findByText("Waiting for the first token")).toBeVisible();
    stream.write(delta({ content: "On its " }) + delta({ content: "way." }));
    expect(await screen.findByText("On its way.")).toBeVisible();
    expect(
      screen.getByText(/^Streaming · first token [\d.]+ m?s · about 3 output tokens so far$/),
    ).toBeVisible();
    expect(screen.queryByText(playgroundMessages.complete)).toBeNull();
    expect(await button("Stop")).toBeVisible();
    stream.write(DONE);
    stream.end();
    expect(await screen.findByText(playgroundMessages.complete)).toHaveRole("status");
    expect(await screen.findByText("$0.010295")).toBeVisible();
    expect(screen.getByText("1,846")).toHaveTextContent("1,846 + 1,024 cached");
    expect(screen.getByText("$25.00")).toBeVisible();
    expect(screen.getByText(`req_p${requests}`)).toBeVisible();
    expect(grants).toEqual(["Bearer lkg_1"]);
    expect(sent[0]?.messages).toEqual([{ role: "user", content: "Where is my order?" }]);
    await expectNoAxeViolations();
  });

  it("is sent by Control and Enter alone, and an example only fills the form", async () => {
    gateway(() => delta({ content: "Hello" }) + DONE);
    const { user } = await open();
    await user.click(await button(/^Call a tool/));
    expect(sent).toEqual([]);
    expect(await message()).toHaveValue("Where is my order 4711?");
    expect(screen.getByText("1 tool")).toBeVisible();
    await user.type(await message(), "{Enter}Please.");
    expect(sent).toEqual([]);
    await user.keyboard("{Control>}{Enter}{/Control}");
    expect(await screen.findByText("Hello")).toBeVisible();
    expect(sent[0]?.messages.at(-1)).toEqual({ role: "user", content: "Where is my order 4711?\nPlease." });
  });

  it("shows what it can cost at most, whether the estimate is slow, stale or fails", async () => {
    const { user } = await open();
    await user.type(await message(), "a");
    expect(await screen.findByText(/^At most \$0\.013775/)).toBeVisible();
    const slow = hold(ESTIMATE);
    await user.type(await message(), "b");
    expect(await screen.findByText(playgroundMessages.estimating)).toBeVisible();
    fail(ESTIMATE);
    slow.release();
    await user.type(await message(), "c");
    expect(await screen.findByText(playgroundMessages.estimateFailed)).toBeVisible();
    expect(await button("Send")).not.toHaveAttribute("aria-disabled", "true");
  });

  it("shows what it cost although the balance after it can't be read", async () => {
    gateway(() => delta({ content: "Hello" }) + DONE);
    const { send } = await open();
    await screen.findByText("$0.42");
    fail("GET /api/account/balance", "…", { status: 429, code: "rate_limited" });
    await send("Hi");
    expect(await screen.findByText("$0.010295")).toBeVisible();
    expect(screen.getByText("Balance after").parentElement).toHaveTextContent("Balance after—");
  });

  it("can't be sent without the funds for it, unless a plan pays", async () => {
    respond("GET /api/account/balance", { ...balance, balance: 0 });
    respond("GET /api/account/subscription", { ...subscription, subscription_type: "Free" });
    const { user } = await open();
    await user.type(await message(), "Hi");
    expect(await screen.findByText("Add funds to send requests")).toBeVisible();
    expect(screen.getByText("Your balance is $0.00. This request could cost up to $0.013775.")).toBeVisible();
    expect(await button("Send")).toHaveAttribute("aria-disabled", "true");
    await expectNoAxeViolations();
  });
});

describe("a response that ends early", () => {
  it("by Escape says so, and what it cost", async () => {
    const stream = liveStream();
    gateway(() => stream.body);
    respond(
      "GET /api/usage/:id",
      receipt(0, { charged: 0.000925, estimated: true, outcome: "client_left", status_code: 499 }),
    );
    const { user, send } = await open();
    await send("Hi");
    stream.write(delta({ content: "Half a" }));
    await screen.findByText("Half a");
    await user.keyboard("{Escape}");
    expect(await screen.findByText(playgroundMessages.stopped)).toBeVisible();
    expect(await screen.findByText("$0.000925")).toBeVisible();
    expect(screen.getByText("384")).toHaveTextContent("384 estimated");
    expect(screen.queryByText(playgroundMessages.complete)).toBeNull();
    expect(await button("Send")).toBeVisible();
  });

  it("by the provider keeps what arrived, and can be sent again", async () => {
    gateway(
      () => delta({ content: "Half" }) + ERROR,
      () => delta({ content: "Whole" }) + DONE,
    );
    respond("GET /api/usage/:id", receipt(0, { charged: 0.000895, outcome: "cut", status_code: 502 }));
    const { user, send } = await open();
    await send("Hi");
    expect(await screen.findByRole("alert")).toHaveTextContent("The response ended early");
    expect(screen.getByText("502 upstream_error")).toBeVisible();
    expect(screen.getByText("Half")).toBeVisible();
    expect(await screen.findByText("$0.000895")).toBeVisible();
    await user.click(within(screen.getByRole("alert")).getByRole("button", { name: "Send again" }));
    expect(await screen.findByText("Whole")).toBeVisible();
    expect(screen.queryByText("Half")).toBeNull();
    expect(sent[1]?.messages).toEqual([{ role: "user", content: "Hi" }]);
  });

  it("with the connection leads to the requests, unless the receipt says that the provider stopped", async () => {
    const [lost, cut] = [liveStream(), liveStream()];
    gateway(
      () => lost.body,
      () => cut.body,
    );
    const { send } = await open();
    await send("Hi");
    lost.write(delta({ content: "Half" }));
    await screen.findByText("Half");
    lost.break();
    expect(await screen.findByText("The connection was lost")).toBeVisible();
    expect(screen.getByRole("alert")).toContainElement(
      screen.getByText("View requests", { selector: "[role=alert] a" }),
    );
    await screen.findByText("$0.010295");
    respond("GET /api/usage/:id", receipt(1, { outcome: "cut", status_code: 502 }));
    await send("Again");
    cut.write(delta({ content: "Quarter" }));
    await screen.findByText("Quarter");
    cut.break();
    expect(await screen.findByText("The response ended early")).toBeVisible();
  });

  it("and whose receipt can't be read offers to load it", async () => {
    gateway(() => delta({ content: "Hello" }) + DONE);
    fail("GET /api/usage/:id", "No.", { status: 403, code: "account_closed" });
    const { user, send } = await open();
    await send("Hi");
    const load = await button("Load receipt");
    respond("GET /api/usage/:id", receipt(0, { charged: COST }));
    const slow = hold("GET /api/usage/:id");
    await user.click(load);
    expect(await screen.findByRole("status", { name: playgroundMessages.chargeWaiting })).toBeInTheDocument();
    slow.release();
    expect(await screen.findByText("$0.010295")).toBeVisible();
  });
});

describe("a refusal", () => {
  it("keeps the message, says why, and is not charged", async () => {
    gateway(refusal(402, "budget_exceeded"));
    const { send } = await open();
    await send("Where is it?");
    expect(await screen.findByText("The Playground key reached its monthly budget")).toBeVisible();
    expect(screen.getByText("Where is it?")).toBeVisible();
    expect(screen.getByText(/· not charged$/)).toHaveTextContent("402 budget_exceeded · not charged");
    expect(await message()).toHaveValue("");
    expect(screen.queryByText("Cost")).toBeNull();
    await expectNoAxeViolations();
  });

  it("of the grant renews it once, and sends again", async () => {
    gateway(refusal(401, "grant_expired"), () => delta({ content: "Hello" }) + DONE);
    const { send } = await open();
    await send("Hi");
    expect(await screen.findByText("Hello")).toBeVisible();
    expect(grants).toEqual(["Bearer lkg_1", "Bearer lkg_2"]);
    await send("And?");
    await waitFor(() => expect(grants[2]).toBe("Bearer lkg_2"));
  });

  it("to give a grant is shown like one of the request", async () => {
    gateway(() => DONE);
    fail(GRANT, "Add funds before you use the Playground.", { status: 402, code: "insufficient_balance" });
    const { send } = await open();
    await send("Hi");
    expect(await screen.findByText("Add funds to send requests")).toBeVisible();
    expect(sent).toEqual([]);
  });
});

it("a tool call waits for the result that the reader writes", async () => {
  const call = (id: string, name: string, index: number) =>
    delta({ tool_calls: [{ index, id, function: { name, arguments: '{"number":"4711"}' } }] });
  gateway(
    () => call("call_1", "find_order", 0) + call("call_2", "find_shop", 1) + DONE,
    () => delta({ content: "On Monday." }) + DONE,
  );
  const { user, send } = await open();
  await send("Where?");
  expect(await screen.findByRole("textbox", { name: "Write the result of find_order" })).toBeVisible();
  expect(screen.getAllByText("Tool call", { exact: false })[0]).toHaveTextContent("Tool call find_order");
  await send('{"due":"Monday"}');
  expect(await screen.findByRole("textbox", { name: "Write the result of find_shop" })).toBeVisible();
  expect(sent).toHaveLength(1);
  await send("Oslo");
  expect(await screen.findByText("On Monday.")).toBeVisible();
  expect(sent[1]?.messages.slice(2)).toEqual([
    { role: "tool", content: '{"due":"Monday"}', tool_call_id: "call_1" },
    { role: "tool", content: "Oslo", tool_call_id: "call_2" },
  ]);
  const [first] = screen.getAllByRole("button", { name: "Edit and send again" });
  await user.click(first as HTMLElement);
  const field = screen.getByRole("textbox", { name: "Message" });
  await user.clear(field);
  await user.type(field, "When?{Control>}{Enter}{/Control}");
  await waitFor(() => expect(sent[2]?.messages).toEqual([{ role: "user", content: "When?" }]));
});

it("two models get the same message, and their difference is shown once both are charged", async () => {
  const [left, right] = [liveStream(), liveStream()];
  gateway(
    () => left.body,
    () => right.body,
  );
  respond("GET /api/usage/:id", receipt(0, { charged: 0.001, tokens_out: 52, first_byte: 322 }));
  const { user, send } = await open();
  await user.click(await button("Compare"));
  await user.type(await message(), "H");
  expect(await screen.findByText("Sends 2 requests · at most $0.027550 together")).toBeVisible();
  await send("i");
  await waitFor(() => expect(sent).toHaveLength(2));
  expect(new Set(sent.map(({ model }) => model)).size).toBe(2);
  left.write(delta({ content: "Left" }) + DONE);
  left.end();
  await screen.findByText("$0.001000");
  expect(screen.queryByText("Difference")).toBeNull();
  expect(screen.queryByText(playgroundMessages.complete)).toBeNull();
  right.write(delta({ content: "Right" }) + DONE);
  right.end();
  expect(await screen.findByText("Difference")).toBeVisible();
  expect(screen.getByText(playgroundMessages.complete)).toBeInTheDocument();
  await expectNoAxeViolations();
});

describe("a long conversation", () => {
  it("opens with its newest messages, and shows the earlier ones whenever the browser is idle", async () => {
    const idle: (() => void)[] = [];
    vi.stubGlobal("requestIdleCallback", (start: () => void) => idle.push(start));
    const whenIdle = () =>
      act(() => {
        for (const start of idle.splice(0)) start();
      });
    const turns = Array.from({ length: 30 }, (_, at) => ({
      kind: "user" as const,
      id: `turn ${at}`,
      text: `Message ${at + 1}`,
    }));
    act(() => playgroundOf(person.id).set({ turns }));
    await open();
    const first = () => screen.getAllByText(/^Message/)[0]?.textContent;
    expect(first()).toBe("Message 25");
    expect(screen.getByText("Message 30")).toBeVisible();
    whenIdle();
    expect(first()).toBe("Message 19");
    act(() => playgroundOf(person.id).remove("turn 29"));
    expect(first()).toBe("Message 19");
    while (idle.length > 0) whenIdle();
    expect(screen.getAllByText(/^Message/)).toHaveLength(29);
  });
});

describe("the page", () => {
  it("finds models by name, refuses those that its key can’t use, and chooses the others with the keyboard", async () => {
    respond("GET /api/keys", [playgroundKey({ allowed_models: ["demo-small"] })]);
    const { user } = await open();
    await user.click(await button(/^Model:/));
    const field = await screen.findByRole("combobox");
    const [large, small, ...others] = screen.getAllByRole("option");
    expect(others).toEqual([]);
    expect(large).toHaveAttribute("aria-disabled", "true");
    expect(large).toHaveTextContent(playgroundMessages.refusedModel);
    expect(small).not.toHaveTextContent(playgroundMessages.refusedModel);
    await expectNoAxeViolations();
    await user.type(field, "demo");
    await user.keyboard("{ArrowDown}{Enter}");
    expect(await button(/^Model: ?demo-small/)).toBeVisible();
  });

  it("shows the code of what it would send, in the language that the reader chose last", async () => {
    const { user } = await open();
    await user.click(await button("View code"));
    expect(await screen.findByRole("tabpanel")).toHaveTextContent('"content": "Hello!"');
    await user.keyboard("{Escape}");
    await user.type(await message(), "Hello there");
    await user.click(await button("View code"));
    const dialog = within(await screen.findByRole("dialog"));
    await user.click(dialog.getByRole("tab", { name: "TypeScript" }));
    const code = dialog.getByRole("tabpanel").textContent ?? "";
    expect(code).toContain('content: "Hello there"');
    expect(code).toContain("process.env.LATCHKEY_API_KEY");
    expect(localStorage.getItem("latchkey-docs-language")).toBe("typescript");
    await expectNoAxeViolations();
  });

  it("offers to load the models again, and says where a conversation goes that is left", async () => {
    fail("GET /api/prices");
    const slow = hold("GET /api/prices");
    const { user } = await openScreen("/playground");
    expect(await screen.findByRole("status", { name: playgroundMessages.modelsLoading })).toBeInTheDocument();
    slow.release();
    expect(await screen.findByText(playgroundMessages.modelsFailed)).toBeVisible();
    respond("GET /api/prices", account["GET /api/prices"]);
    await user.click(await button("Retry"));
    gateway(() => delta({ content: "Hello" }) + DONE);
    await button(/^Model:/);
    await user.type(await message(), "Hi");
    await user.click(await button("Send"));
    await screen.findByText("Hello");
    await user.click(screen.getAllByRole("link", { name: "Dashboard" })[0] as HTMLElement);
    await waitFor(() => expect(currentToast()).toMatchObject(playgroundMessages.leaving));
  });

  it("names the budget of a key that isn't there yet, and offers to load one that couldn't be", async () => {
    const OUT = { status: 429, code: "rate_limited" };
    fail("GET /api/keys", "…", OUT);
    const slow = hold("GET /api/keys");
    const { user } = await openScreen("/playground");
    expect(
      (await screen.findAllByRole("status", { name: "Loading the Playground key" }))[0],
    ).toBeInTheDocument();
    slow.release();
    expect(await screen.findByText(playgroundMessages.keyFailed)).toBeVisible();
    respond("GET /api/keys", []);
    await user.click(await button("Retry"));
    expect(
      await screen.findByText(/^Your first message creates it, with a budget of \$5\.00 a month\./),
    ).toBeVisible();
  });

  it("explains tools that aren't JSON, and sends nothing then", async () => {
    const { user } = await open();
    await user.click(await button("Add tools"));
    const tools = screen.getByRole("textbox", { name: "Tools" });
    await user.clear(tools);
    await user.click(tools);
    await user.paste('[{ "type": "function", }]');
    expect(screen.getByText("Line 1: expected a property name after the comma.")).toBeVisible();
    await user.type(await message(), "Hi");
    expect(screen.getByText("Fix the tools to send")).toBeVisible();
    expect(await button("Send")).toHaveAttribute("aria-disabled", "true");
  });
});
