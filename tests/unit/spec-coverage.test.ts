import { globSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { holds } from "#tests/support/held-quotations.ts";
import { temporaryFolder } from "#tests/support/temporary-folder.ts";

const page = readFileSync("docs/spec-coverage.md", "utf8");
const tests = globSync("tests/{unit,components,workers,integration,e2e}/**/*.{test,spec}.{ts,tsx}");
const rows = page
  .split("\n")
  .filter((line) => line.startsWith("| ") && !/^\| (sentence|call|message|constant) \|/.test(line));
const cellsOf = (row: string) => row.split("|").slice(1, -1);
const filesIn = (text = "") =>
  [...text.matchAll(/`([\w.-]+\.(?:test|spec)\.tsx?)`/g)].flatMap(([, file]) =>
    file === undefined ? [] : [{ file, paths: tests.filter((path) => path.endsWith(`/${file}`)) }],
  );
const quotationsIn = (text = "") =>
  [...text.matchAll(/(?<![a-z])'([^']{2,}(?:'(?![ ,:;|/)])[^']*)*)'(?=[ ,:;./)|]|$)/g)].map(
    ([, quotation = ""]) => quotation,
  );

describe("the spec coverage table", () => {
  it("has sections 2 to 9, and a test for every sentence", () => {
    const sections = [...page.matchAll(/^## (\d)\./gm)].map(([, number]) => Number(number));
    expect([...new Set(sections)]).toEqual([2, 3, 4, 5, 6, 7, 8, 9]);
    expect(rows.length).toBeGreaterThan(150);
    const empty = rows.filter((row) => cellsOf(row).length !== 2 || filesIn(cellsOf(row)[1]).length === 0);
    expect(empty).toEqual([]);
  });

  it("names only existing test files", () => {
    const gone = filesIn(page).filter(({ paths }) => paths.length === 0);
    expect(gone.map(({ file }) => file)).toEqual([]);
  });

  it("quotes only what one of the named tests compares letter by letter", () => {
    const quoted = rows.flatMap((row) => quotationsIn(cellsOf(row)[0]).map((text) => ({ row, text })));
    expect(quoted.length).toBeGreaterThan(130);
    const unheld = quoted.filter(({ row, text }) => {
      const [beforeNumber = ""] = text.split(" N ");
      return !filesIn(cellsOf(row)[1]).some(({ paths }) => paths.some((path) => holds(path, beforeNumber)));
    });
    expect(unheld.map(({ text }) => text)).toEqual([]);
  });

  it("lists every sentence once", () => {
    const sentences = rows.map((row) => cellsOf(row)[0]);
    expect(sentences.filter((sentence, at) => sentences.indexOf(sentence) !== at)).toEqual([]);
  });
});

const MODULES = {
  "messages.ts": `
    export const saved = "Changes saved"; // 'Changes lost'
    export const failed = "Changes failed";
    export const messages = { done: { keep: "All kept", drop: "All dropped" }, undone: "All undone" };
    const prefix = "All renamed";
    const unused = "All unused";
    export const renamed = () => prefix;`,
  "helpers.ts": `
    import { messages } from "./messages.ts";
    export const seesKept = (page) => expect(page).toHaveText(messages.done.keep);
    export const seesDropped = (page) => expect(page).toHaveText("The draft is gone");
    export const sees = (page, { text }) => expect(page).toHaveText(text);
    export const titleOf = async (page) => { await page.goto("/drafts"); return page.title(); };
    export const ignores = (page, text) => page.goto(text);`,
  "first.ts": `import { second } from "./second.ts"; export const first = () => ["One away", second];`,
  "second.ts": `import { third } from "./third.ts"; export const second = ["Two away", third];`,
  "third.ts": `export const third = "Three away";`,
};
const IMPORTS = `
  import { saved, messages, renamed } from "./messages.ts";
  import { seesKept, sees, titleOf, ignores } from "./helpers.ts";
  import { first } from "./first.ts";`;

/** Whether a test in this folder with this body, which imports these modules, holds the text. */
function heldBy(body: string, text: string, tier = "tests/unit"): boolean {
  const folder = join(temporaryFolder(), tier);
  mkdirSync(folder, { recursive: true });
  for (const [name, code] of Object.entries(MODULES)) writeFileSync(join(folder, name), code);
  const path = join(folder, "row.test.ts");
  writeFileSync(path, `${IMPORTS}\n${body}\n`);
  return holds(path, text);
}

describe("a row whose quotation no test compares is found:", () => {
  it.each([
    [
      "only in a comment of the test",
      "/* Changes kept */ expect(1).toBe(1); // Changes kept",
      "Changes kept",
    ],
    ["only in an import that the test doesn't use", "expect(1).toBe(1);", "Changes saved"],
    ["only in a comment of a module that it uses", "expect(shown).toBe(saved);", "Changes lost"],
    ["only in code that checks nothing", 'const kept = "Changes kept"; expect(1).toBe(1);', "Changes kept"],
    ["only in a module for code that checks nothing", "show(saved); expect(1).toBe(1);", "Changes saved"],
    ["in another export of a module that it uses", "expect(shown).toBe(saved);", "Changes failed"],
    ["in another property of what it uses", "expect(shown).toBe(messages.done.keep);", "All dropped"],
    [
      "in another property of what it takes apart",
      "const { done: { keep } } = messages; expect(shown).toBe(keep);",
      "All dropped",
    ],
    [
      "in another property of what it gives a name",
      "const { done } = messages; expect(shown).toBe(done.keep);",
      "All undone",
    ],
    ["in a part of a module that its function leaves out", "expect(shown).toBe(renamed());", "All unused"],
    ["in a helper's function that it doesn't use", "seesKept(page);", "The draft is gone"],
    ["in another property of what a helper uses", "seesKept(page);", "All dropped"],
    ["only passed to a helper that doesn't check it", 'ignores(page, "Changes kept");', "Changes kept"],
    ["in what a helper only does", 'expect(await titleOf(page)).toBe("Drafts");', "/drafts"],
    ["behind three imports", "expect(shown).toEqual(first());", "Three away"],
    ["only where it must be absent", 'expect(queryByText("No changes")).toBeNull();', "No changes"],
    ["only where it must differ", 'expect(shown).not.toContain("No changes");', "No changes"],
    ["shortened by a word", "expect(shown).toBe(saved);", "Changes"],
    ["shortened to a part of a word", "expect(shown).toBe(saved);", "Changes save"],
  ])("%s", (_where, body, text) => {
    expect(heldBy(body, text)).toBe(false);
  });

  it.each([
    ["only typed into a field", 'await page.getByLabel("Name").fill("Changes kept");'],
    ["only in an element of which nothing is needed", 'const all = page.getByText("Changes kept").all();'],
    ["only where it must be absent", 'await expect(page.getByText("Changes kept")).toHaveCount(0);'],
  ])("in a browser test %s", (_where, body) => {
    expect(heldBy(body, "Changes kept", "tests/e2e")).toBe(false);
  });

  it("in a real test that uses other messages of the module", () => {
    expect(holds("tests/e2e/session.spec.ts", "Your session ended")).toBe(true);
    expect(holds("tests/e2e/session.spec.ts", "Signup failed")).toBe(false);
  });

  it("but not one whose quotation is compared", () => {
    expect(heldBy("expect(shown).toBe(saved);", "Changes saved")).toBe(true);
    expect(heldBy('expect(shown).toBe("Changes kept");', "Changes kept")).toBe(true);
    expect(heldBy('const kept = "Changes kept"; expect(shown).toBe(kept);', "Changes kept")).toBe(true);
    expect(heldBy('for (const kept of ["Changes kept"]) page.getByText(kept);', "Changes kept")).toBe(true);
    expect(heldBy('it.each(["Changes kept"])("%s", (kept) => {});', "Changes kept")).toBe(true);
    expect(heldBy('expect(shown).toBe("https://a.test/a b");', "https://a.test/a b")).toBe(true);
  });

  it.each([
    ["by its property", "expect(shown).toBe(messages.done.keep);", "All kept"],
    ["by a part that has a name", "const { done } = messages; expect(shown).toBe(done.drop);", "All dropped"],
    ["with the whole object", "expect(shown).toEqual(messages);", "All kept"],
    ["under a computed key", "expect(shown).toBe(messages.done[key]);", "All dropped"],
    ["in what its function uses", "expect(shown).toBe(renamed());", "All renamed"],
    ["in a helper's function", "seesKept(page);", "All kept"],
    ["as what a helper compares", 'sees(page, { text: "Changes kept" });', "Changes kept"],
    [
      "in each row of a list",
      "for (const { is } of [{ is: saved }]) sees(page, { text: is });",
      "Changes saved",
    ],
    ["by an action on it", 'await page.getByText("Changes kept").click();', "Changes kept"],
    ["behind two imports", "expect(shown).toEqual(first());", "Two away"],
  ])("nor one that is compared %s", (_how, body, text) => {
    expect(heldBy(body, text, "tests/e2e")).toBe(true);
  });
});
