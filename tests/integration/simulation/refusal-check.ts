import { HOUR_MS } from "#core/domain/time.ts";
import { limitMs } from "#scripts/testing/slowness.ts";
import { readRefusals, type StoredRow } from "./stored.ts";
import { disturbed, isDescription, isKeyRefused, verdictOf } from "./verdicts.ts";
import type { Exchange, World } from "./world.ts";

/** Counters are on disk a second later; a crash loses what was counted since. The rest is for a busy machine. */
const COUNTED_WITHIN_MS = limitMs(2_500);
/** Of each key and code; beyond that, requests are counted in the last of these hours. */
const UNPOSTED_HOURS_MAX = 2;
const UNAVAILABLE = 503;
/** How often a key's requests were refused for a reason: at least and at most. */
interface Tally {
  least: number;
  most: number;
}

const nameOf = (keyId: number, code: string, hour: number | "all") => `${keyId} ${code} ${hour}`;

/** What is stored of refused requests is what their clients saw. */
export async function checkRefusals(world: World, rows: readonly StoredRow[]): Promise<void> {
  const stored = new Map<string, number>();
  const add = (name: string, count: number) => stored.set(name, (stored.get(name) ?? 0) + count);
  for (const { keyId, code, hour, requests } of await readRefusals(world.db)) {
    add(nameOf(keyId, code, hour), requests);
    add(nameOf(keyId, code, "all"), requests);
  }
  const unseen = unseenByKey(world, rows);
  const tallies = talliesOf(world);
  for (const name of new Set([...tallies.keys(), ...stored.keys()])) {
    const { least, most } = tallies.get(name) ?? { least: 0, most: 0 };
    const count = stored.get(name) ?? 0;
    const possible = most + (unseen.get(Number.parseInt(name, 10)) ?? 0);
    if (count < least || count > possible)
      world.report(null, `refusals of key ${name}: ${count} are stored, not ${least} to ${possible}`);
  }
}

/** Requests that may have been refused without their client's knowledge. */
function unseenByKey(world: World, rows: readonly StoredRow[]): Map<number, number> {
  const admitted = new Set(rows.map(({ requestId }) => requestId));
  const unseen = new Map<number, number>();
  for (const exchange of world.exchanges.values()) {
    const { plan, seen, key, requestId } = exchange;
    const known = admitted.has(requestId) || plan.kind === "made-up key";
    const isEither = isDescription(plan) && isKeyRefused(exchange);
    const clear = seen?.end === "whole" && seen.status !== UNAVAILABLE && !isEither;
    if (!known && !clear) unseen.set(key.id, (unseen.get(key.id) ?? 0) + 1);
  }
  return unseen;
}

function talliesOf(world: World): Map<string, Tally> {
  const tallies = new Map<string, Tally>();
  const add = (name: string, least: number, most: number) => {
    const tally = tallies.get(name) ?? { least: 0, most: 0 };
    tallies.set(name, { least: tally.least + least, most: tally.most + most });
  };
  for (const exchange of world.exchanges.values()) {
    const { refusal } = verdictOf(world, exchange);
    // Of a made-up key, nothing is counted.
    if (refusal === null || exchange.plan.kind === "made-up key") continue;
    const { id } = exchange.key;
    const [least, most] = [
      near(world, exchange, COUNTED_WITHIN_MS) ? 0 : 1,
      near(world, exchange, 0) ? 2 : 1,
    ];
    const hours = hoursOf(world, exchange);
    add(nameOf(id, refusal, "all"), least, most);
    for (const hour of hours) add(nameOf(id, refusal, hour), hours.length === 1 ? least : 0, most);
  }
  return tallies;
}

/**
 * Whether a crash came at most `afterMs` after the refusal. In the meantime the count may have been lost; a call that
 * the crash itself interrupts is sent again, and its first count may be on disk.
 */
const near = (world: World, exchange: Exchange, afterMs: number) =>
  disturbed(world, exchange, exchange.seen?.startedAt ?? 0, (exchange.seen?.endedAt ?? 0) + afterMs);

/** Hours since the epoch that the refusal may be counted in. */
function hoursOf({ clock, drains }: World, { seen }: Exchange): number[] {
  const [from, to] = [seen?.startedAt ?? 0, seen?.endedAt ?? 0];
  const shown = (since: number) => [
    ...new Set(
      clock.shown(since, to).flatMap((span) => [span.from, span.to].map((at) => Math.floor(at / HOUR_MS))),
    ),
  ];
  const unposted = shown(drains.findLast((at) => at < from) ?? 0);
  return unposted.length > UNPOSTED_HOURS_MAX ? unposted : shown(from);
}
