import { Script } from "node:vm";
import { describe, expect, test } from "vitest";
import { authMessages } from "#app/features/auth/messages.ts";
import { failureMessage } from "#app/lib/api-error.ts";
import { cn } from "#app/lib/class-names.ts";
import { inlineJson } from "#app/lib/html.ts";
import { THEME_SCRIPT, themeFrom } from "#app/lib/theme.ts";
import { currentToast, dismissToast, subscribeToToasts, toast } from "#app/lib/toast.ts";

/** Runs the script of <head> in a page that stores `stored`, on a system that prefers dark or not. */
function paintedClass(stored: string | null, systemDark: boolean, storageThrows = false): string {
  const documentElement = { className: "light" };
  const getItem = () => {
    if (storageThrows) throw new Error("denied");
    return stored;
  };
  new Script(THEME_SCRIPT).runInNewContext({
    document: { documentElement },
    localStorage: { getItem },
    matchMedia: () => ({ matches: systemDark }),
  });
  return documentElement.className;
}

describe("before the first paint", () => {
  test.each([
    ["light", true, "light"],
    ["dark", false, "dark"],
    ["system", true, "dark"],
    ["system", false, "light"],
    [null, true, "dark"],
    [null, false, "light"],
    ["sepia", true, "dark"],
  ])("with %j stored and a dark system (%j) the page is %s", (stored, systemDark, painted) => {
    expect(paintedClass(stored, systemDark)).toBe(painted);
  });

  test("a page without storage follows the system", () => {
    expect(paintedClass("light", true, true)).toBe("dark");
  });
});

test("an invalid stored theme means system", () => {
  expect([null, "", "sepia", "dark"].map(themeFrom)).toEqual(["system", "system", "system", "dark"]);
});

test("the configuration in the page cannot close its script element", () => {
  const config = { url: "</script><script>alert(1)</script><!--" };
  expect(inlineJson(config)).not.toContain("<");
  expect(JSON.parse(inlineJson(config))).toEqual(config);
});

test("a type size does not override a text color, but a later size does", () => {
  expect(cn("text-small text-ink-2", "text-caption")).toBe("text-ink-2 text-caption");
});

describe("the sign-in alert", () => {
  test("shows the failure's own message", () => {
    expect(failureMessage(new Error("Invalid login credentials"), authMessages.fallback.signIn)).toBe(
      "Invalid login credentials",
    );
  });

  test.each([new Error("{}"), new Error(" "), "thrown text", null])("falls back for %j", (failure) => {
    expect(failureMessage(failure, authMessages.fallback.signIn)).toBe("Authentication failed");
  });
});

describe("toasts", () => {
  test("the latest alert replaces the previous one", () => {
    toast.info({ title: "First" });
    const first = currentToast();
    toast.failure({ title: "Second" });
    expect(currentToast()).toMatchObject({ title: "Second", tone: "danger" });
    expect(first?.id).not.toBe(currentToast()?.id);
  });

  test("a late dismissal of the previous alert leaves the new one alone", () => {
    toast.info({ title: "First" });
    const first = currentToast();
    toast.info({ title: "Second" });
    dismissToast(first?.id ?? -1);
    expect(currentToast()?.title).toBe("Second");
    dismissToast(currentToast()?.id ?? -1);
    expect(currentToast()).toBeNull();
  });

  test("listeners are notified until they unsubscribe", () => {
    const seen: (string | undefined)[] = [];
    const stop = subscribeToToasts(() => seen.push(currentToast()?.title));
    toast.info({ title: "Heard" });
    stop();
    toast.info({ title: "Unheard" });
    expect(seen).toEqual(["Heard"]);
  });
});
