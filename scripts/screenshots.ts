import { mkdirSync } from "node:fs";
import { type Browser, chromium, type Page } from "playwright-core";
import type { StackAddresses } from "./local/addresses.ts";
import { runningStack, stateFolder } from "./local/state-folder.ts";
import { signInDemo, signInOperator } from "./sign-in.ts";
import { hydrateOnNavigation } from "./testing/hydration.ts";
import { testBrowser } from "./testing/test-browser.ts";

const FOLDER = "docs/screenshots";
const SCREENS = {
  dashboard: "/?range=7d",
  "api-keys": "/api-keys",
  "add-balance": "/add-balance?amount=50",
  usage: "/usage",
  documentation: "/documentation/quickstart",
  reference: "/documentation/reference/create-an-api-key",
};
const OPERATOR_SCREENS = { operator: "/operator" };
/** Phone size. */
const PHONE = { width: 390, height: 844 };

/** Takes the README's pictures from a running `npm start`, light and dark. */
const running = runningStack();
if (running === null) {
  console.error(`No stack is running in ${stateFolder()}. Start one first: npm start`);
  process.exit(1);
}
const stack: StackAddresses = running;
mkdirSync(FOLDER, { recursive: true });
const browser = await chromium.launch({ executablePath: await testBrowser(), args: ["--no-sandbox"] });
for (const theme of ["light", "dark"] as const) await takeAll(browser, theme);
await browser.close();

async function takeAll(opened: Browser, theme: "light" | "dark"): Promise<void> {
  const page = await openPage(opened, theme);
  await signInDemo(page, stack);
  for (const [name, path] of Object.entries(SCREENS)) await take(page, path, `${name}-${theme}`);
  await page.setViewportSize(PHONE);
  await take(page, "/?range=7d", `phone-${theme}`);
  await page.close();
  const desk = await openPage(opened, theme);
  await signInOperator(desk, stack);
  for (const [name, path] of Object.entries(OPERATOR_SCREENS)) await take(desk, path, `${name}-${theme}`);
  await desk.close();
}

async function openPage(opened: Browser, colorScheme: "light" | "dark"): Promise<Page> {
  const page = await opened.newPage({ viewport: { width: 1280, height: 960 }, colorScheme });
  hydrateOnNavigation(page, stack.web);
  return page;
}

async function take(page: Page, path: string, name: string): Promise<void> {
  await page.goto(stack.web + path);
  await page.waitForLoadState("networkidle");
  // The place that an address names has the focus.
  await page.evaluate(() => document.activeElement instanceof HTMLElement && document.activeElement.blur());
  await page.screenshot({ path: `${FOLDER}/${name}.png` });
  console.log(`${FOLDER}/${name}.png`);
}
