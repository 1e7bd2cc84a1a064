import { readerZone } from "./reader-zone.ts";

/** The only module that formats numbers, money and dates. Unknown is "—", never 0. */
const UNKNOWN = "—";
const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;

type Maybe<T> = T | null | undefined;
/** ISO 8601 text or epoch milliseconds. */
type Instant = string | number;

// Lazy, because creating the first formats of a page takes longer than starting all of its code.
const numbers = (options: Intl.NumberFormatOptions) => lazily(() => new Intl.NumberFormat("en-US", options));
const dollars = numbers({ style: "currency", currency: "USD" });
const rupees = numbers({ style: "currency", currency: "INR" });
const microDollars = numbers({ style: "currency", currency: "USD", minimumFractionDigits: 6 });
const prices = numbers({ style: "currency", currency: "USD", maximumFractionDigits: 6 });
const whole = numbers({ maximumFractionDigits: 0 });
const relative = lazily(() => new Intl.RelativeTimeFormat("en-US", { numeric: "always" }));

function known<T extends string | number>(value: Maybe<T>, write: (value: T) => string): string {
  return value === null || value === undefined || Number.isNaN(value) ? UNKNOWN : write(value);
}

/** `$12.30` */
export const formatDollars = (amount: Maybe<number>) => known(amount, (value) => dollars().format(value));

/** For a tooltip: `$12.30`, and where cents are not enough all six digits, `$6.748870`. `formatSum` is on screen. */
export const formatExactDollars = (amount: Maybe<number>) =>
  known(amount, (value) => (isWholeCents(value) ? dollars() : microDollars()).format(value));

const isWholeCents = (value: number) => Math.round(value * 1_000_000) % 10_000 === 0;

const CENT = 0.01;

/** A sum of costs: `$12.30`, `−$12.30` with a true minus, and `<$0.01` for less than a cent either way. */
export const formatSum = (amount: Maybe<number>) =>
  known(amount, (value) => {
    const size = Math.abs(value);
    if (size > 0 && size < CENT) return "<$0.01";
    return `${value < 0 ? "−" : ""}${dollars().format(size)}`;
  });

/** `$25.00` or `₹100.00` */
export const formatMoney = (amount: Maybe<number>, currency: "USD" | "INR") =>
  known(amount, (value) => (currency === "USD" ? dollars() : rupees()).format(value));

/** The cost of one request: `$0.000412`; zero is `$0.00`. */
export const formatCost = (amount: Maybe<number>) =>
  known(amount, (value) => (value === 0 ? dollars() : microDollars()).format(value));

/** A price or a limit, with as many digits as it has: `$2.50`, `$0.075`. */
export const formatPrice = (amount: Maybe<number>) => known(amount, (value) => prices().format(value));

/** `$50`, `$50.25`: where there is little room. */
export const shortDollars = (amount: number) => formatPrice(amount).replace(/\.00$/, "");

const MICROS = 1_000_000n;

/** Micro-dollars that may be more than a number can count: `$11.80`, and `$0.005900` with `exact`. */
export function formatMicros(micros: bigint, exact = false): string {
  const decimal = `${micros / MICROS}.${`${micros % MICROS}`.padStart(6, "0")}` as `${number}`;
  if (exact) return microDollars().format(decimal);
  return micros > 0n && micros < MICROS / 100n ? `<${dollars().format(0.01)}` : dollars().format(decimal);
}

/** `6,482` */
export const formatNumber = (count: Maybe<number>) => known(count, (value) => whole().format(value));

/** `error`, `errors`: the noun alone. */
export const plural = (count: number, noun: string) => (count === 1 ? noun : `${noun}s`);

/** `1 error`, `6,482 errors`. */
export const formatCount = (count: number, noun: string) => `${formatNumber(count)} ${plural(count, noun)}`;

const MILLION = 1_000_000;
const BILLION = 1_000 * MILLION;
const threeDigits = lazily(
  () => new Intl.NumberFormat("en-US", { minimumSignificantDigits: 3, maximumSignificantDigits: 3 }),
);

/** `812`, `4.5k`, `582k`, `3.11M`. */
export const formatCompact = (count: Maybe<number>) =>
  known(count, (value) => {
    if (value < 1_000) return whole().format(value);
    if (value < 9_950) return `${Math.round(value / 100) / 10}k`;
    if (value < MILLION - 500) return `${Math.round(value / 1_000)}k`;
    // From 999,500,000 on, three digits would round up to 1000M.
    if (value < BILLION - MILLION / 2) return `${threeDigits().format(value / MILLION)}M`;
    return `${threeDigits().format(value / BILLION)}B`;
  });

/** `191 ms`, and from one second `1.24 s`. */
export const formatMilliseconds = (duration: Maybe<number>) =>
  known(duration, (value) => {
    const rounded = Math.round(value);
    return rounded < 1000 ? `${rounded} ms` : `${(rounded / 1000).toFixed(2)} s`;
  });

const SECONDS_PER_MINUTE = 60;
const hundredths = numbers({ maximumFractionDigits: 2 });

/** Whole seconds of audio: `42 s`, `1.5 min`; `format` writes hours and more of it. */
export function formatMinutes(seconds: number, format = (minutes: number) => hundredths().format(minutes)) {
  if (seconds < SECONDS_PER_MINUTE) return `${whole().format(seconds)} s`;
  const minutes = seconds / SECONDS_PER_MINUTE;
  return `${minutes < SECONDS_PER_MINUTE ? hundredths().format(minutes) : format(minutes)} min`;
}

const BYTES_PER = { kB: 1_000, MB: 1_000_000, GB: 1_000_000_000 };

/** `640 kB`, `12.3 MB`, `1.2 GB`. */
export function formatBytes(bytes: number): string {
  if (bytes < BYTES_PER.MB) return `${Math.ceil(bytes / BYTES_PER.kB)} kB`;
  const unit = bytes < BYTES_PER.GB ? "MB" : "GB";
  return `${(bytes / BYTES_PER[unit]).toFixed(1)} ${unit}`;
}

/** `0.74%`, of a number that is already a percentage. */
export const formatPercent = (percent: Maybe<number>, fractionDigits = 2) =>
  known(percent, (value) => `${value.toFixed(fractionDigits)}%`);

/** Kept, because creating a format costs more than using it a thousand times. */
function momentFormat(options: Intl.DateTimeFormatOptions) {
  const made = new Map<string, Intl.DateTimeFormat>();
  return (instant: Maybe<Instant>, timeZone = readerZone()): string =>
    known(instant, (value) => {
      const date = new Date(value);
      if (Number.isNaN(date.getTime())) return UNKNOWN;
      const format = made.get(timeZone) ?? new Intl.DateTimeFormat("en-US", { ...options, timeZone });
      made.set(timeZone, format);
      return format.format(date);
    });
}

/** `Nov 20, 2026`, in the reader's zone unless another is given. */
export const formatDate = momentFormat({ year: "numeric", month: "short", day: "numeric" });

/** `14:05`, in the reader's zone unless another is given. */
export const formatTime = momentFormat({ hour: "2-digit", minute: "2-digit", hourCycle: "h23" });

/** `Nov 20, 2026, 14:05` */
export const formatMinute = (instant: Maybe<Instant>, timeZone?: string) =>
  `${formatDate(instant, timeZone)}, ${formatTime(instant, timeZone)}`;

const formatSeconds = momentFormat({ timeStyle: "medium", hourCycle: "h23" });

/** `Nov 20, 2026, 14:05:31` */
export const formatFullMoment = (instant: Maybe<Instant>, timeZone?: string) =>
  `${formatDate(instant, timeZone)}, ${formatSeconds(instant, timeZone)}`;

/** `14:05:31` today, `Nov 20, 14:05:31` this year, else `Nov 20, 2025, 14:05:31`. */
export function formatMoment(instant: Maybe<Instant>, now = Date.now(), timeZone?: string): string {
  const [day, today] = [formatDate(instant, timeZone), formatDate(now, timeZone)];
  const time = formatSeconds(instant, timeZone);
  if (day === today || time === UNKNOWN) return time;
  const [date, year] = day.split(", ");
  return year === today.split(", ")[1] ? `${date}, ${time}` : `${day}, ${time}`;
}

/** `2 minutes ago` up to a day, then the date. */
export const formatRelative = (instant: Maybe<Instant>, now = Date.now(), timeZone?: string) =>
  known(instant, (value) => {
    const age = now - new Date(value).getTime();
    if (Number.isNaN(age)) return UNKNOWN;
    if (age >= DAY_MS) return formatDate(value, timeZone);
    if (age < MINUTE_MS) return "Just now";
    if (age < HOUR_MS) return relative().format(-Math.floor(age / MINUTE_MS), "minute");
    return relative().format(-Math.floor(age / HOUR_MS), "hour");
  });

/** For a moment when the page waits anyway: the first formats take the browser longest. */
export function prepareFormats(): void {
  formatDollars(0);
  formatDate(0);
}

/** `$29.78` has a sign before its digits, `191 ms` a unit after them; both are set smaller or quieter. */
export function figureParts(figure: string): { sign: string; digits: string; unit: string } {
  const [, sign = "", digits = figure, unit = ""] = /^([^\d.,]*)([\d.,]+)\s*(.*)$/.exec(figure) ?? [];
  return { sign, digits, unit };
}

export function lazily<T>(make: () => T): () => T {
  let made: T | undefined;
  return () => (made ??= make());
}
