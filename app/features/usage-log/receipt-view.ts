import { unitText } from "#app/lib/analytics/unit-text.ts";
import { formatNumber, formatPrice } from "#app/lib/format.ts";
import type { ChargedLine, UsageReceipt } from "#core/contract/usage.ts";

type Outcome = NonNullable<UsageReceipt["outcome"]>;
type Tone = "success" | "warning" | "danger";

export const OUTCOME_LABELS: Record<Outcome, { label: string; tone: Tone; help?: string }> = {
  completed: { label: "Completed", tone: "success" },
  failed: { label: "Failed", tone: "danger", help: "The API failed, so nothing was charged." },
  client_left: {
    label: "You disconnected",
    tone: "warning",
    help: "You disconnected before the response ended. You’re charged for what was generated.",
  },
  cut: {
    label: "Cut short",
    tone: "danger",
    help: "The API stopped in the middle of the response. You’re charged for what arrived.",
  },
  deadline: {
    label: "Timed out",
    tone: "danger",
    help: "The request took too long. You’re charged for what arrived until then.",
  },
  no_usage: { label: "Completed", tone: "success" },
  orphaned: {
    label: "Interrupted",
    tone: "danger",
    help: "The gateway stopped during the request. You’re charged for the last reported usage.",
  },
};

export const ESTIMATED_HELP = "The API reported no exact usage, so this charge is an estimate.";

export function payerText({ paid_by }: Pick<UsageReceipt, "paid_by">): string {
  if (paid_by === null) return "Nothing was charged";
  return paid_by === "plan" ? "Paid by your plan" : "Paid from your balance";
}

const DIMENSIONS: Partial<Record<string, string>> = {
  input: "Input",
  cached_input: "Cached input",
  cache_write_5m: "Cache writes, 5 minutes",
  cache_write_1h: "Cache writes, 1 hour",
  audio_input: "Audio input",
  cached_audio_input: "Cached audio input",
  image_input: "Image input",
  output: "Output",
  audio_output: "Audio output",
  image_output: "Image output",
  request: "Request fee",
  second: "Audio, seconds",
  character: "Characters",
  search_unit: "Search units",
};

/** `Cached input`; `Image 1024×1024, high` of `image:1024x1024:high`. */
export function dimensionLabel(dimension: string): string {
  const [kind, size = "", quality = ""] = dimension.split(":");
  if (kind === "image" && size !== "") return `Image ${size.replace("x", "×")}, ${quality}`;
  return DIMENSIONS[dimension] ?? dimension;
}

const TOKENS_PER_PRICE = 1_000_000;
const UNIT_NAMES: Partial<Record<number, string>> = { 60: "minute", 1000: "1,000", [TOKENS_PER_PRICE]: "1M" };

/** Whether all quantities are tokens, which can be added up. */
export const isAllTokens = (lines: readonly ChargedLine[]) =>
  lines.every(({ per }) => per === TOKENS_PER_PRICE);

/** What a price for one is for. */
const ONE: Partial<Record<string, string>> = {
  image: "image",
  search_unit: "search unit",
  request: "request",
};

/** `$2.50`, in a column of prices per million; else with its unit: `$0.006 / minute`. */
export function priceText({ dimension, price, per }: ChargedLine, perMillion: boolean): string {
  if (price === null || per === null) return "—";
  const amount = formatPrice(price);
  const unit = per === 1 ? ONE[dimension.split(":")[0] ?? ""] : UNIT_NAMES[per];
  return perMillion || unit === undefined ? amount : `${amount} / ${unit}`;
}

/** What the request used: `2 images`, or `2,870 in, 440 out` of tokens. */
export function usageFact({ tokens_in, tokens_out, units }: UsageReceipt): { name: string; text: string } {
  if (units) return { name: "Usage", text: unitText(units) };
  const text =
    tokens_in + tokens_out === 0 ? "—" : `${formatNumber(tokens_in)} in, ${formatNumber(tokens_out)} out`;
  return { name: "Tokens", text };
}
