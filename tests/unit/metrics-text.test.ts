import fc from "fast-check";
import parsePrometheusTextFormat from "parse-prometheus-text-format";
import { expect, it } from "vitest";
import { counter, gauge, metricsText } from "#core/domain/metrics-text.ts";
import { runs } from "#tests/support/tier.ts";

it("writes each family with its help, its type and its series", () => {
  const text = metricsText([
    counter("requests_total", "Requests.", [
      { labels: { model: "a", outcome: "error" }, value: 3 },
      { labels: { model: "b", outcome: "error" }, value: 0.000001 },
    ]),
    gauge("accounts", "Accounts.", [{ value: 7 }]),
    gauge("empty", "None.", []),
  ]);
  expect(text).toBe(`# HELP latchkey_requests_total Requests.
# TYPE latchkey_requests_total counter
latchkey_requests_total{model="a",outcome="error"} 3
latchkey_requests_total{model="b",outcome="error"} 0.000001
# HELP latchkey_accounts Accounts.
# TYPE latchkey_accounts gauge
latchkey_accounts 7
# HELP latchkey_empty None.
# TYPE latchkey_empty gauge
`);
});

it("escapes backslashes, line breaks and quotes where the format requires it, and nothing else", () => {
  const odd = 'a\\b"c\nd\te{}=,é😀';
  expect(metricsText([gauge("x", odd, [{ labels: { l: odd }, value: 1 }])])).toBe(
    `# HELP latchkey_x a\\\\b"c\\nd\te{}=,é😀\n# TYPE latchkey_x gauge\nlatchkey_x{l="a\\\\b\\"c\\nd\te{}=,é😀"} 1\n`,
  );
});

it("any label value comes back from a parser as it was", () => {
  const hostile = fc.string({
    unit: fc.constantFrom("\\", '"', "\n", "n", "{", "}", ",", "=", " ", "#", "é"),
  });
  const value = fc.oneof(hostile, fc.string({ unit: "binary" }));
  const series = fc.uniqueArray(fc.record({ model: value, kind: value }), {
    selector: (labels) => JSON.stringify(labels),
    minLength: 1,
  });
  const property = fc.property(series, fc.maxSafeInteger(), (all, number) => {
    const samples = all.map((labels, at) => ({ labels, value: at === 0 ? number : at }));
    const [family] = parsePrometheusTextFormat(metricsText([gauge("x", "Any.", samples)]));
    expect(family?.metrics).toEqual(
      samples.map(({ labels, value: figure }) => ({ labels, value: String(figure) })),
    );
  });
  fc.assert(property, { numRuns: runs(1000) });
});
