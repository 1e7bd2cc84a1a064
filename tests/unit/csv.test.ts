import fc from "fast-check";
import { expect, it } from "vitest";
import { csvRecord } from "#core/domain/csv.ts";
import { dollarsFromMicros } from "#core/domain/money.ts";
import { parseCsv } from "#tests/support/parse-csv.ts";

it.each([
  [["a", "b"], "a,b\r\n"],
  [["", null, 0], ",,0\r\n"],
  [['say "hi"'], '"say ""hi"""\r\n'],
  [["one,two", "line\nbreak", "cr\rcr"], '"one,two","line\nbreak","cr\rcr"\r\n'],
  [[-0.5, -3, 1e-6], "-0.5,-3,0.000001\r\n"],
  [[0.1 + 0.2, 1e-7, -1e-7, 1 / 3], "0.3,0,0,0.333333\r\n"],
])("the fields %j become one record", (fields, record) => {
  expect(csvRecord(fields)).toBe(record);
});

it.each(["=1+1", "+1", "-1", "@SUM(A1)", "\t1", "\r1", "＝1", "－1", '=HYPERLINK("http://x","y")'])(
  "the text %j is shown by a spreadsheet, never run",
  (text) => {
    expect(parseCsv(csvRecord([text]))).toEqual([[`'${text}`]]);
  },
);

it.each([
  ["a;=1+1;b", "a;'=1+1;b"],
  ['a;"=1+1"', 'a;\'"=1+1"'],
  ["a; +1", "a;' +1"],
  ["a|@SUM(A1)", "a|'@SUM(A1)"],
  ["a\t-1", "a\t'-1"],
  ["a\n=1", "a\n'=1"],
  ["=1;=2", "'=1;'=2"],
  ["\t=1", "'\t'=1"],
  ["a;＝1", "a;'＝1"],
])("the text %j is never run where another separator splits it", (text, shown) => {
  expect(parseCsv(csvRecord([text]))).toEqual([[shown]]);
});

it("any text that is not a formula is read back unchanged, beside any other", () => {
  const text = fc
    .oneof(fc.string(), fc.string({ unit: fc.constantFrom('"', ",", "\r", "\n", "a", "'", "é") }))
    .filter((value) => !/(^|[;|\t\r\n]["\s]*)[=+\-@\t\r＝＋－＠]/.test(value));
  const records = fc.array(fc.array(text, { minLength: 2, maxLength: 4 }), { minLength: 1, maxLength: 4 });
  fc.assert(
    fc.property(records, (all) => {
      expect(parseCsv(all.map(csvRecord).join(""))).toEqual(all);
    }),
  );
});

it("a sum of amounts shows the exact sum, whatever its binary fractions add up to", () => {
  const micros = fc.integer({ min: -1e12, max: 1e12 });
  fc.assert(
    fc.property(fc.array(micros, { minLength: 1, maxLength: 50 }), (amounts) => {
      const dollars = amounts.reduce((sum, each) => sum + dollarsFromMicros(each), 0);
      const exact = amounts.reduce((sum, each) => sum + each, 0);
      expect(csvRecord([dollars])).toBe(csvRecord([dollarsFromMicros(exact)]));
    }),
  );
});

it("an amount is a plain decimal that shows every micro-dollar", () => {
  fc.assert(
    fc.property(fc.integer({ min: -8e15, max: 8e15 }), (micros) => {
      const [[decimal = ""] = []] = parseCsv(csvRecord([dollarsFromMicros(micros)]));
      expect(decimal).toMatch(/^-?\d+(\.\d{1,6})?$/);
      const [dollars = "", rest = ""] = decimal.replace("-", "").split(".");
      const said = BigInt(dollars) * 1_000_000n + BigInt(rest.padEnd(6, "0"));
      expect(decimal.startsWith("-") ? -said : said).toBe(BigInt(micros));
    }),
  );
});
