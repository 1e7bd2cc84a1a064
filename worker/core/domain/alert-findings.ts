import {
  type AlertName,
  ERROR_SHARE,
  LEAST_REQUESTS,
  RECENT_MS,
  THROTTLED_SHARE,
  UNROLLED_MS,
} from "./alerts.ts";
import { isoTime, MINUTE_MS } from "./time.ts";

/** A condition that holds now. */
export interface Finding {
  name: AlertName;
  /** What it is about, such as a model; `""` for the whole service. An alert fires once per subject. */
  subject: string;
  /** One or two sentences with the figures; no email address and no secret. */
  summary: string;
  /** What was found, item by item, where it has a name: a closed alert fires again with an item that it didn't have. */
  facts: readonly string[];
}

interface RecentModel {
  model: string;
  requests: number;
  failed: number;
  /** To which the provider responded with 429. */
  throttled: number;
  aboveHold: number;
  /** The newest of these requests. */
  lastAboveHold: number | null;
}

/** What is overdue, oldest first; `items` are named up to a limit. */
interface Overdue {
  count: number;
  since: number | null;
  items: readonly string[];
}

/** What the rules look at; times in epoch ms. */
export interface AlertFacts {
  steps: readonly { name: string; succeededAt: number | null; failed: boolean }[];
  /** Of each model in the newest requests of the last `RECENT_MS`. */
  recent: readonly RecentModel[];
  /** Of all accounts of the ledger, micro-dollars. */
  ledgerSum: number;
  /** Open differences of the last whole comparison with the payment provider. */
  differences: Pick<Overdue, "count" | "items">;
  failingEvents: Overdue;
  /** When an event last arrived. */
  lastEventAt: number | null;
  /** Payments that were settled without an event. */
  unannounced: Pick<Overdue, "count" | "items">;
  overdueRefunds: Overdue;
  /** Accounts whose usage the database rejects. */
  rejectedUsage: Overdue;
  unrolledSince: number | null;
  waitingMails: Pick<Overdue, "count" | "since">;
}

/** Everything that is wrong at `now` (epoch ms). */
export const findingsOf = (facts: AlertFacts, now: number): Finding[] => [
  ...failingSteps(facts),
  ...failingModels(facts),
  ...wholeService(facts, now),
];

const failingSteps = ({ steps }: AlertFacts): Finding[] =>
  steps
    .filter(({ failed }) => failed)
    .map(({ name, succeededAt }) => ({
      name: "cron_step_failing",
      subject: name,
      summary:
        succeededAt === null
          ? `The step "${name}" has never succeeded.`
          : `The step "${name}" last succeeded at ${minuteText(succeededAt)}.`,
      facts: [],
    }));

const failingModels = ({ recent }: AlertFacts): Finding[] =>
  recent.flatMap(({ model, requests, failed, throttled, aboveHold, lastAboveHold }): Finding[] => {
    const of = (name: AlertName, holds: boolean, summary: string, facts: string[] = []): Finding[] =>
      holds ? [{ name, subject: model, summary: `${model}: ${summary}`, facts }] : [];
    const isOver = (count: number, share: number) => requests >= LEAST_REQUESTS && count / requests > share;
    return [
      ...of(
        "provider_errors",
        isOver(failed, ERROR_SHARE),
        `the provider failed ${shareText(failed / requests, ERROR_SHARE)}`,
      ),
      ...of(
        "provider_throttling",
        isOver(throttled, THROTTLED_SHARE),
        `the provider returned 429 for ${shareText(throttled / requests, THROTTLED_SHARE)}`,
      ),
      ...of(
        "usage_above_hold",
        aboveHold > 0,
        `${counted(aboveHold, "request", "requests")} of ${RECENT_TEXT} cost more than was held.`,
        [String(lastAboveHold)],
      ),
    ];
  });

function wholeService(facts: AlertFacts, now: number): Finding[] {
  const { ledgerSum, differences, failingEvents, unannounced, overdueRefunds, waitingMails } = facts;
  const { unrolledSince, rejectedUsage, lastEventAt } = facts;
  const since = (at: number | null) => ageText(now - (at ?? now));
  const of = (name: AlertName, holds: boolean, summary: string, items: readonly string[] = []): Finding[] =>
    holds ? [{ name, subject: "", summary, facts: items }] : [];
  return [
    ...of(
      "ledger_unequal",
      ledgerSum !== 0,
      `All balances of the ledger should add up to 0, but their sum is ${ledgerSum} micro-dollars.`,
      [String(ledgerSum)],
    ),
    ...of(
      "payments_differ",
      differences.count > 0,
      `The last daily comparison found ${counted(differences.count, "discrepancy", "discrepancies")} that a person must look at.`,
      differences.items,
    ),
    ...of(
      "stripe_events_failing",
      failingEvents.count > 0,
      `${counted(failingEvents.count, "event keeps", "events keep")} failing, the oldest for ${since(failingEvents.since)}.`,
      failingEvents.items,
    ),
    ...of(
      "stripe_events_missing",
      unannounced.count > 0,
      `${counted(unannounced.count, "payment was", "payments were")} settled without an event from Stripe. ${lastEventText(lastEventAt, now)}`,
      unannounced.items,
    ),
    ...of(
      "usage_rejected",
      rejectedUsage.count > 0,
      `The usage of ${counted(rejectedUsage.count, "account", "accounts")} is rejected, the oldest for ${since(rejectedUsage.since)}.`,
      rejectedUsage.items,
    ),
    ...of(
      "refunds_overdue",
      overdueRefunds.count > 0,
      `${counted(overdueRefunds.count, "refund is", "refunds are")} still due, the oldest for ${since(overdueRefunds.since)}.`,
      overdueRefunds.items,
    ),
    ...of(
      "usage_behind",
      unrolledSince !== null && now - unrolledSince > UNROLLED_MS,
      `Usage from ${since(unrolledSince)} ago isn't rolled up yet.`,
    ),
    ...of(
      "emails_waiting",
      waitingMails.count > 0,
      `${counted(waitingMails.count, "email waits", "emails wait")} to be sent, the oldest for ${since(waitingMails.since)}.`,
    ),
  ];
}

const RECENT_TEXT = `the last ${RECENT_MS / MINUTE_MS} minutes`;
const shareText = (share: number, limit: number) =>
  `${percent(share)} of the requests of ${RECENT_TEXT}. The limit is ${percent(limit)}.`;

const lastEventText = (at: number | null, now: number) =>
  at === null ? "None has ever arrived." : `The last one arrived ${ageText(now - at)} ago.`;

const percent = (share: number) => `${(share * 100).toFixed(share * 100 < 10 ? 1 : 0).replace(/\.0$/, "")}%`;
const counted = (count: number, one: string, more: string) =>
  `${count.toLocaleString("en")} ${count === 1 ? one : more}`;

/** `28 s`, `34 min`, `2 h 15 min`, `3 days`. */
export function ageText(ms: number): string {
  if (ms < MINUTE_MS) return `${Math.max(0, Math.floor(ms / 1000))} s`;
  const minutes = Math.round(ms / MINUTE_MS);
  if (minutes < 60) return `${minutes} min`;
  const hours = Math.floor(minutes / 60);
  if (hours < 48) return minutes % 60 === 0 ? `${hours} h` : `${hours} h ${minutes % 60} min`;
  return `${Math.floor(hours / 24)} days`;
}

/** `2026-11-28 14:02 UTC`. */
export const minuteText = (at: number) => `${isoTime(at).slice(0, 16).replace("T", " ")} UTC`;
