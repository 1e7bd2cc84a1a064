import { shortUnitText } from "#app/lib/analytics/unit-text.ts";
import { formatCompact, formatCount, formatNumber, formatPercent } from "#app/lib/format.ts";
import type { ModelUsage, StatementSummary } from "#core/contract/statement.ts";
import { billingMessages } from "./messages.ts";

export interface ModelRow {
  id: string;
  name: string;
  /** The name is a model's own. */
  isModel: boolean;
  /** Empty for usage of no single request. */
  requests: string;
  input: string;
  output: string;
  share: string;
  /** The figures in a line, for phones. */
  summary: string;
  dollars: number;
}

const NONE = "—";

const inputOf = ({ tokens_in, units }: ModelUsage, count: (tokens: number) => string) =>
  [...(tokens_in > 0 ? [count(tokens_in)] : []), ...units.map(shortUnitText)].join(", ") || NONE;
const outputOf = ({ tokens_out }: ModelUsage, count: (tokens: number) => string) =>
  tokens_out > 0 ? count(tokens_out) : NONE;

function summaryOf(usage: ModelUsage): string {
  const input = inputOf(usage, formatCompact);
  const tokens = usage.tokens_out > 0 ? `${input} in, ${formatCompact(usage.tokens_out)} out` : input;
  return `${formatCount(usage.requests, "request")} · ${tokens}`;
}

/** A row per model, and one for each kind of usage that isn't of the month's own requests. `count` writes tokens. */
export function modelRows(
  { models, differences, usage }: StatementSummary,
  count: (tokens: number) => string = formatCompact,
): ModelRow[] {
  const share = (dollars: number) => (usage === 0 ? NONE : formatPercent((100 * dollars) / -usage, 1));
  return [
    ...models.map((row) => ({
      id: row.model ?? "",
      name: row.model ?? billingMessages.noModel,
      isModel: row.model !== null,
      requests: formatNumber(row.requests),
      input: inputOf(row, count),
      output: outputOf(row, count),
      share: share(row.charged),
      summary: summaryOf(row),
      dollars: row.charged,
    })),
    ...differences.map(({ kind, amount }) => ({
      id: `:${kind}`,
      name: billingMessages.differences[kind],
      isModel: false,
      requests: "",
      input: "",
      output: "",
      share: share(amount),
      summary: "",
      dollars: amount,
    })),
  ];
}

export const totalRow = ({ requests, usage }: StatementSummary): ModelRow => ({
  id: ":total",
  name: "Total",
  isModel: false,
  requests: formatNumber(requests),
  input: "",
  output: "",
  share: "",
  summary: "",
  dollars: -usage,
});
