import type { Browser, Locator, Page } from "playwright-core";
import type { StackAddresses } from "#scripts/local/addresses.ts";
import { signInDemo } from "#scripts/sign-in.ts";
import { hydrateOnNavigation } from "#scripts/testing/hydration.ts";

const PARAGRAPH =
  "Order 4711 left our warehouse on Thursday and is with the carrier. It is now due on Monday, and I am sorry that it is late.";
const RESPONSE = `${PARAGRAPH}\n\n\`\`\`ts\nconst order = await find(4711);\n\`\`\`\n\n${PARAGRAPH} ${PARAGRAPH}`;
const MESSAGE =
  "Where is my order 4711? It was meant to come on Tuesday, and I will be away from Wednesday on.";
const SETTLES_MS = 3_000;

interface Conversation {
  addresses: StackAddresses;
  exchanges: number;
}

interface Step {
  what: string;
  /** Milliseconds. */
  longest: number;
}

/** Fills a conversation, then uses the page as people do. */
export async function longTasks(browser: Browser, { addresses, exchanges }: Conversation): Promise<Step[]> {
  const page = await browser.newPage({ viewport: { width: 1280, height: 900 } });
  hydrateOnNavigation(page, addresses.web);
  await signInDemo(page, addresses);
  await page.goto(`${addresses.web}/playground`);
  await fill(page, exchanges);
  const steps: Step[] = [];
  for (const [what, prepare] of Object.entries(STEPS)) {
    steps.push({ what, longest: await longestTask(browser, page, await prepare(page)) });
  }
  await page.close();
  return steps;
}

/** Each finds what it presses before, because a search through the whole page would be a task of the page as well. */
const STEPS: Record<string, (page: Page) => Promise<() => Promise<void>>> = {
  "a streamed response": async (page) => async () => {
    await send(page, "/trickle 15 /long 300 Tell me more.");
    await page.locator(STOP).waitFor();
    await page.locator(STOP).waitFor({ state: "detached" });
  },
  "writing a message": async (page) => () => box(page).pressSequentially(MESSAGE, { delay: 25 }),
  "scrolling to the start and back": async (page) => {
    await page.locator("section[aria-label=Conversation]").hover();
    return async () => {
      for (const delta of [-2_000, 2_000])
        for (let turn = 0; turn < 40; turn += 1) await page.mouse.wheel(0, delta);
    };
  },
  "editing a message": async (page) => {
    const press = await pressOf(page.getByRole("button", { name: "Edit and send again" }).last());
    return async () => {
      await press();
      await page.keyboard.type("More.", { delay: 25 });
      await page.keyboard.press("Escape");
    };
  },
  "comparing two models": (page) => pressOf(page.getByRole("button", { name: "Compare" })),
  "one model again": (page) => pressOf(page.getByRole("button", { name: "Stop comparing" })),
  "leaving the page": (page) => pressOf(link(page, "Activity")),
  "coming back": (page) => pressOf(link(page, "Playground")),
};

const STOP = "button[aria-keyshortcuts=Escape]";
const box = (page: Page) => page.locator("textarea[aria-label^=Write]");
const link = (page: Page, name: string) =>
  page.getByRole("navigation", { name: "Main" }).getByRole("link", { name });

async function pressOf(target: Locator): Promise<() => Promise<void>> {
  await target.scrollIntoViewIfNeeded();
  const place = await target.boundingBox();
  if (place === null) throw new Error("There is nothing to press.");
  return () => target.page().mouse.click(place.x + place.width / 2, place.y + place.height / 2);
}

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
    await page.getByText("Response complete").waitFor({ state: "attached" });
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

interface TraceEvent {
  name: string;
  pid: number;
  tid: number;
  /** Microseconds of the thread's own time, which other programs don't add to. */
  tdur?: number;
  args?: { name?: string };
}

/** Milliseconds that the longest task of the page's thread took meanwhile, without collecting the garbage of earlier steps. */
async function longestTask(browser: Browser, page: Page, act: () => Promise<void>): Promise<number> {
  await page.requestGC();
  await browser.startTracing(page, { categories: ["toplevel", "disabled-by-default-devtools.timeline"] });
  await act();
  await page.waitForTimeout(SETTLES_MS);
  const trace = (await browser.stopTracing()).toString();
  const { traceEvents: events } = JSON.parse(trace) as { traceEvents: TraceEvent[] };
  const threadOf = ({ pid, tid }: TraceEvent) => `${pid} ${tid}`;
  const pages = new Set(
    events
      .filter(({ name, args }) => name === "thread_name" && args?.name === "CrRendererMain")
      .map(threadOf),
  );
  const tasks = events.filter((event) => event.name.endsWith("RunTask") && pages.has(threadOf(event)));
  if (tasks.length === 0) throw new Error("The browser reported no tasks.");
  return Math.max(...tasks.map(({ tdur = 0 }) => tdur)) / 1000;
}
