import { DAY_MS } from "#core/domain/time.ts";
import { limitMs } from "#scripts/testing/slowness.ts";
import { PERIODS_BEGIN } from "./openings.ts";
import { LIMITS } from "./times.ts";
import type { Exchange, World } from "./world.ts";

/** Whether a usage row has to be there. */
export interface Verdict {
  row: "must" | "may" | "never";
  /** The code of the gateway's own refusal. */
  refusal: string | null;
  problem: string | null;
}

/** Refusals that depend on the account, key or plan. */
const OF_ACCOUNT = new Set([
  "insufficient_balance",
  "rate_limit_exceeded",
  "key_disabled",
  "key_expired",
  "quota_exceeded",
  "budget_exceeded",
  "spending_limit_exceeded",
  "account_suspended",
  "account_stopped",
]);
/** Those that describing a key may find after it was admitted. */
const OF_KEY = new Set(["invalid_api_key", "key_expired"]);
const MONEY = new Set(["insufficient_balance", "budget_exceeded", "spending_limit_exceeded"]);
/** Of a request with a test key. */
const TEST_BODY_MAX = 256 * 1024;
const TOO_LARGE = "payload_too_large";
/** For a body that took too long to arrive, by a clock that was set forward. */
const LATE_BODY = "invalid_request";
/** Reads libSQL once it is admitted, and finds a key that was revoked since. */
const DESCRIBES_KEY = "/v1/key";
const BODY_WITHIN_MS = 60_000;
const UNAVAILABLE = 503;
/** A settlement that the object did not take reaches it so much later. */
const RESENT_WITHIN_MS = limitMs(1_500);
/** After a disturbance, for as long as its traces may be seen. */
const AFTERMATH_MS = 4_000;
/** Of the gateway with libSQL, which may be slow on a busy machine. */
export const PATIENCE_MS = limitMs(2_000);
/**
 * The sums of three reads hold for the periods that they were made in. The first may be one that was under way, and the
 * clock reaches another period during each of the others.
 */
const READS_OUT_OF_STEP = 2;
/** What a client sees of a disconnect may be over before the gateway knows of it. */
const TAIL_MS = LIMITS.abandonedMs + 1_000;
/** An admission waits for so many reads of libSQL, also once its client is gone. */
const ADMITTED_WITHIN_MS = 4 * PATIENCE_MS;

/** Real times within which the gateway may have worked on the exchange. */
export function spanOf({ plan, seen }: Exchange, { provider }: World): { from: number; to: number } {
  const from = seen?.startedAt ?? 0;
  if (seen === null) return { from, to: Number.POSITIVE_INFINITY };
  if (seen.end === "whole") return { from, to: seen.endedAt };
  const served = provider.served.get(plan.number);
  const last =
    served === undefined ? seen.endedAt + ADMITTED_WITHIN_MS : Math.max(seen.endedAt, served.endedAt ?? 0);
  return { from, to: last + TAIL_MS };
}

/** Whether something ended the gateway, or the account's object, within these real times. */
export const disturbed = ({ disturbances }: World, { account }: Exchange, from: number, to: number) =>
  disturbances.some(
    (each) => (each.account === null || each.account === account) && each.from <= to && each.to >= from,
  );

/**
 * Whether nobody may have settled the exchange, because the gateway ended before its response did, or the object ended
 * so that it took neither the admission's repetition nor the settlement, which then waited in a gateway that ended too.
 */
export function isLost(world: World, exchange: Exchange): boolean {
  const { disturbances } = world;
  const { account, seen } = exchange;
  const { from, to } = spanOf(exchange, world);
  const crashes = disturbances.filter((each) => each.account === null && each.to >= from);
  const evicted = disturbances.filter(
    (each) => each.account === account && each.from <= to && each.to >= from,
  );
  if (seen?.end !== "whole" && crashes.some((crash) => crash.from <= to)) return true;
  if (evicted.length > 0 && errorCodeOf(exchange) === "service_unavailable") return true;
  return crashes.some(
    (crash) => crash.from <= to + RESENT_WITHIN_MS && evicted.some((each) => each.from <= crash.to),
  );
}

/** Whether the gateway may say that it is unavailable. */
function mayBeAway(world: World, exchange: Exchange): boolean {
  const { from, to } = spanOf(exchange, world);
  const failing = world.faults.happened.some((at) => at >= from - AFTERMATH_MS && at <= to);
  const outOfStep = newPeriods(world, from, to) >= READS_OUT_OF_STEP;
  return (
    failing || outOfStep || to - from >= PATIENCE_MS || disturbed(world, exchange, from - AFTERMATH_MS, to)
  );
}

/** How often the clock may have reached another period of a budget or plan within the real times [from, to]. */
function newPeriods({ clock }: World, from: number, to: number): number {
  const shown = clock.shown(from, to);
  const passed = PERIODS_BEGIN.flatMap((begin) =>
    shown.filter((span) => Math.floor((span.from - begin) / DAY_MS) < Math.floor((span.to - begin) / DAY_MS)),
  );
  return shown.length - 1 + passed.length;
}

/** As refusals are counted: the response for an expired key has the code of a disabled one. */
function errorCodeOf({ seen }: Exchange): string | null {
  try {
    const { error } = JSON.parse(seen?.text ?? "") as { error?: { code?: unknown; message?: string } };
    if (error?.code === "key_disabled" && error.message?.includes("has expired")) return "key_expired";
    return typeof error?.code === "string" ? error.code : null;
  } catch {
    return null;
  }
}

/** The key is refused: to a request for its own description the object or libSQL says so, and only the object counts it. */
export const isKeyRefused = (exchange: Exchange): boolean => OF_KEY.has(errorCodeOf(exchange) ?? "");

const leapOf = ({ clock }: World, { seen }: Exchange) => clock.leap(seen?.startedAt ?? 0, seen?.endedAt ?? 0);

/** Whether a key asks what it is. */
export const isDescription = (plan: Exchange["plan"]): boolean =>
  plan.kind === "lookup" && plan.lookup.path === DESCRIBES_KEY;

/** What a client's response says about the exchange. */
export function verdictOf(world: World, exchange: Exchange): Verdict {
  const { plan, seen } = exchange;
  const reached = world.provider.served.has(plan.number);
  const [must, may, never] = (["must", "may", "never"] as const).map((row) => ({
    row,
    refusal: null,
    problem: null,
  }));
  if (must === undefined || may === undefined || never === undefined) throw new Error("There are three.");
  if (reached) return must;
  if (seen === null || seen.status === null || seen.end !== "whole")
    return plan.kind === "mistake" || plan.kind === "made-up key" ? never : seen?.status === 200 ? must : may;
  return ofResponse(world, exchange, { must, may, never });
}

function ofResponse(
  world: World,
  exchange: Exchange,
  { must, may, never }: Record<"must" | "may" | "never", Verdict>,
): Verdict {
  const { plan, seen, key } = exchange;
  const status = seen?.status ?? 0;
  const code = errorCodeOf(exchange) ?? "";
  const wrong = (problem: string): Verdict => ({ ...may, problem });
  if (status === UNAVAILABLE && code === "service_unavailable")
    return mayBeAway(world, exchange) ? may : wrong("is refused as unavailable without a reason");
  const describing = isDescription(plan);
  if (status === UNAVAILABLE && code === "database_unavailable" && describing)
    return mayBeAway(world, exchange) ? must : wrong("can't read libSQL without a reason");
  const certain = certainRefusal(world, exchange);
  if (certain !== null && code !== certain) return wrong(`should be refused as ${certain}`);
  if (OF_ACCOUNT.has(code) || code === "invalid_api_key") {
    const possible = certain === code || mayBeRefused(world, exchange, code);
    if (!possible) return wrong(`can't be refused as ${code}`);
    return describing && isKeyRefused(exchange) ? may : { ...never, refusal: code };
  }
  if (plan.kind === "made-up key") return wrong("should be refused as invalid_api_key");
  if (code === LATE_BODY && plan.kind !== "lookup" && leapOf(world, exchange) >= BODY_WITHIN_MS)
    return { ...never, refusal: code };
  if (plan.kind === "mistake") {
    const { mistake } = plan;
    const right = mistake.status === status && mistake.code === code;
    return right ? { ...never, refusal: code } : wrong(`should be refused as ${mistake.code}`);
  }
  if (plan.kind === "lookup")
    return status === plan.lookup.status ? must : wrong(`should return ${plan.lookup.status}`);
  if (key.test && plan.kind === "model" && plan.request.body.length > TEST_BODY_MAX)
    return code === TOO_LARGE ? { ...never, refusal: code } : wrong(`should be refused as ${TOO_LARGE}`);
  if (key.test) return status === 200 ? must : wrong("should get a test response");
  return status === 502 || status === 504 ? must : wrong("has a response that nobody sent");
}

/** The refusal that nothing can lift within the time of the exchange. */
function certainRefusal({ clock }: World, { plan, seen, key, account }: Exchange): string | null {
  if (plan.kind === "made-up key") return "invalid_api_key";
  const [from, to] = [seen?.startedAt ?? 0, seen?.endedAt ?? 0];
  const states = key.state.during(from, to);
  const always = (state: string) => states.every((each) => each === state);
  const ends = key.expiresAt.during(from, to);
  const first = Math.min(...clock.shown(from, to).map((span) => span.from));
  if (always("revoked")) return "invalid_api_key";
  // The owner may revoke an expired key at any time.
  if (ends.every((end) => end !== null && end <= first))
    return states.includes("revoked") ? null : "key_expired";
  if (always("disabled")) return "key_disabled";
  if (!states.every((each) => each === "active") || !ends.every((end) => end === null)) return null;
  if (account.suspended.during(from, to).every(Boolean)) return "account_suspended";
  const neverSuspended = !account.suspended.during(from, to).some(Boolean);
  return neverSuspended && account.stopped.during(from, to).every(Boolean) ? "account_stopped" : null;
}

function mayBeRefused({ clock }: World, { plan, seen, key, account }: Exchange, code: string): boolean {
  const [from, to] = [seen?.startedAt ?? 0, seen?.endedAt ?? 0];
  if (code === "rate_limit_exceeded") return true;
  if (code === "key_disabled") return key.state.during(from, to).includes("disabled");
  if (code === "key_expired") {
    const last = Math.max(...clock.shown(from, to).map((span) => span.to));
    return key.expiresAt.during(from, to).some((end) => end !== null && end <= last);
  }
  if (code === "account_suspended") return account.suspended.during(from, to).includes(true);
  if (code === "account_stopped") return account.stopped.during(from, to).includes(true);
  if (code === "invalid_api_key") return key.state.during(from, to).includes("revoked");
  if (key.test || plan.kind === "mistake") return false;
  return MONEY.has(code) ? plan.kind === "model" && !plan.request.facts.free : code === "quota_exceeded";
}
