import { HOUR_MS, QUARTER_MS } from "./time.ts";
import { stretches } from "./zone.ts";

const PART_MS = 3 * HOUR_MS;

/** Consecutive entries of the ledger: usage of a quarter hour, or one other transfer. Amounts in signed micro-dollars. */
interface LedgerGroup {
  /** Null for usage. */
  transferId: number | null;
  /** The quarter hour since the epoch. */
  quarter: number;
  /** The id of its oldest transfer. */
  first: number;
  entries: number;
  amount: number;
  balanceAfter: number;
}

/** Usage of three local hours or less, or one other transfer; `from` and `to` in epoch ms. */
export interface LedgerPart extends Omit<LedgerGroup, "quarter"> {
  from: number;
  to: number;
}

export interface LedgerDay {
  /** `2026-11-20` */
  date: string;
  /** The id of its oldest transfer. */
  first: number;
  usage: number;
  added: number;
  taken: number;
  /** Transfers of usage. */
  charges: number;
  balanceAfter: number;
  parts: LedgerPart[];
}

interface PartOfDay {
  date: string;
  from: number;
  to: number;
}

/** Groups the ledger, newest first and never going forward in time, by day and part of a day in a zone. */
export function statementDays(groups: readonly LedgerGroup[], zone: string): LedgerDay[] {
  const days: LedgerDay[] = [];
  for (const { quarter, ...group } of groups) {
    const { date, from, to } = partOfDay(quarter * QUARTER_MS, zone);
    const last = days.at(-1);
    const day = last?.date === date ? last : newDay(date, group.balanceAfter);
    if (day !== last) days.push(day);
    day.first = group.first;
    if (group.transferId === null) {
      day.usage += group.amount;
      day.charges += group.entries;
    } else if (group.amount > 0) day.added += group.amount;
    else day.taken += group.amount;
    addPart(day, { ...group, from, to });
  }
  return days;
}

const newDay = (date: string, balanceAfter: number): LedgerDay => ({
  date,
  first: 0,
  usage: 0,
  added: 0,
  taken: 0,
  charges: 0,
  balanceAfter,
  parts: [],
});

function addPart({ parts }: LedgerDay, part: LedgerPart): void {
  const newer = parts.at(-1);
  const continues = newer?.transferId === null && part.transferId === null && newer.from === part.from;
  if (!continues) {
    parts.push(part);
    return;
  }
  newer.amount += part.amount;
  newer.entries += part.entries;
  newer.first = part.first;
}

function partOfDay(instant: number, zone: string): PartOfDay {
  const wall = (at: number) => at + (stretches(zone, at, at)[0]?.offset ?? 0);
  const local = wall(instant);
  const begin = Math.floor(local / PART_MS) * PART_MS;
  const offset = local - instant;
  return {
    date: new Date(local).toISOString().slice(0, 10),
    from: begin - offset,
    to: begin + PART_MS - offset,
  };
}
