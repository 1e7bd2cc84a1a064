import { readFileSync } from "node:fs";
import fc from "fast-check";
import BookOpen from "lucide-react/icons/book-open";
import { describe, expect, it, vi } from "vitest";
import {
  BILLING_ENTRIES,
  findEntries,
  type MenuEntry,
  type MenuGroup,
  PAGE_ENTRIES,
  SETTINGS_ENTRIES,
} from "#app/features/command-menu/menu-entries.ts";
import { paths } from "#app/lib/paths.ts";
import { isShortcut, shortcutLabel } from "#app/lib/shortcut.ts";
import routes from "#app/routes.ts";

const entry = (label: string, words = ""): MenuEntry => ({
  id: label,
  label,
  Icon: BookOpen,
  target: "/",
  keywords: words,
});
const group = (title: string, entries: MenuEntry[], atFirst = 2): MenuGroup => ({ title, entries, atFirst });
const shown = (groups: MenuGroup[], query: string) =>
  findEntries(groups, query).map(({ title, entries }) => [title, ...entries.map(({ label }) => label)]);

const groups = [
  group("Go to", [entry("Dashboard"), entry("API Keys", "tokens"), entry("Billing", "invoices")]),
  group("API Keys", [entry("Production", "usage lk_abcde")]),
  group("Actions", [entry("Create API Key"), entry("Sign Out")]),
];

describe("what the menu shows", () => {
  it("starts with the first items of each group", () => {
    expect(shown(groups, " ")).toEqual([
      ["Go to", "Dashboard", "API Keys"],
      ["API Keys", "Production"],
      ["Actions", "Create API Key", "Sign Out"],
    ]);
  });

  it("matches every word of the query, in any case, in its label or in its other names", () => {
    expect(shown(groups, "KEY")).toEqual([
      ["Go to", "API Keys"],
      ["Actions", "Create API Key"],
    ]);
    expect(shown(groups, "key create")).toEqual([["Actions", "Create API Key"]]);
    expect(shown(groups, "invoi")).toEqual([["Go to", "Billing"]]);
    expect(shown(groups, "key nowhere")).toEqual([]);
  });

  it("keeps the order of the groups whatever fits best, and begins each with the entries that start with the query", () => {
    expect(shown(groups, "lk_ab")).toEqual([["API Keys", "Production"]]);
    const named = { ...entry("Production"), kind: "API key" };
    const later = group("Docs", [entry("The key"), entry("Key")]);
    expect(shown([group("Keys", [named]), later], "key")).toEqual([
      ["Keys", "Production"],
      ["Docs", "Key", "The key"],
    ]);
  });

  it("shows what another search has found as it is", () => {
    const found = { ...group("Request", [entry("019a3f0e-0000")]), isFound: true };
    expect(shown([found, ...groups], "a3f0e")).toEqual([["Request", "019a3f0e-0000"]]);
  });

  it("never contains entries that do not match, or more than five of a group", () => {
    const label = fc.array(fc.constantFrom("api", "key", "dash", "log"), { minLength: 1, maxLength: 3 });
    const labels = fc.array(
      label.map((words) => words.join(" ")),
      { maxLength: 20 },
    );
    fc.assert(
      fc.property(labels, labels, fc.constantFrom("api", "key log", "ap", "o"), (one, other, query) => {
        const all = [one, other].map((each, n) =>
          group(
            String(n),
            each.map((text) => entry(text)),
          ),
        );
        const fits = (text: string) => query.split(" ").every((word) => text.includes(word));
        const found = findEntries(all, query);
        expect(found.map(({ title }) => title)).toEqual(
          all
            .filter(({ entries }) => entries.some(({ label: text }) => fits(text)))
            .map(({ title }) => title),
        );
        for (const { title, entries } of found) {
          const fitting = (title === "0" ? one : other).filter(fits);
          expect(entries.every(({ label: text }) => fits(text))).toBe(true);
          expect(entries).toHaveLength(Math.min(5, fitting.length));
        }
      }),
    );
  });
});

describe("the destinations of the menu", () => {
  it("include every page of the shell that an address alone can name", () => {
    const shell = routes
      .flatMap(({ children = [] }) => children)
      .find(({ file }) => file?.includes("app-shell"));
    const pages = (shell?.children ?? [])
      .flatMap(({ children = [] }) => children)
      .map(({ path = "" }) => `/${path}`)
      // A payment is named by its checkout session.
      .filter((path) => !path.includes(":") && path !== paths.purchaseSuccess);
    expect(pages.length).toBeGreaterThan(8);
    const targets = PAGE_ENTRIES.map(({ target }) => target);
    expect(pages.filter((path) => !targets.includes(path))).toEqual([]);
  });

  it.each(["invoice", "invoices", "receipt", "statement"])(
    "have billing first for “%s”, before the documentation",
    (query) => {
      const pages = group("Go to", [...PAGE_ENTRIES, ...SETTINGS_ENTRIES, ...BILLING_ENTRIES]);
      const documentation = group("Documentation", [entry("Invoices, receipts and statements")]);
      const [first] = findEntries([pages, documentation], query);
      expect(first?.title).toBe("Go to");
      expect(first?.entries[0]?.target).toMatch(/^\/billing/);
    },
  );

  it("include every section of the settings, and of the billing settings", () => {
    const page = readFileSync("app/features/account/profile-page.tsx", "utf8");
    const sections = [...page.matchAll(/\bid: "([\w-]+)"/g)].map(([, id]) => `/profile#${id}`);
    expect(sections.length).toBeGreaterThan(5);
    expect(SETTINGS_ENTRIES.map(({ target }) => target).sort()).toEqual(sections.sort());
    const parts = ["settings-panel.tsx", "account-settings.tsx"].flatMap((file) => {
      const billing = readFileSync(`app/features/billing/${file}`, "utf8");
      return [...billing.matchAll(/\bid(?:=|: )"([\w-]+)"/g)].map(
        ([, id]) => `${paths.billingSettings}#${id}`,
      );
    });
    expect(parts).toHaveLength(6);
    const targets = BILLING_ENTRIES.map(({ target }) => target);
    expect(targets.toSorted()).toEqual([paths.receipts, ...parts].toSorted());
  });
});

describe("the shortcut", () => {
  const on = (platform: string, held: Partial<KeyboardEvent>) => {
    vi.stubGlobal("navigator", { platform });
    const none = { key: "k", metaKey: false, ctrlKey: false, altKey: false, shiftKey: false };
    const seen = [isShortcut({ ...none, ...held } as KeyboardEvent), shortcutLabel()];
    vi.unstubAllGlobals();
    return seen;
  };

  it("is ⌘K on a Mac, where Control and K delete text, and Ctrl K elsewhere", () => {
    expect(on("MacIntel", { metaKey: true })).toEqual([true, "⌘K"]);
    expect(on("MacIntel", { ctrlKey: true })).toEqual([false, "⌘K"]);
    expect(on("Win32", { ctrlKey: true, key: "K" })).toEqual([true, "Ctrl K"]);
    expect(on("Linux x86_64", { metaKey: true })).toEqual([false, "Ctrl K"]);
    expect(on("Win32", { ctrlKey: true, shiftKey: true })[0]).toBe(false);
    expect(on("Win32", { ctrlKey: true, key: "j" })[0]).toBe(false);
    expect(on("Win32", {})[0]).toBe(false);
  });
});
