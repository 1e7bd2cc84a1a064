import { REASONS } from "#app/features/refusals/messages.ts";
import { budgetReset, type ReaderClock } from "#app/lib/budgets.ts";
import { formatCount, formatDate, formatTime } from "#app/lib/format.ts";
import { addDays, dayStart } from "#app/lib/local-time.ts";
import type { CurrentRefusal, RefusalsResponse, UsageItem } from "#core/contract/usage.ts";
import { refusalCause } from "#core/domain/gateway/refusal-causes.ts";
import { countedCode } from "#core/domain/gateway/refusal-codes.ts";
import { HOUR_MS } from "#core/domain/time.ts";

type RefusalItem = RefusalsResponse["items"][number];

/** Refused requests of a key, a code and an hour or day. */
export interface Refusal extends RefusalItem {
  /** Epoch ms; `to` is not included. */
  from: number;
  to: number;
  /** The budget that goes on refusing them. */
  budget?: CurrentRefusal["budget"];
}

export type LogEntry = { request: UsageItem; refusal?: never } | { refusal: Refusal; request?: never };

/** Adds the budgets of the refusals that go on. */
export function withBudgets(refusals: readonly Refusal[], current: readonly CurrentRefusal[]): Refusal[] {
  return refusals.map((refusal) => {
    const going = current.find(
      ({ code, key_id, since }) =>
        code === refusal.code && key_id === refusal.key_id && Date.parse(since) < refusal.to,
    );
    return going?.budget ? { ...refusal, budget: going.budget } : refusal;
  });
}

/** `The key reached its budget. The $2.00 budget resets at 00:00.` */
export const causeText = ({ code, budget }: Pick<Refusal, "code" | "budget">, reader: ReaderClock) =>
  [reasonText(code), ...(budget ? [budgetReset(budget, reader)] : [])].join(" ");

/** Also for a code that a newer version counts. */
const reasonText = (code: string) => REASONS[countedCode(code)].sentence;

/** `402 budget_exceeded` */
export function refusalCode({ code }: Pick<RefusalItem, "code">): string {
  const { status } = refusalCause(code);
  return status === null ? code : `${status} ${code}`;
}

export const refusedText = ({ requests }: Pick<RefusalItem, "requests">) =>
  `${formatCount(requests, "request")} refused`;

/** Of a local hour, `2026-11-20T14:00:00+01:00`, or a local day, `2026-11-20`. */
export function refusalOf(item: RefusalItem, zone: string): Refusal {
  if (item.date.includes("T")) {
    const from = Date.parse(item.date);
    return { ...item, from, to: from + HOUR_MS };
  }
  return { ...item, from: dayStart(item.date, zone), to: dayStart(addDays(item.date, 1), zone) };
}

/** `14:00 – 15:00` today, `14:00 – now`, `Nov 19, 14:00 – 15:00`, and for a day `Nov 19`. */
export function refusalTime({ from, to }: Refusal, now = Date.now(), zone?: string): string {
  const [day, today] = [formatDate(from, zone), formatDate(now, zone)];
  const shortDay = day.split(",")[0] ?? day;
  if (to - from > HOUR_MS) return day === today ? "Today" : shortDay;
  const hours = `${formatTime(from, zone)} – ${to > now ? "now" : formatTime(to, zone)}`;
  return day === today ? hours : `${shortDay}, ${hours}`;
}

/** Refusals have no endpoint and no model, and none of them succeeded. */
export const showsRefusals = (
  filter: { endpoint?: string; model?: string },
  status: string | undefined,
): boolean =>
  filter.endpoint === undefined && filter.model === undefined && !status?.match(/^(success|[1-3]\d\d)$/);

/** Those with a status of the log's filter: undefined, `error` or a code. */
export const refusalsWith = (refusals: readonly Refusal[], status: string | undefined) =>
  status === undefined || status === "error"
    ? refusals
    : refusals.filter(({ code }) => String(refusalCause(code).status) === status);

/**
 * Requests and refusals, newest first; a refusal is as old as the start of its hour or day. Those older than all
 * requests wait until the log is `complete`, because further requests belong before them.
 */
export function mergeByTime(
  requests: readonly UsageItem[],
  refusals: readonly Refusal[],
  complete: boolean,
): LogEntry[] {
  const waiting = refusals.toSorted((a, b) => b.from - a.from);
  const entries: LogEntry[] = [];
  let next = 0;
  const take = (isDue: (refusal: Refusal) => boolean) => {
    for (let refusal = waiting[next]; refusal && isDue(refusal); refusal = waiting[++next])
      entries.push({ refusal });
  };
  for (const request of requests) {
    const at = Date.parse(request.timestamp);
    take(({ from }) => from > at);
    entries.push({ request });
  }
  if (complete) take(() => true);
  return entries;
}
