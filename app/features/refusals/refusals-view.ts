import { budgetReset, type ReaderClock } from "#app/lib/budgets.ts";
import { formatNumber, formatTime } from "#app/lib/format.ts";
import { formatDay, recentDays } from "#app/lib/wall-clock.ts";
import type { ApiKey } from "#core/contract/keys.ts";
import type { CurrentRefusal, CurrentRefusalsResponse, RefusalsResponse } from "#core/contract/usage.ts";
import { refusalCause } from "#core/domain/gateway/refusal-causes.ts";
import { countedCode } from "#core/domain/gateway/refusal-codes.ts";
import { PERIODS, REASONS, type RefusalText } from "./messages.ts";

/** A dialog that changes the setting for which a key is refused. */
export interface KeyFix {
  apiKey: ApiKey;
  kind: "budgets" | "expiry" | "restrictions";
  onOpenChange: (open: boolean) => void;
}

type Reasons = typeof REASONS;
/** Lasts until someone acts. */
type LastingCode = {
  [Code in keyof Reasons]: Reasons[Code] extends { now: object } ? Code : never;
}[keyof Reasons];

/** One cause that holds: of one key, or of all keys that it refuses. */
export interface Refused {
  code: LastingCode;
  /** The one with the most refused requests comes first. */
  refusals: [CurrentRefusal, ...CurrentRefusal[]];
}

export const isLasting = (code: string): code is LastingCode => "now" in REASONS[countedCode(code)];

/**
 * Causes that last until someone acts, once the owner is notified of them: those of the whole account first, then by
 * refused requests.
 */
export function lastingRefusals({ items }: Pick<CurrentRefusalsResponse, "items">): Refused[] {
  const isOfAccount = (code: string) => refusalCause(code).scope === "account";
  const groups = Map.groupBy(items, ({ code, key_id }) => (isOfAccount(code) ? code : `${code} ${key_id}`));
  const refused = [...groups.values()].flatMap((group): Refused[] => {
    const [first, ...rest] = group.toSorted((a, b) => b.requests - a.requests);
    if (first === undefined || !isLasting(first.code)) return [];
    if (requestsOf(group) < (refusalCause(first.code).notifyAt ?? 1)) return [];
    return [{ code: first.code, refusals: [first, ...rest] }];
  });
  const order = (one: Refused) => (isOfAccount(one.code) ? 0 : 1);
  return refused.sort((a, b) => order(a) - order(b) || requestsOf(b.refusals) - requestsOf(a.refusals));
}

const requestsOf = (refusals: readonly { requests: number }[]) =>
  refusals.reduce((sum, { requests }) => sum + requests, 0);

/** `Production has been refused since 14:03: it reached its daily budget` */
export function refusedTitle({ code, refusals }: Refused, reader: ReaderClock): string {
  const [first] = refusals;
  const since = sinceText(earliest(refusals), reader);
  const partial = refusals.every((one) => one.partial);
  const reason = reasonOf({ code, first, partial });
  if (partial)
    return `Some requests made with ${namesOf(refusals)} have been refused since ${since}: ${reason}`;
  return `${namesOf(refusals)} ${refusals.length === 1 ? "has" : "have"} been refused since ${since}: ${reason}`;
}

function reasonOf({ code, first, partial }: { code: LastingCode; first: CurrentRefusal; partial: boolean }) {
  const reason = REASONS[code].now[partial ? "some" : "all"];
  return first.budget ? reason.replace("its budget", `its ${PERIODS[first.budget.period]} budget`) : reason;
}

/** `173 requests refused, none charged. The $2.00 budget resets at 00:00. Your other keys work.` */
export function refusedDetail(
  { code, refusals }: Refused,
  otherKeysWork: boolean,
  reader: ReaderClock,
): string {
  const [{ budget }] = refusals;
  const { help }: RefusalText = REASONS[code];
  const requests = requestsOf(refusals);
  const parts = [
    requests === 1
      ? "1 request refused, not charged."
      : `${formatNumber(requests)} requests refused, none charged.`,
    budget && budgetReset(budget, reader),
    help,
    otherKeysWork && refusalCause(code).scope === "key" && "Your other keys work.",
  ];
  return parts.filter(Boolean).join(" ");
}

const earliest = (refusals: readonly CurrentRefusal[]) =>
  refusals.reduce((first, { since }) => (since < first ? since : first), refusals[0]?.since ?? "");

/** `Production`, `Production and Staging`, `Production and 2 more keys` */
function namesOf(refusals: readonly CurrentRefusal[]): string {
  const [first, second, ...more] = [...new Set(refusals.map(({ name }) => name))];
  if (second === undefined) return first ?? "";
  return more.length === 0 ? `${first} and ${second}` : `${first} and ${more.length + 1} more keys`;
}

/** `14:03`, or `Nov 19, 14:03` */
function sinceText(since: string, { zone, now }: ReaderClock): string {
  const [day, time] = [recentDays(Date.parse(since), zone).today, formatTime(since, zone)];
  return day === recentDays(now, zone).today ? time : `${formatDay(day)}, ${time}`;
}

export interface RefusalRow {
  /** Null for several. */
  status: number | null;
  name: string;
  requests: number;
  /** `Production, since 14:03 today`, while it goes on. */
  ongoing: string | null;
}

/** By status and name, most first. */
export function refusalRows(
  { codes }: Pick<RefusalsResponse, "codes">,
  current: readonly CurrentRefusal[],
  reader: ReaderClock,
): RefusalRow[] {
  const groups = Map.groupBy(codes, ({ code }) => {
    const { status, name } = refusalCause(code);
    return `${status} ${name}`;
  });
  const rows = [...groups.values()].map((group) => {
    const { status, name } = refusalCause(group[0]?.code ?? "");
    const going = current.filter(({ code }) => group.some((one) => one.code === code));
    return { status, name, requests: requestsOf(group), ongoing: ongoingText(going, reader) };
  });
  return rows.sort((a, b) => b.requests - a.requests || a.name.localeCompare(b.name));
}

function ongoingText(going: readonly CurrentRefusal[], reader: ReaderClock): string | null {
  if (going.length === 0) return null;
  const since = sinceText(earliest(going), reader);
  return `${namesOf(going)}, since ${since}${since.includes(",") ? "" : " today"}`;
}

export interface Bar {
  key: string;
  x: number;
  y: number;
  width: number;
  height: number;
  requests: number;
}

const LEAST_HEIGHT = 2;
const EMPTY_HEIGHT = 1;
/** The share of its place that a bar fills. */
const FILL = 0.7;

/** One bar for each point, as high as its share of the highest; any request shows. */
export function refusalBars(
  series: RefusalsResponse["series"],
  size: { width: number; height: number },
): Bar[] {
  const most = Math.max(...series.map(({ requests }) => requests), 1);
  const place = size.width / Math.max(series.length, 1);
  return series.map(({ date, requests }, index) => {
    const height = requests === 0 ? EMPTY_HEIGHT : Math.max(LEAST_HEIGHT, (requests / most) * size.height);
    const width = place * FILL;
    return {
      key: date,
      requests,
      width,
      height,
      x: index * place + (place - width) / 2,
      y: size.height - height,
    };
  });
}

/** Below the first and the last bar: times of a day, or days. */
export function barEnds(
  { series, to }: Pick<RefusalsResponse, "series" | "to">,
  { zone }: Pick<ReaderClock, "zone">,
): [string, string] {
  const [first, last] = [series[0]?.date ?? "", series.at(-1)?.date ?? ""];
  return first.includes("T")
    ? [first.slice(11, 16), formatTime(to, zone)]
    : [formatDay(first), formatDay(last)];
}
