import { DAY_MS } from "#core/domain/time.ts";
import { type Budget, type BudgetPeriod, budgetWindow, fitsBudget } from "./budgets.ts";

/** Days that a budget is tried on before it is saved, today included. */
const TRIAL_DAYS = 30;

/** What a key spent on a UTC day. */
export interface DaySum {
  /** Days since the epoch. */
  day: number;
  costMicros: number;
}

/** A request that the balance paid for. Times are epoch ms, amounts micro-dollars. */
export interface TrialRequest {
  at: number;
  endsAt: number;
  costMicros: number;
  /** Held from `at` to `endsAt`. */
  holdMicros: number;
}

/** What budgets would have refused, had they been there. */
export interface BudgetTrial {
  /** What the refused requests cost, micro-dollars. */
  blockedMicros: number;
  blockedRequests: number;
  /** Days since the epoch, oldest first, on which something was refused. */
  blockedDays: number[];
}

/**
 * The last 30 UTC days, today included, as [from, to) in days since the epoch; `readFrom` is the first day whose
 * requests a trial has to know, because the period that `from` lies in began there.
 */
export function trialSpan(period: BudgetPeriod, now: number): { readFrom: number; from: number; to: number } {
  const to = Math.floor(now / DAY_MS) + 1;
  const from = to - TRIAL_DAYS;
  return { readFrom: budgetWindow(period, from * DAY_MS).from / DAY_MS, from, to };
}

interface Replay {
  /** In the order of their admission. */
  requests: readonly TrialRequest[];
  /** Refusals before this instant (epoch ms) only leave room in the budgets. */
  from: number;
  /** Spending before the first of the requests, which counts as far as the budgets admit it. */
  earlier: readonly DaySum[];
}

/**
 * Replays the requests as the gateway would have decided them under these budgets: a request is refused if its hold does
 * not fit into what is left of any of them, counting the cost of requests that have ended and the holds of those that
 * have not. Takes O(n log n).
 */
export function tryBudgets(budgets: readonly Budget[], { requests, from, earlier }: Replay): BudgetTrial {
  const running = budgets.map((budget) => new RunningBudget(budget, earlier));
  const ends = endings(requests);
  const admitted = new Uint8Array(requests.length);
  const trial: BudgetTrial = { blockedMicros: 0, blockedRequests: 0, blockedDays: [] };
  let ended = 0;
  const settleUntil = (now: number) => {
    for (; ended < ends.length; ended += 1) {
      const place = ends[ended] ?? 0;
      const request = requests[place];
      if (request === undefined || request.endsAt > now) return;
      if (admitted[place] === 1) for (const each of running) each.settle(request);
    }
  };
  for (const [place, request] of requests.entries()) {
    settleUntil(request.at);
    if (!running.every((each) => each.fits(request))) {
      block(trial, request, from);
      continue;
    }
    for (const each of running) each.hold(request);
    // `settleUntil` has passed a request that ended at once.
    if (request.endsAt > request.at) admitted[place] = 1;
    else for (const each of running) each.settle(request);
  }
  return trial;
}

function block(trial: BudgetTrial, { at, costMicros }: TrialRequest, from: number): void {
  if (at < from) return;
  const day = Math.floor(at / DAY_MS);
  trial.blockedMicros += costMicros;
  trial.blockedRequests += 1;
  if (trial.blockedDays.at(-1) !== day) trial.blockedDays.push(day);
}

/** Places of the requests in the order in which they ended. */
const endings = (requests: readonly TrialRequest[]) =>
  Uint32Array.from(requests.keys()).sort(
    (left, right) => (requests[left]?.endsAt ?? 0) - (requests[right]?.endsAt ?? 0),
  );

class RunningBudget {
  private readonly budget: Budget;
  private readonly earlier: ReadonlyMap<number, number>;
  private window = { from: 0, to: 0 };
  private used = 0;

  constructor(budget: Budget, earlier: readonly DaySum[]) {
    this.budget = budget;
    this.earlier = spentByWindow(budget.period, earlier);
  }

  fits({ at, holdMicros }: TrialRequest): boolean {
    if (at >= this.window.to) {
      this.window = budgetWindow(this.budget.period, at);
      this.used = Math.min(this.earlier.get(this.window.from) ?? 0, this.budget.micros);
    }
    return fitsBudget(this.budget, this.used, holdMicros);
  }

  hold({ holdMicros }: TrialRequest): void {
    this.used += holdMicros;
  }

  /** A request belongs to the period of its admission. */
  settle({ at, costMicros, holdMicros }: TrialRequest): void {
    if (at >= this.window.from) this.used += costMicros - holdMicros;
  }
}

function spentByWindow(period: BudgetPeriod, days: readonly DaySum[]): Map<number, number> {
  const spent = new Map<number, number>();
  for (const { day, costMicros } of days) {
    const { from } = budgetWindow(period, day * DAY_MS);
    spent.set(from, (spent.get(from) ?? 0) + costMicros);
  }
  return spent;
}

/** The spending of these days that is not among the requests, for instance because their rows were deleted since. */
export function spentBeside(days: readonly DaySum[], requests: readonly TrialRequest[]): DaySum[] {
  const known = new Map<number, number>();
  for (const { at, costMicros } of requests) {
    const day = Math.floor(at / DAY_MS);
    known.set(day, (known.get(day) ?? 0) + costMicros);
  }
  return days.map(({ day, costMicros }) => ({
    day,
    costMicros: Math.max(0, costMicros - (known.get(day) ?? 0)),
  }));
}
