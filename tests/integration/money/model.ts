import { type LedgerState, movedBy, STEP, yearsOf } from "./ledger-state.ts";
import { type ModelCheckout, refundedOf } from "./model-provider.ts";

const MICROS_PER_CENT = 10_000;
/** An account's limit until it sets another one; the balance is back at twice as much. */
const LOW_MICROS = 5_000_000;
/** Of the automatic top-up, which no story charges. */
export const THRESHOLD_MICROS = 10_000_000;
const DAY_MS = 86_400_000;
const dayOf = (at: number) => Math.floor(at / DAY_MS);
const sum = (moved: readonly { amount: number }[]) => moved.reduce((total, { amount }) => total + amount, 0);
const isPlan = ({ currency }: ModelCheckout) => currency === "inr";
const isPaid = ({ paymentStatus }: ModelCheckout) => paymentStatus === "paid";
const isTaken = ({ fundsWithdrawn, fundsReinstated }: ModelCheckout["disputes"][number]) =>
  fundsWithdrawn && !fundsReinstated;

/** The total micro-dollars that a top-up must have moved, given the provider's state. */
function owed(checkout: ModelCheckout): number {
  const disputed = checkout.disputes.filter(isTaken).reduce((sum, { amountMinor }) => sum + amountMinor, 0);
  return (checkout.amountMinor - refundedOf(checkout) - disputed) * MICROS_PER_CENT;
}

/** A bought year is held until all of it was refunded or a dispute took its money. */
const yearsOwed = (checkout: ModelCheckout) =>
  refundedOf(checkout) >= checkout.amountMinor || checkout.disputes.some(isTaken) ? 0 : 1;

/** Every transfer that may be in the ledger now, by its source. */
function allowedBy(checkout: ModelCheckout): [string, number][] {
  if (isPlan(checkout) || !isPaid(checkout)) return [];
  const micros = (amountMinor: number) => amountMinor * MICROS_PER_CENT;
  const refunds = checkout.refunds.flatMap(({ id, amountMinor, stands }): [string, number][] => [
    [`stripe:refund:${id}:made`, -micros(amountMinor)],
    ...(stands ? [] : [[`stripe:refund:${id}:failed`, micros(amountMinor)] satisfies [string, number]]),
  ]);
  const disputes = checkout.disputes.flatMap(({ id, amountMinor, ...dispute }): [string, number][] => [
    ...(dispute.fundsWithdrawn
      ? [[`stripe:dispute:${id}:withdrawn`, -micros(amountMinor)] satisfies [string, number]]
      : []),
    ...(dispute.fundsReinstated
      ? [[`stripe:dispute:${id}:reinstated`, micros(amountMinor)] satisfies [string, number]]
      : []),
  ]);
  return [[`stripe:cs:${checkout.sessionId}`, micros(checkout.amountMinor)], ...refunds, ...disputes];
}

/** Milliseconds of the same moment `years` later; 29 February becomes 1 March. */
function yearsLater(at: number, years: number): number {
  const date = new Date(at);
  return date.setUTCFullYear(date.getUTCFullYear() + years);
}

/** The plan's expiry date, recalculated from what happened to each year. */
const planEnd = ({ changes }: LedgerState) =>
  changes.reduce<number | null>((end, { kind, createdAt }) => {
    const from = kind === "purchase" ? Math.max(end ?? createdAt, createdAt) : (end ?? 0);
    return yearsLater(from, STEP[kind]);
  }, null);

/** Everything that must hold at any moment; each broken promise as a sentence. */
export function brokenPromises(
  checkouts: readonly ModelCheckout[],
  adjustments: ReadonlyMap<string, number>,
  { before, after }: { before: LedgerState; after: LedgerState },
): string[] {
  const allowed = new Map([...adjustments, ...checkouts.flatMap(allowedBy)]);
  const broken: string[] = [];
  const others = after.transfers.filter(({ kind }) => kind !== "usage");
  for (const { source, amount } of [...others, ...after.usage])
    if (allowed.get(source) !== amount) broken.push(`${source} moved ${amount}, not ${allowed.get(source)}`);
  const balance = sum(others) + sum(after.usage);
  if (after.balance !== balance) broken.push(`the balance is ${after.balance}, not ${balance}`);
  if (after.noted !== balance) broken.push(`the balance was noted as ${after.noted}, not ${balance}`);
  broken.push(...brokenBooks({ before, after }), ...brokenNotices({ before, after }));
  if (new Set(after.transfers.map(({ source }) => source)).size < after.transfers.length)
    broken.push("a transfer is recorded twice");
  if (before.transfers.some(({ source }, index) => after.transfers[index]?.source !== source))
    broken.push("a transfer is missing");
  return [...broken, ...brokenPlan(checkouts, { before, after })];
}

const movesOf = ({ transfers, usage }: LedgerState) =>
  transfers.filter(({ kind }) => kind !== "usage").length + usage.length;

/** One notice for each fall below the limit, and an automatic top-up that is due exactly while the balance is below its threshold. */
function brokenNotices({ before, after }: { before: LedgerState; after: LedgerState }): string[] {
  const broken: string[] = [];
  const moves = movesOf(after) - movesOf(before);
  const notices = after.lowNotices - before.lowNotices;
  const fell = before.lowAt === null && before.balance >= LOW_MICROS && after.balance < LOW_MICROS;
  if (moves <= 1 ? notices !== Number(fell) : notices > moves)
    broken.push(`${moves} moves from ${before.balance} to ${after.balance} made ${notices} notices`);
  if (moves <= 1 && fell && after.lowAt === null) broken.push(`${after.balance} does not count as low`);
  if (after.lowAt !== null && after.balance >= 2 * LOW_MICROS)
    broken.push(`${after.balance} still counts as low`);
  const due = movesOf(after) > 0 && after.balance < THRESHOLD_MICROS;
  if ((after.dueAt !== null) !== due)
    broken.push(`at ${after.balance} an automatic top-up is due: ${after.dueAt !== null}`);
  return broken;
}

/** Each day's usage is that of its requests, and a transfer finds all usage before it in the ledger. */
function brokenBooks({ before, after }: { before: LedgerState; after: LedgerState }): string[] {
  const broken: string[] = [];
  let balance = 0;
  for (const [index, { source, amount, balanceAfter, kind }] of after.transfers.entries()) {
    balance += amount;
    if (balanceAfter !== balance)
      broken.push(`after ${source} the ledger is ${balanceAfter}, not ${balance}`);
    const others = after.transfers.slice(0, index + 1).filter((transfer) => transfer.kind !== "usage");
    const ought = sum(others) + sum(after.usage);
    const isNew = index >= before.transfers.length && after.usage.length === before.usage.length;
    if (kind !== "usage" && isNew && balanceAfter !== ought)
      broken.push(`after ${source} the balance was ${balanceAfter}, not ${ought}`);
  }
  for (const { day, micros, booked } of after.days) {
    const own = sum(after.usage.filter(({ at }) => dayOf(at) === day));
    const transferred = sum(after.transfers.filter(({ usageDay }) => usageDay === day));
    if (micros !== -own) broken.push(`day ${day} has ${micros}, its requests ${-own}`);
    if (booked !== -transferred) broken.push(`day ${day} has ${booked} booked, not ${-transferred}`);
  }
  const counted = after.days.reduce((total, { micros }) => total + micros, 0);
  if (counted !== -sum(after.usage))
    broken.push(`the days have ${counted}, the requests ${-sum(after.usage)}`);
  return broken;
}

function brokenPlan(
  checkouts: readonly ModelCheckout[],
  { before, after }: { before: LedgerState; after: LedgerState },
): string[] {
  const broken: string[] = [];
  const end = planEnd(after);
  if (after.planEnd !== end) broken.push(`the plan ends at ${after.planEnd}, not ${end}`);
  for (const { orderId } of after.changes) {
    const checkout = checkouts.find((known) => known.orderId === orderId);
    if (!checkout || !isPlan(checkout) || !isPaid(checkout))
      broken.push(`${orderId} changed the plan, unpaid`);
    if (![0, 1].includes(yearsOf(after, orderId)))
      broken.push(`${orderId} holds ${yearsOf(after, orderId)} years`);
  }
  const bought = ({ changes }: LedgerState) => changes.filter(({ kind }) => kind === "purchase").length;
  const keys = bought(after) > bought(before) ? 1 : before.planKeys.length;
  if (after.planKeys.length !== keys) broken.push(`the plan has ${after.planKeys.length} keys, not ${keys}`);
  if (after.planKeys.some((expiresAt) => expiresAt !== end))
    broken.push("the key does not end with the plan");
  return broken;
}

/** Every checkout event the product acknowledged must be in the ledger. */
export function lost(
  checkout: ModelCheckout,
  reported: "payment" | "reversals",
  ledger: LedgerState,
): string[] {
  if (!isPaid(checkout)) return [];
  const { orderId, sessionId } = checkout;
  const source = `stripe:cs:${sessionId}`;
  const entries = isPlan(checkout) ? ledger.changes : ledger.transfers;
  if (entries.filter((entry) => entry.source === source).length !== 1)
    return [`${source} is not in the books once`];
  if (reported === "payment") return [];
  const [is, ought] = isPlan(checkout)
    ? [yearsOf(ledger, orderId), yearsOwed(checkout)]
    : [movedBy(ledger, orderId), owed(checkout)];
  return is === ought ? [] : [`${orderId} amounts to ${is}, not ${ought}`];
}
