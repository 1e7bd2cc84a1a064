import { existsSync, globSync, readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";

const page = readFileSync("docs/spec-coverage.md", "utf8");
const tests = globSync("tests/{unit,workers,integration,e2e}/**/*.{test,spec}.ts");
const rows = page
  .split("\n")
  .filter((line) => line.startsWith("| ") && !/^\| (sentence|call|message|constant) \|/.test(line));
const cellsOf = (row: string) => row.split("|").slice(1, -1);
const filesIn = (text = "") =>
  [...text.matchAll(/`([\w.-]+\.(?:test|spec)\.ts)`/g)].map(([, file = ""]) => file);
const contentOf = (file: string) =>
  tests.filter((path) => path.endsWith(`/${file}`)).map((path) => readFileSync(path, "utf8"));

const quotationsIn = (text = "") =>
  [...text.matchAll(/(?<![a-z])'([^']{2,}(?:'(?![ ,:;|/)])[^']*)*)'(?=[ ,:;./)|]|$)/g)].map(
    ([, quotation = ""]) => quotation,
  );

/** Messages that tests share with the screens. */
const imported = (content: string) =>
  [...content.matchAll(/from "#(app|core)\/([^"]+)"/g)]
    .map(([, root, path]) => `${root === "core" ? "worker/core" : "app"}/${path}`)
    .filter((path) => existsSync(path))
    .map((path) => readFileSync(path, "utf8"));

/** What stands before a number. */
const holds = (content: string, quotation: string) =>
  [content, ...imported(content)].some((text) => text.includes(quotation.split(" N ")[0] ?? quotation));

describe("the table of what is checked where", () => {
  it("has sections 2 to 9, and a test for every sentence", () => {
    const sections = [...page.matchAll(/^## (\d)\./gm)].map(([, number]) => Number(number));
    expect([...new Set(sections)]).toEqual([2, 3, 4, 5, 6, 7, 8, 9]);
    expect(rows.length).toBeGreaterThan(150);
    const empty = rows.filter((row) => cellsOf(row).length !== 2 || filesIn(cellsOf(row)[1]).length === 0);
    expect(empty).toEqual([]);
  });

  it("names only test files that there are", () => {
    expect(filesIn(page).filter((file) => contentOf(file).length === 0)).toEqual([]);
  });

  it("quotes only what one of the named tests, or the messages it imports, holds letter by letter", () => {
    const quoted = rows.flatMap((row) => quotationsIn(cellsOf(row)[0]).map((text) => ({ row, text })));
    expect(quoted.length).toBeGreaterThan(130);
    const unheld = quoted.filter(({ row, text }) => {
      const texts = filesIn(cellsOf(row)[1]).flatMap(contentOf);
      return !texts.some((content) => holds(content, text));
    });
    expect(unheld.map(({ text }) => text)).toEqual([]);
  });

  it("says every sentence once", () => {
    const sentences = rows.map((row) => cellsOf(row)[0]);
    expect(sentences.filter((sentence, at) => sentences.indexOf(sentence) !== at)).toEqual([]);
  });
});
