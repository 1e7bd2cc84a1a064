import parsePrometheusTextFormat from "parse-prometheus-text-format";
import { expect } from "vitest";

type Labels = Readonly<Record<string, string>>;

/** A series as Prometheus writes it, with its labels by name. */
const seriesName = (name: string, labels: Labels = {}) =>
  `${name}${JSON.stringify(Object.entries(labels).toSorted(([one], [other]) => (one < other ? -1 : 1)))}`;

export interface Scrape {
  families: { name: string; help: string; type: string }[];
  /** The value of each series. */
  series: Map<string, number>;
  /** Undefined for a series that the text doesn't have. */
  value: (name: string, labels?: Labels) => number | undefined;
  /** The values of a family by one label. */
  by: (name: string, label: string) => Record<string, number>;
}

/** Reads a text as Prometheus does. Fails for a family or series that occurs more than once, and for a value that is no number. */
export function scrapeOf(text: string): Scrape {
  const families = parsePrometheusTextFormat(text);
  const names = families.map(({ name }) => name);
  expect(names).toEqual([...new Set(names)]);
  const lines = text.split("\n").filter((line) => line !== "" && !line.startsWith("#"));
  const all = families.flatMap(({ name, metrics }) =>
    metrics.map(({ labels, value }) => ({ name, labels, value: Number(value) })),
  );
  const series = new Map(all.map(({ name, labels, value }) => [seriesName(name, labels), value]));
  expect([series.size, all.filter(({ value }) => Number.isNaN(value))]).toEqual([lines.length, []]);
  return {
    families,
    series,
    value: (name, labels) => series.get(seriesName(name, labels)),
    by: (wanted, label) =>
      Object.fromEntries(
        all.filter(({ name }) => name === wanted).map(({ labels, value }) => [labels?.[label] ?? "", value]),
      ),
  };
}
