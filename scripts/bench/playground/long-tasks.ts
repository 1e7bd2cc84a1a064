import type { Browser, Page } from "playwright-core";
import type { StackAddresses } from "#scripts/local/addresses.ts";
import { signInDemo } from "#scripts/sign-in.ts";
import { hydrateOnNavigation } from "#scripts/testing/hydration.ts";

const PARAGRAPH =
  "Order 4711 left our warehouse on Thursday and is with the carrier. It is now due on Monday, and I am sorry that it is late.";
const RESPONSE = `${PARAGRAPH}\n\n\`\`\`ts\nconst order = await find(4711);\n\`\`\`\n\n${PARAGRAPH} ${PARAGRAPH}`;
const MESSAGE =
  "Where is my order 4711? It was meant to come on Tuesday, and I will be away from Wednesday on.";
const SETTLES_MS = 500;

interface Conversation {
  addresses: StackAddresses;
  exchanges: number;
}

interface Step {
  what: string;
  /** Milliseconds; 0 if no task took over 50. */
  longest: number;
}

/** Fills a conversation, then uses the page as people do. */
export async function longTasks(browser: Browser, { addresses, exchanges }: Conversation): Promise<Step[]> {
  const page = await browser.newPage({ viewport: { width: 1280, height: 900 } });
  hydrateOnNavigation(page, addresses.web);
  await signInDemo(page, addresses);
  await page.goto(`${addresses.web}/playground`);
  await fill(page, exchanges);
  await observe(page);
  const steps: Step[] = [];
  for (const [what, act] of Object.entries(STEPS)) {
    await act(page);
    await page.waitForTimeout(SETTLES_MS);
    steps.push({ what, longest: await longestSoFar(page) });
  }
  await page.close();
  return steps;
}

const STEPS: Record<string, (page: Page) => Promise<void>> = {
  "a streamed response": async (page) => {
    await send(page, "/trickle 15 /long 300 Tell me more.");
    await complete(page);
    await page.getByRole("article").last().getByText("Balance after").waitFor();
  },
  "writing a message": (page) => box(page).pressSequentially(MESSAGE, { delay: 25 }),
  "scrolling to the start and back": async (page) => {
    const conversation = page.getByRole("region", { name: "Conversation" });
    await conversation.hover();
    for (const delta of [-2_000, 2_000])
      for (let turn = 0; turn < 40; turn += 1) await page.mouse.wheel(0, delta);
  },
  "editing a message": async (page) => {
    await page.getByRole("button", { name: "Edit and send again" }).last().click();
    await page.keyboard.type("More.", { delay: 25 });
    await page.keyboard.press("Escape");
  },
  "comparing two models": async (page) => {
    await page.getByRole("button", { name: "Compare" }).click();
    await page.getByText("Per million tokens").waitFor({ state: "hidden" });
  },
  "and one model again": async (page) => {
    await page.getByRole("button", { name: "Stop comparing" }).click();
    await page.getByText("Per million tokens").waitFor();
  },
  "coming back from another page": async (page) => {
    const navigation = page.getByRole("navigation", { name: "Main" });
    await navigation.getByRole("link", { name: "Activity" }).click();
    await page.getByRole("heading", { name: "Activity", level: 1 }).waitFor();
    await page.waitForTimeout(SETTLES_MS);
    await longestSoFar(page);
    await navigation.getByRole("link", { name: "Playground" }).click();
    await page.getByRole("article").last().waitFor();
  },
};

const box = (page: Page) => page.getByRole("textbox", { name: /^Write/ });
const complete = (page: Page) => page.getByText("Response complete").waitFor({ state: "attached" });

async function send(page: Page, text: string): Promise<void> {
  await box(page).fill(text);
  await page.locator("button[aria-keyshortcuts^='Meta+Enter']:not([aria-disabled='true'])").waitFor();
  await box(page).press("ControlOrMeta+Enter");
}

/** Its responses and receipts come from here, so that neither limits nor charges apply. */
async function fill(page: Page, exchanges: number): Promise<void> {
  const event = (data: object) => `data: ${JSON.stringify(data)}\n\n`;
  const body = `${event({ choices: [{ index: 0, delta: { content: RESPONSE } }] })}data: [DONE]\n\n`;
  let sent = 0;
  await page.route("**/v1/chat/completions", async (route) => {
    sent += 1;
    const headers = { "content-type": "text/event-stream", "x-request-id": `req_bench_${sent}` };
    await route.fulfill({ body, headers });
  });
  await page.route("**/api/usage/req_bench_*", (route) => route.fulfill({ json: RECEIPT }));
  for (let exchange = 1; exchange <= exchanges; exchange += 1) {
    await send(page, MESSAGE);
    await page
      .getByRole("article")
      .nth(2 * exchange - 1)
      .waitFor();
    await complete(page);
  }
  await page
    .getByText("$0.010295")
    .nth(exchanges - 1)
    .waitFor();
  await page.unroute("**/v1/chat/completions");
}

const RECEIPT = {
  request_id: "req_bench",
  first_byte: 318,
  response_time: 1_240,
  tokens_in: 2_870,
  tokens_cached: 1_024,
  tokens_out: 440,
  estimated: false,
  charged: 0.010295,
  outcome: "completed",
  status_code: 200,
};

const observe = (page: Page) =>
  page.evaluate(() => {
    const seen: number[] = [];
    new PerformanceObserver((list) =>
      seen.push(...list.getEntries().map(({ duration }) => duration)),
    ).observe({
      type: "longtask",
    });
    Reflect.set(window, "longTasks", seen);
  });

/** Since it was last read. */
const longestSoFar = (page: Page) =>
  page.evaluate(() => {
    const seen: number[] = Reflect.get(window, "longTasks");
    return Math.max(0, ...seen.splice(0));
  });
