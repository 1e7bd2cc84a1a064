import { globSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { DOCUMENTATION_PAGES } from "#app/lib/documentation/topics.ts";
import { paths } from "#app/lib/paths.ts";
import { anchorOf } from "#scripts/documentation/anchor.ts";
import {
  chargeVisit,
  MISSING_VISITS,
  NO_PAGES,
  OPERATOR_VISITS,
  receiptVisit,
  visitsOf,
} from "#tests/e2e/route-table.ts";
import { blockingRule, hidingSelectors } from "#tests/support/block-lists.ts";
import { ALIASES, API_ROUTES, operations } from "#worker/api/app.ts";

const SITE = "https://latchkey.example";
const SIGN_IN = "https://project.supabase.co/auth/v1";
const FIRST_PARTY = `${SITE}/`;
/** A page of another site, and ours when what it requests is elsewhere. */
const THIRD_PARTY = "https://customer.example/";
const TYPES = ["document", "xhr", "script", "stylesheet", "image", "font"] as const;

const QUERIES = [
  "",
  "?range=custom&from=2026-11-01T00%3A00%3A00.000Z&to=2026-11-02T00%3A00%3A00.000Z&tz=Europe%2FLisbon&key_id=key_1&endpoint=%2Fv1%2Fmodels",
  "?range=7d&tz=UTC&model=demo-small&status=error&cursor=abc&limit=50",
];

const apiPaths = API_ROUTES.map((route) => route.split(" ")[1] ?? "")
  .filter((path) => !ALIASES.includes(path))
  .flatMap((path) => QUERIES.map((query) => path.replaceAll(/:\w+/g, "id_1") + query));

const SIGN_IN_PATHS = [
  "authorize?provider=google&redirect_to=https%3A%2F%2Flatchkey.example%2Flogin&code_challenge=c",
  "factors",
  "factors/id_1/challenge",
  "factors/id_1/verify",
  "logout?scope=global",
  "otp",
  "reauthenticate",
  "recover",
  "resend",
  "signup",
  "token?grant_type=password",
  "token?grant_type=pkce",
  "token?grant_type=refresh_token",
  "user",
  "user/identities/authorize?provider=github",
  "verify",
];

async function pagePaths(): Promise<string[]> {
  const visits = [
    ...visitsOf({ keyId: "key_1" }),
    ...OPERATOR_VISITS,
    ...MISSING_VISITS,
    receiptVisit("order_1"),
    chargeVisit("order_1"),
  ].map(({ address }) => address);
  const reference = (await operations()).map(({ object }) =>
    paths.documentationTopic(`reference/${anchorOf(object.summary)}`),
  );
  const topics = DOCUMENTATION_PAGES.map(({ name }) => paths.documentationTopic(name));
  const pages = [...visits, ...reference];
  const markdown = [...topics, ...reference].map((path) => `${path}.md`);
  // What a page requests of its loader.
  const data = pages.map((path) => path.replace(/(?=[?#]|$)/, ".data"));
  return [...pages, ...markdown, ...data, ...NO_PAGES.map((path) => `/${path}`)];
}

/** The files of public/ are in the build too. */
const builtPaths = globSync("build/client/**/*.*").map((path) => path.replace("build/client", ""));

/** The rules that block an address, whoever requests it for whatever. */
const rulesAgainst = (url: string, sources = [FIRST_PARTY, THIRD_PARTY]) =>
  sources.flatMap((sourceUrl) =>
    TYPES.flatMap((type) => {
      const rule = blockingRule({ url, type, sourceUrl });
      return rule === null ? [] : [`${rule} blocks ${url} as ${type} of ${sourceUrl}`];
    }),
  );

test("no block list contains an address that a browser requests", async () => {
  const pages = await pagePaths();
  expect(builtPaths.filter((path) => path.startsWith("/assets/")).length).toBeGreaterThan(50);
  expect(builtPaths).toContain("/favicon.svg");
  const own = [...pages, ...apiPaths, ...builtPaths].map((path) => SITE + path);
  expect(own.flatMap((url) => rulesAgainst(url))).toEqual([]);
  const signIn = SIGN_IN_PATHS.map((path) => `${SIGN_IN}/${path}`);
  expect(signIn.flatMap((url) => rulesAgainst(url, [FIRST_PARTY]))).toEqual([]);
});

test.each([...ALIASES.map((path) => `${path}?range=24h`), "/adanalytics.js", "/_720x90.png"])(
  "the lists block %s",
  (path) => {
    expect(rulesAgainst(SITE + path)).not.toEqual([]);
  },
);

/** Every word of the app's source, which are more than its classes and ids. */
const words = new Set(
  globSync("{app,scripts/documentation}/**/*.{ts,tsx,css}").flatMap(
    (path) => readFileSync(path, "utf8").match(/[\w-]+/g) ?? [],
  ),
);

const OPERATORS: Record<string, (word: string, part: string) => boolean> = {
  "": (word, part) => word === part,
  "~": (word, part) => word === part,
  "^": (word, part) => word.startsWith(part),
  $: (word, part) => word.endsWith(part),
  "*": (word, part) => word.includes(part),
};

/** True if a word of the source has the class or id that a selector is about. Longer selectors need a page. */
function mayHide(selector: string): boolean {
  const name = /^\w*[.#]([\w-]+)$/.exec(selector)?.[1];
  if (name) return words.has(name);
  const [, operator = "", part] = /^\w*\[(?:id|class)([~^$*]?)="([^"]+)"\]$/.exec(selector) ?? [];
  return part !== undefined && [...words].some((word) => OPERATORS[operator]?.(word, part));
}

test("no block list hides elements by a class or an id of ours", () => {
  const selectors = hidingSelectors();
  expect(selectors).toEqual(expect.arrayContaining([".ad-banners", ".ad-top", '[id^="div-gpt-ad"]']));
  expect(selectors.filter(mayHide)).toEqual([]);
});

test.each([".docs-prose", "#styles", "div.docs-prose", '[class^="docs-pro"]'])(
  "a list that hides %s would be noticed",
  (selector) => {
    expect(mayHide(selector)).toBe(true);
  },
);
