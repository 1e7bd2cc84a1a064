import { formatCount, formatDollars, formatMilliseconds } from "#app/lib/format.ts";
import type { Charge, ModelResponse } from "./conversation.ts";

export interface Difference {
  /** Of the second model. */
  model: string;
  cost: string;
  firstToken: string;
  output: string;
}

const PER = 1_000;

/** How the second of two responses differs from the first; null until both are charged. */
export function differenceOf(responses: readonly ModelResponse[]): Difference | null {
  const [first, second] = responses;
  if (!first || !second) return null;
  const [a, b] = [chargeOf(first), chargeOf(second)];
  if (a === null || b === null) return null;
  return {
    model: second.model,
    cost: costText(a.cost, b.cost),
    firstToken: firstTokenText(a.firstToken, b.firstToken),
    output: outputText(b.output - a.output),
  };
}

const chargeOf = ({ charge }: ModelResponse): Charge | null => (typeof charge === "object" ? charge : null);

/** `94% less · $0.14 instead of $2.43 per 1,000` */
function costText(first: number, second: number): string {
  if (first === second) return "The same";
  const rates = `${formatDollars(second * PER)} instead of ${formatDollars(first * PER)} per 1,000`;
  if (first === 0) return `More · ${rates}`;
  const percent = Math.round((Math.abs(second - first) / first) * 100);
  const share = percent === 0 ? "Less than 1%" : `${percent.toLocaleString("en-US")}%`;
  return `${share} ${second < first ? "less" : "more"} · ${rates}`;
}

function firstTokenText(first: number | null, second: number | null): string {
  if (first === null || second === null) return "—";
  const later = Math.round(second - first);
  if (later === 0) return "At the same time";
  return `${formatMilliseconds(Math.abs(later))} ${later < 0 ? "sooner" : "later"}`;
}

function outputText(more: number): string {
  if (more === 0) return "As many tokens";
  return `${formatCount(Math.abs(more), "token")} ${more < 0 ? "fewer" : "more"}`;
}
