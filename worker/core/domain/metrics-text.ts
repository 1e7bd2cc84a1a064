/** A family of metrics for Prometheus. */
export interface MetricFamily {
  /** Without the prefix of all families; ends in its base unit, and a counter's in `_total`. */
  name: string;
  type: "counter" | "gauge";
  help: string;
  /** No two with the same labels. */
  samples: readonly MetricSample[];
}

export interface MetricSample {
  labels?: Readonly<Record<string, string>>;
  value: number;
}

export const METRICS_PREFIX = "latchkey_";

const ESCAPED: Record<string, string> = { "\\": "\\\\", "\n": "\\n", '"': '\\"' };
const escapeHelp = (text: string) => text.replace(/[\\\n]/g, (character) => ESCAPED[character] ?? "");
const escapeLabel = (text: string) => text.replace(/[\\\n"]/g, (character) => ESCAPED[character] ?? "");

/** The families in the text format of Prometheus, version 0.0.4, in their order. */
export function metricsText(families: readonly MetricFamily[]): string {
  return families.map(familyText).join("");
}

function familyText({ name, type, help, samples }: MetricFamily): string {
  const full = METRICS_PREFIX + name;
  const lines = samples.map(({ labels = {}, value }) => `${full}${labelsText(labels)} ${value}\n`);
  return `# HELP ${full} ${escapeHelp(help)}\n# TYPE ${full} ${type}\n${lines.join("")}`;
}

function labelsText(labels: Readonly<Record<string, string>>): string {
  const pairs = Object.entries(labels).map(([name, value]) => `${name}="${escapeLabel(value)}"`);
  return pairs.length === 0 ? "" : `{${pairs.join(",")}}`;
}

const family =
  (type: MetricFamily["type"]) =>
  (name: string, help: string, samples: MetricFamily["samples"]): MetricFamily => ({
    name,
    type,
    help,
    samples,
  });
/** A sum that only grows; it may begin at 0 again. */
export const counter = family("counter");
export const gauge = family("gauge");
