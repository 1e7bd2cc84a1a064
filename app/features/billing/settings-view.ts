import { formatDate, formatDollars } from "#app/lib/format.ts";
import { durationText, paceText } from "#app/lib/pace.ts";
import type { RunwayResponse } from "#core/contract/account.ts";
import type { AutoTopUp, AutoTopUpCharge, PaymentMethod } from "#core/contract/auto-top-up.ts";

type Tone = "neutral" | "success" | "warning" | "danger";

export const STATE_BADGES: Record<AutoTopUp["state"], { label: string; tone: Tone }> = {
  off: { label: "Off", tone: "neutral" },
  on: { label: "On", tone: "success" },
  confirmation_needed: { label: "Confirmation needed", tone: "warning" },
  limit_reached: { label: "Monthly limit reached", tone: "warning" },
  stopped: { label: "Stopped", tone: "danger" },
};

/** `Insufficient funds`, `Confirmed by email` */
export const chargeNote = ({ status, detail, confirmed }: AutoTopUpCharge): string | null =>
  detail ?? (status === "paid" && confirmed ? "Confirmed by email" : null);

/** For the tile, which has room for few letters. */
export const brandTile = ({ brand }: Pick<PaymentMethod, "brand">) =>
  ({ amex: "AMEX", mastercard: "MC" })[brand] ?? (brand.length <= 5 ? brand.toUpperCase() : "CARD");

/** `08/2028` */
export const cardExpiry = ({ exp_month, exp_year }: Pick<PaymentMethod, "exp_month" | "exp_year">) =>
  `${String(exp_month).padStart(2, "0")}/${exp_year}`;

/** `Dec 1`: a UTC month ends at another hour for the reader, who thinks of it as that day all the same. */
export const resetDay = (resetsAt: string) => formatDate(resetsAt, "UTC").split(", ")[0] ?? "";

/** `November`: the UTC month that ends at `resetsAt`. */
export const monthEnding = (resetsAt: string) =>
  new Intl.DateTimeFormat("en-US", { month: "long", timeZone: "UTC" }).format(Date.parse(resetsAt) - 1);

/** `Your balance is $11.42 and lasts about 3 days at this pace.` */
export function balanceText(balance: number, runway: Pick<RunwayResponse, "daily_cost"> | undefined): string {
  const pace = runway?.daily_cost;
  const base = `Your balance is ${formatDollars(balance)}`;
  if (!pace || balance <= 0) return `${base}.`;
  return `${base} and lasts ${durationText(balance, pace).toLowerCase()} at this pace.`;
}

/** `About 3 days at your pace of $3.21 a day.` Null without an estimate. */
export function thresholdPace(threshold: number, runway: RunwayResponse | undefined): string | null {
  const pace = runway?.daily_cost;
  if (!pace || !(threshold > 0)) return null;
  return `${durationText(threshold, pace)} at your pace of ${paceText(pace)}.`;
}
