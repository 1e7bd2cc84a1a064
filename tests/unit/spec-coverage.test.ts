import { existsSync, globSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { describe, expect, it } from "vitest";

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

const FOLDERS = { "#app": "app", "#core": "worker/core" };
/** The import distance allowed between a message and the test that compares it, through shared helpers. */
const FARTHEST = 2;

/** A test with our own modules that it imports: the messages it shares with the screens. */
function textsOf(path: string, far = FARTHEST): string[] {
  const text = readFileSync(path, "utf8");
  if (far === 0) return [text];
  const imported = [...text.matchAll(/from "(#app|#core|\.)\/([^"]+)"/g)].map(([, root = ".", file = ""]) =>
    join(root === "#app" || root === "#core" ? FOLDERS[root] : dirname(path), file),
  );
  return [text, ...imported.filter((file) => existsSync(file)).flatMap((file) => textsOf(file, far - 1))];
}

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
      const held = filesIn(cellsOf(row)[1]).flatMap(({ paths }) => paths.flatMap((path) => textsOf(path)));
      return !held.some((content) => content.includes(beforeNumber));
    });
    expect(unheld.map(({ text }) => text)).toEqual([]);
  });

  it("lists every sentence once", () => {
    const sentences = rows.map((row) => cellsOf(row)[0]);
    expect(sentences.filter((sentence, at) => sentences.indexOf(sentence) !== at)).toEqual([]);
  });
});
