import { readFileSync } from "node:fs";
import {
  type BrowserContext,
  test as base,
  type ConsoleMessage,
  expect,
  type Locator,
  type Page,
} from "@playwright/test";
import { createClient } from "@supabase/supabase-js";
import axe from "axe-core";
import { SESSION_STORAGE_KEY } from "#app/lib/auth/stored-session.ts";
import { THEME_STORAGE_KEY } from "#app/lib/theme.ts";
import type { StackAddresses } from "#scripts/local/addresses.ts";
import { hydrated, hydrateOnNavigation } from "#scripts/testing/hydration.ts";
import { hasFullKey } from "#tests/support/full-keys.ts";

/** The stack these tests run against: the one started by `npm test`, or a running `npm start`. */
export const stack = JSON.parse(
  readFileSync(process.env.LATCHKEY_TEST_STACK ?? ".local/stack.json", "utf8"),
) as StackAddresses;

/** Prepares the browser for tests. @returns the errors of its pages that no test expects, as they occur. */
function prepare(context: BrowserContext, expected: readonly RegExp[]): string[] {
  context.on("page", (page) => hydrateOnNavigation(page, stack.web));
  const problems: string[] = [];
  const note = (text: string) => {
    if (!expected.some((pattern) => pattern.test(text))) problems.push(text);
  };
  context.on("console", (message: ConsoleMessage) => {
    if (message.type() === "error") note(message.text());
  });
  context.on("request", (request) => {
    if (hasFullKey(decodeURIComponent(request.url()))) problems.push("an API key in an address");
  });
  context.on("weberror", (error) => note(String(error.error())));
  return problems;
}

const NO_PROBLEMS = "errors in the browser's console";

/** A page that logs or throws an error fails its test, unless the test expects the error. */
export const test = base.extend<{ expectedErrors: RegExp[] }>({
  expectedErrors: [[], { option: true }],
  context: async ({ context, expectedErrors }, use) => {
    const problems = prepare(context, expectedErrors);
    await use(context);
    expect(problems, NO_PROBLEMS).toEqual([]);
  },
});
export { expect, hydrated };

const clientFor = (key: string, headers: Record<string, string> = {}) =>
  createClient(stack.supabase.url, key, {
    auth: { persistSession: false, autoRefreshToken: false },
    global: { headers },
  }).auth;

/** A client of the identity provider without a browser. */
export const visitor = (headers?: Record<string, string>) =>
  clientFor(stack.supabase.publishableKey, headers);

export interface User {
  email: string;
  password: string;
}

/** A new session, as from the sign-in form. */
export async function newSession({ email, password }: User, headers?: Record<string, string>) {
  const client = visitor(headers);
  const { data, error } = await client.signInWithPassword({ email, password });
  if (error) throw error;
  return { client, session: data.session };
}

/** Signs the browser in without the form, before it opens the first page. */
export async function giveSession(page: Page, user: User = stack.demo): Promise<void> {
  const userAgent = await page.evaluate(() => navigator.userAgent);
  const { session } = await newSession(user, { "user-agent": userAgent });
  const localStorage = [{ name: SESSION_STORAGE_KEY, value: JSON.stringify(session) }];
  await page.context().setStorageState({ cookies: [], origins: [{ origin: stack.web, localStorage }] });
}

export interface Person {
  page: Page;
  user: User;
}

/**
 * The browser of one person for all tests of a file: its code loads once, which is most of what a visit costs. Each test
 * opens the page that it is about. Tests of missing code, and those that end the session, have a browser of their own.
 */
export function personOf(
  makeUser: () => User | Promise<User> = () => stack.demo,
  {
    expectedErrors = [],
    signInAs = giveSession,
  }: {
    expectedErrors?: readonly RegExp[];
    signInAs?: (page: Page, user: User) => Promise<void>;
  } = {},
): () => Person {
  let person: Person | undefined;
  let problems: string[] = [];
  test.beforeAll(async ({ browser }) => {
    const [context, user] = await Promise.all([browser.newContext(), makeUser()]);
    problems = prepare(context, expectedErrors);
    const page = await context.newPage();
    await signInAs(page, user);
    person = { page, user };
  });
  test.afterEach(async () => {
    const { page } = get();
    const others = page
      .context()
      .pages()
      .filter((other) => other !== page);
    await Promise.all([...others.map((other) => other.close()), page.unrouteAll({ behavior: "wait" })]);
    await page.setViewportSize(USUAL_SIZE);
    expect(problems.splice(0), NO_PROBLEMS).toEqual([]);
  });
  test.afterAll(() => person?.page.context().close());
  const get = () => {
    if (!person) throw new Error("A person's browser is there only in tests.");
    return person;
  };
  return get;
}

/**
 * A browser for all tests of a file, which begin signed out, each in a tab of its own. Files that need another browser
 * beside it call this again.
 */
export function browserOf({ expectedErrors = [] }: { expectedErrors?: readonly RegExp[] } = {}): () => Page {
  let context: BrowserContext | undefined;
  let page: Page | undefined;
  let problems: string[] = [];
  test.beforeAll(async ({ browser }) => {
    context = await browser.newContext();
    problems = prepare(context, expectedErrors);
  });
  test.beforeEach(async () => {
    page = await context?.newPage();
  });
  test.afterEach(async () => {
    await Promise.all(context?.pages().map((opened) => opened.close()) ?? []);
    await context?.setStorageState({ cookies: [], origins: [] });
    expect(problems.splice(0), NO_PROBLEMS).toEqual([]);
  });
  test.afterAll(() => context?.close());
  return () => {
    if (!page) throw new Error("A browser has a tab only in tests.");
    return page;
  };
}

/** Playwright's default. */
const USUAL_SIZE = { width: 1280, height: 720 };

/** Opens the dashboard signed in. */
export async function signIn(page: Page, user?: User): Promise<void> {
  await giveSession(page, user);
  await page.goto("/");
  await expect(page.getByRole("heading", { name: "Dashboard", level: 1 })).toBeVisible();
}

/** Presses Escape until the dialog closes: a menu that opened it and is still closing takes the key for a moment. */
export async function closeByEscape(page: Page, dialog: Locator): Promise<void> {
  await expect(async () => {
    await page.keyboard.press("Escape");
    await expect(dialog.and(page.locator("[data-state=open]"))).toHaveCount(0, { timeout: 500 });
  }).toPass();
}

/** On the sign-in page. */
export async function fillSignIn(page: Page, { email, password }: User = stack.demo): Promise<void> {
  await page.getByLabel("Email", { exact: true }).fill(email);
  await page.getByLabel("Password", { exact: true }).fill(password);
  await page.getByRole("button", { name: "Sign in", exact: true }).click();
}

/** As if this browser had never been here. */
export async function forgetSession(page: Page): Promise<void> {
  // A page of the shell would notice that the session ended, and redirect while the next one loads.
  await page.goto("/terms");
  await page.context().clearCookies();
  await page.evaluate(() => localStorage.clear());
}

let users = 0;

/** An address that no test has used before. */
export function newAddress(name: string): string {
  users += 1;
  return `${name}-${Date.now()}-${process.pid}-${users}@example.com`;
}

/** A user without funds, keys or usage. An unconfirmed one was sent no email. */
export async function newUser(name: string, { confirmed = true } = {}): Promise<User> {
  const user = { email: newAddress(name), password: "Correct-horse-9" };
  const { error } = await clientFor(stack.supabase.secretKey).admin.createUser({
    ...user,
    email_confirm: confirmed,
  });
  if (error) throw error;
  return user;
}

/** Pays on the hosted page that opened in `page`, with one of its test methods. */
export async function payWith(page: Page, method: RegExp): Promise<void> {
  await page.getByLabel("Email").fill("payer@example.com");
  await page.getByRole("radio", { name: method }).check();
  await page.getByRole("button", { name: /^Pay/ }).click();
}

/** axe rules whose result depends on the theme. */
const RULES_OF_COLOR = ["color-contrast", "link-in-text-block"];

/** Loads axe once per document and reports violations only, which takes a fifth of the time of its usual wrapper. */
export async function expectNoAxeViolations(page: Page, rules?: readonly string[]): Promise<void> {
  await motionEnds(page);
  if (!(await page.evaluate(() => "axe" in window))) await page.evaluate(axe.source);
  const found = await page.evaluate(async (runOnly) => {
    const checker: typeof axe = Reflect.get(window, "axe");
    const chosen = runOnly ? { runOnly: [...runOnly] } : {};
    const options = { resultTypes: ["violations" as const], iframes: false, ...chosen };
    const { violations } = await checker.run(document, options);
    return violations.map(
      ({ id, nodes }) => `${id}: ${nodes.map((node) => node.target.join(" ")).join(", ")}`,
    );
  }, rules);
  expect(found).toEqual([]);
}

/** Colors and positions can't be measured during a transition. */
const motionEnds = (page: Page) =>
  page.evaluate(async () => {
    const ending = document
      .getAnimations()
      .filter(({ effect }) => effect?.getComputedTiming().endTime !== Number.POSITIVE_INFINITY);
    await Promise.allSettled(ending.map(({ finished }) => finished));
  });

/** Polling interval; each check takes about a millisecond. */
export const OFTEN = [20, 50, 100];

/** Nothing is wider than the window. */
const expectNoOverflow = (page: Page) =>
  expect
    .poll(() => page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth), {
      message: page.url(),
      intervals: OFTEN,
    })
    .toBeLessThanOrEqual(0);

export const WIDTHS = [1280, 390] as const;

/** Checks accessibility and width of the page as it is, in both themes and at every width. */
export async function expectReadable(page: Page, widths: readonly number[] = WIDTHS): Promise<void> {
  for (const width of widths) {
    await page.setViewportSize({ width, height: 844 });
    await expectNoOverflow(page);
    for (const theme of ["light", "dark"] as const) {
      await changeTheme(page, theme);
      await expectNoAxeViolations(page, theme === "light" ? undefined : RULES_OF_COLOR);
    }
  }
}

/** As another tab of the reader would. */
async function changeTheme(page: Page, theme: "light" | "dark"): Promise<void> {
  await page.evaluate(
    ([key, choice]) => {
      localStorage.setItem(key, choice);
      window.dispatchEvent(new StorageEvent("storage", { key, newValue: choice }));
    },
    [THEME_STORAGE_KEY, theme] as const,
  );
  await expect(page.locator("html")).toHaveClass(theme);
}

/** Waits until everything on the page has loaded, also after a redirect. */
export async function expectLoaded(page: Page): Promise<void> {
  await hydrated(page);
  await expect
    .poll(
      () =>
        page.evaluate(() => {
          const places = document.querySelectorAll(
            ".animate-shimmer, [aria-busy=true], [data-reader=unknown]",
          );
          const waiting = [...places].filter((place) => place.checkVisibility()).length;
          return { waiting, fonts: document.fonts.status };
        }),
      { message: page.url(), intervals: OFTEN },
    )
    .toEqual({ waiting: 0, fonts: "loaded" });
}

/** Holds back the responses to `pattern`. @returns a function that waits for the first one, then releases all. */
export async function holdBack(page: Page, pattern: string | RegExp): Promise<() => Promise<void>> {
  const held = Promise.withResolvers<void>();
  const released = Promise.withResolvers<void>();
  await page.route(pattern, async (route) => {
    held.resolve();
    await released.promise;
    await route.continue();
  });
  return async () => {
    await held.promise;
    released.resolve();
  };
}

/** Stops the page's timers, replaced by `page.clock.install()`: they run on only as far as a test says. */
export const stopClock = (page: Page) => page.clock.pauseAt(Date.now() + 10_000);

/** The toasts on screen. */
export const toasts = (page: Page) =>
  page.getByRole("region", { name: /^Notifications \(/ }).getByRole("listitem");
